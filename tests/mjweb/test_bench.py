"""The bench from a page: a verdict, a question, the stop, one at a time; the reports kept."""

import pytest

from mjtool.bench import report, store
from mjtool.bench.verdict import FAILED, OK, Verdict
from mjweb.acts.jobs import Job, Jobs
from mjweb.acts.trying import PageBench
from tests.mjweb.conftest import plain
from tests.patience import await_
from tools.check.verdicts.wire import TableClock


class VirtualBench(PageBench):
    """The bench in the table's own time."""

    def clock(self):
        wire = self.client

        class Clock(TableClock):
            def sleep(self, seconds):
                with wire.lock:
                    super().sleep(seconds)

        return Clock(wire.table)


@pytest.fixture
def at_bench(browser):
    """A visitor at a bench whose time is the table's."""
    browser.app.state.bench = VirtualBench
    return browser


def ended(browser):
    return await_(lambda: not browser.app.state.jobs.of("bench").running)


def test_a_motor_has_its_verdict(at_bench):
    at_bench.table.do(lambda table: table.inject("jam head_b"))
    at_bench.post("/bench/try", item="motor", name="head_b")
    ended(at_bench)
    said = plain(at_bench.get("/bench/now"))
    assert "X motor head_b: jammed" in said and "J21 pin 1, brown" in said
    assert at_bench.table.request("status").fields["mode"] == "run"


def test_a_question_waits_for_its_answer(at_bench, monkeypatch):
    monkeypatch.setattr("mjweb.acts.trying.Hand.answer", lambda self, ask: "")
    at_bench.post("/bench/try", item="motor", name="belt_a")
    job = at_bench.app.state.jobs.of("bench")
    await_(lambda: job.question)
    assert "Lay one tile on belt_a" in plain(at_bench.get("/bench/now"))
    at_bench.post("/bench/answer", id="of another question", said="done")
    assert job.question
    skipped = set()
    while job.running:
        question = job.question
        if question is not None and question.id not in skipped:
            skipped.add(question.id)
            at_bench.post("/bench/answer", id=question.id, said="")
        await_(lambda: not job.running or job.question and job.question.id not in skipped)
    assert "tile belt_a" in skipped and "motor belt_a" in plain(at_bench.get("/bench/now"))


def test_stop_ends_it_before_anything_moves(at_bench, monkeypatch):
    monkeypatch.setattr("mjweb.acts.trying.Hand.answer", lambda self, ask: "")
    at_bench.post("/bench/try", item="motor", name="belt_a")
    await_(lambda: at_bench.app.state.jobs.of("bench").question)
    at_bench.post("/stop")
    ended(at_bench)
    assert "It was stopped." in plain(at_bench.get("/bench/now"))
    assert "motor.test" not in at_bench.table.asked


def test_without_the_key_at_a_real_table_nothing_is_pressed(at_bench):
    table = at_bench.table
    table.hello = type(table.hello)(**{**table.hello.as_json(), "sim": False})
    at_bench.post("/bench/try", item="motor", name="drum")
    ended(at_bench)
    said = plain(at_bench.get("/bench/now"))
    assert "only while a person holds its service key" in said
    assert "press" not in table.asked


def test_what_the_table_has_not(at_bench):
    assert "no motor `drumm`" in at_bench.post("/bench/try", item="motor", name="drumm")
    assert "a motor or a sensor" in at_bench.post("/bench/try", item="lamp", name="drum")


def test_one_at_a_time():
    jobs, first = Jobs(), Job("bench", "motor drum")
    jobs.start(first, lambda job: job.wait_for("?"))
    with pytest.raises(Exception, match="this dashboard is busy: motor drum"):
        jobs.start(Job("flash", "firmware"), lambda job: None)
    jobs.stop()
    await_(lambda: not first.running)
    assert first.stopped


def test_who_moves_the_table_is_named(browser, monkeypatch):
    monkeypatch.setattr("mjweb.acts.trying.owner", lambda client: "mjtool_77")
    assert "mjtool_77 moves the table now." in plain(browser.get("/bench"))


def test_another_owner_is_named_in_the_refusal(at_bench):
    at_bench.table.refusals["service.enter"] = ("busy", {"owner": "mjtool_77"})
    at_bench.post("/bench/try", item="motor", name="drum")
    ended(at_bench)
    assert "another program moves the table: mjtool_77" in plain(
        at_bench.get("/bench/now")).replace("Another", "another")


def test_reports_are_listed_read_and_taken_away(browser):
    assert "None yet" in plain(browser.get("/bench"))
    store.keep(report.make(browser.table.hello, "mains", [
        Verdict("motor drum", OK, "ok"), Verdict("motor head_b", FAILED, "jammed", "it stands")],
        9.0))
    uid = browser.table.hello.uid
    assert uid in browser.get("/bench") and "1 failed" in plain(browser.get("/bench"))
    assert "X jammed it stands" in plain(browser.get(f"/bench/reports/{uid}"))
    for kind in ("html", "csv"):
        answer = browser.web.get(f"/bench/reports/{uid}/file.{kind}")
        assert answer.headers["content-disposition"].startswith("attachment")
        assert "jammed" in answer.text


def test_no_other_file_is_given_away(browser):
    for uid in ("nobody", "..%2F..%2Fetc%2Fpasswd", "...", "%2e%2e"):
        assert browser.web.get(f"/bench/reports/{uid}").status_code == 404
