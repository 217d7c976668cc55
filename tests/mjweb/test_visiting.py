"""The whole bench from a page: its progress, its report, its stop, and one owner of motion."""

import pytest

from mjtool.bench import stages, store
from mjtool.bench.parts import parts
from mjweb.acts import visiting
from mjweb.acts.jobs import Job
from tests.mjweb.conftest import plain
from tests.mjweb.test_bench import VirtualBench, ended
from tests.patience import await_


@pytest.fixture
def at_bench(browser):
    """A visitor at a bench whose time is the table's."""
    browser.app.state.bench = VirtualBench
    return browser


def polled(browser):
    """What the page that looks every second gets."""
    return browser.web.get("/bench/now", headers={"hx-request": "true"})


@pytest.fixture
def told_parts(monkeypatch):
    """Every part that a job has said it is at, however seldom the page looks."""
    seen, at = set(), Job.at
    monkeypatch.setattr(Job, "at", lambda job, part, *rest: (seen.add(part), at(job, part, *rest)))
    return seen


def test_everything_is_tried_and_its_report_opens(at_bench, told_parts):
    uid = at_bench.table.hello.uid
    at_bench.table.do(lambda table: table.inject("jam head_b"))
    assert "Everything, stage: mains" in at_bench.post("/bench/try", item="all", name="mains")
    job = at_bench.app.state.jobs.of("bench")
    while job.running:
        assert "hx-redirect" not in polled(at_bench).headers or not job.running
    assert {"sensor hatch_up", "motor head_b"} <= told_parts and not job.question
    answer = polled(at_bench)
    assert answer.headers["hx-redirect"] == f"/bench/reports/{uid}"
    page = plain(at_bench.get(f"/bench/reports/{uid}"))
    known = parts("four_port")
    assert all(item in page for item in stages.items(known))
    assert "motor head_b X jammed" in page and not visiting.broken_off(uid)
    assert "The report" in plain(at_bench.get("/bench"))
    assert at_bench.table.request("status").fields["mode"] == "run"


def test_a_stopped_visit_is_gone_on_with(at_bench):
    uid = at_bench.table.hello.uid
    at_bench.post("/bench/try", item="all", name="bare")
    ended(at_bench)
    assert "Go on with" not in plain(at_bench.get("/bench"))
    at_bench.post("/bench/try", item="all", name="12v")
    job = at_bench.app.state.jobs.of("bench")
    await_(lambda: job.part.startswith("sensor") and job.done > 1)
    at_bench.post("/stop")
    ended(at_bench)
    assert job.stopped and not job.report and visiting.broken_off(uid)
    tried = {row["item"] for row in store.last(uid, "open")["items"]}
    assert "Go on with the visit" in plain(at_bench.get("/bench"))
    at_bench.post("/bench/try", item="all", name="12v", resume="1")
    ended(at_bench)
    report = {row["item"]: row["grade"] for row in store.last(uid)["items"]}
    assert tried <= set(report) and not visiting.broken_off(uid)


def test_while_another_program_moves_the_table_it_does_not_begin(at_bench, monkeypatch):
    monkeypatch.setattr(visiting, "owner", lambda client: "mjtool_77")
    at_bench.post("/bench/try", item="all", name="mains")
    ended(at_bench)
    assert "Another program moves the table: mjtool_77." in plain(polled(at_bench).text)
    assert not {"motor.test", "service.enter"} & set(at_bench.table.asked)


def test_without_the_key_no_motor_of_a_real_table_runs(at_bench):
    table = at_bench.table
    table.hello = type(table.hello)(**{**table.hello.as_json(), "sim": False})
    at_bench.post("/bench/try", item="all", name="mains")
    job = at_bench.app.state.jobs.of("bench")
    while job.running:
        question = job.question
        if question is not None:
            at_bench.post("/bench/answer", id=question.id, said="")
    grades = {row["item"]: row["grade"] for row in store.last(table.hello.uid)["items"]}
    assert not {grade for item, grade in grades.items() if item.startswith("motor ")} & {"ok"}
    assert "press" not in table.asked


def test_a_stage_that_there_is_not(at_bench):
    assert "There is no stage `half`." in at_bench.post("/bench/try", item="all", name="half")


def test_without_a_script_answers_are_whole_pages(browser, monkeypatch):
    browser.app.state.jobs.start(Job("bench", "motor drum"), lambda job: None)
    for path in ("/bench/now", "/firmware/now"):
        page = browser.get(path)
        assert page.startswith("<!doctype html>") and "</html>" in page
    for path, fields in (("/bench/try", {"item": "motor", "name": "drum"}),
                         ("/bench/answer", {"id": "x", "said": ""})):
        answer = browser.web.post(path, data=fields)
        assert answer.history and answer.text.startswith("<!doctype html>"), path
        ended(browser)
    monkeypatch.setattr("mjweb.pages.firmware.reachable", lambda client: "nowhere")
    answer = browser.web.post("/firmware/check")
    assert answer.history and answer.url.path == "/firmware"
