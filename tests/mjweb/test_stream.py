"""What a page is sent: everything once, then each change, and everything anew when it was slow."""

import asyncio
import json

from mjweb.live.stream import KEPT, Stream, since_gone


def fields(message):
    return json.loads(message.split(b"data: ")[1])


def follow(work):
    """Run `work(stream, next)`: `next()` is what the page is sent next."""
    async def run():
        stream = Stream()
        page = stream.follow()
        await work(stream, page.__anext__)
    asyncio.run(run())


def test_a_page_gets_everything_first_and_then_what_changed():
    async def work(stream, sent):
        stream.send({"state": "ready", "short": 0}, [])
        first = fields(await sent())
        assert first["whole"] and first["state"] == "ready"
        stream.send({"state": "sorting", "short": 0}, [])
        assert fields(await sent()) == {"state": "sorting"}
    follow(work)


def test_nothing_is_sent_when_nothing_changed():
    async def work(stream, sent):
        await sent()
        stream.send({"state": "ready"}, [])
        stream.send({"state": "ready"}, [])
        stream.send({"state": "playing"}, [])
        assert [fields(await sent())["state"] for _ in range(2)] == ["ready", "playing"]
    follow(work)


def test_events_are_sent_once_each():
    async def work(stream, sent):
        await sent()
        rows = [{"n": 1, "text": "one"}]
        stream.send({}, rows)
        rows.append({"n": 2, "text": "two"})
        stream.send({}, rows)
        assert [[row["n"] for row in fields(await sent())["news"]] for _ in range(2)] == [[1], [2]]
    follow(work)


def test_a_page_that_comes_late_gets_the_log_too():
    async def work(stream, sent):
        stream.send({}, [{"n": 5, "text": "five"}])
        assert [row["n"] for row in fields(await sent())["news"]] == [5]
    follow(work)


def test_a_page_that_was_too_slow_gets_everything_anew():
    async def work(stream, sent):
        await sent()
        for number in range(KEPT + 5):
            stream.send({"short": number}, [])
        late = fields(await sent())
        assert late["whole"] and late["short"] == KEPT + 4
    follow(work)


def test_a_moment_becomes_how_long_ago(monkeypatch):
    monkeypatch.setattr("mjweb.live.stream.time.monotonic", lambda: 12.5)
    told = since_gone({"hatch": {"at": "moving", "to": "up", "since": 12.0}, "state": "ready"})
    assert told == {"hatch": {"at": "moving", "to": "up", "gone_ms": 500}, "state": "ready"}
