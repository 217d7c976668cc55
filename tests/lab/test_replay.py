"""The same recorded inputs give the same events on every interpreter; what is wrong is said.

The scans are recorded here, of this firmware. The unix port itself comes with `make lab-unix`;
here CPython stands in for it, to read what is said of programs that are wrong.
"""

import copy
import sys

import pytest

from tools.check.lab import compare, platforms, record, recording, replay
from tools.check.lab.problems import Differ
from tools.check.vm.vm import ROOT

PART = 1_500  # homing, a set put in, the first half of its sort


@pytest.fixture(scope="module")
def scans(tmp_path_factory):
    file = tmp_path_factory.mktemp("recorded") / "sort.jsonl"
    recording.save(file, record.sort())
    return recording.load(file)[:PART]


@pytest.fixture(scope="module")
def answers(scans):
    return platforms.on_cpython(scans)


@pytest.mark.parametrize("built", [False, True], ids=["sources", "built"])
def test_recorded_scans_give_the_same_events_on_cpython_and_in_the_vm(scans, answers, built):
    kinds = {event[2] for answer in answers for event in answer[3]}
    assert len(kinds) >= 6
    compare.same(scans, "CPython", answers, "VM", platforms.in_vm(scans, built))


# ---------------------------------------------------------------- differences


def test_first_difference_is_told_by_scan_time_and_name(scans, answers):
    other = copy.deepcopy(answers)
    at = next(i for i, answer in enumerate(other) if answer[0].get("motors"))
    other[at][0]["motors"] ^= 1 << 4 | 1 << 2
    now_ms = [scan[0]["now_ms"] for scan in scans][at]
    with pytest.raises(Differ) as told:
        compare.same(scans, "CPython", answers, "VM", other)
    assert str(told.value).startswith(
        "scan %d of 1500 (%.3f s): output motors: CPython " % (at + 1, now_ms / 1000))
    assert "belt_a" in str(told.value) and "hatch" in str(told.value)


def test_missing_event_is_told_in_the_words_of_the_log(scans, answers):
    other = copy.deepcopy(answers)
    gone = next(answer for answer in other if answer[3])[3]
    assert gone.pop()[2] == 14
    with pytest.raises(Differ, match=r"^scan 1 of 1500 \(0\.005 s\): event: CPython 0\.005 s boot "
                                     r"reset=power n=1, VM none$"):  # fmt: skip
        compare.same(scans, "CPython", answers, "VM", other)


@pytest.mark.parametrize(("part", "text"), [
    (1, "value returned: CPython 5 ms, VM 6 ms"),
    (2, "inputs changed by the step: CPython {}, VM {'edges': 1}"),
])  # fmt: skip
def test_other_answers_of_a_step_are_told(scans, answers, part, text):
    other = copy.deepcopy(answers)
    other[0][part] = 6 if part == 1 else {"edges": 1}
    with pytest.raises(Differ) as told:
        compare.same(scans, "CPython", answers, "VM", other)
    assert str(told.value) == "scan 1 of 1500 (0.005 s): " + text


def test_platform_that_stops_early_differs(scans, answers):
    with pytest.raises(Differ, match="^CPython gave 1500 answers, VM 7$"):
        compare.same(scans, "CPython", answers, "VM", answers[:7])


# ---------------------------------------------------------------- recordings


def test_sort_recorded_anew_is_answered_as_recorded(tmp_path):
    file = tmp_path / "sort.jsonl"
    assert record.main([str(file), "--seed", "4"]) == 0
    scans = recording.load(file)
    events = [event for answer in platforms.on_cpython(scans) for event in answer[3]]
    compare.as_recorded(scans, platforms.on_cpython(scans))
    assert sum(event[2] == 2 for event in events) > 100  # tiles were counted


@pytest.mark.parametrize(("given", "text"), [
    (["x.jsonl", "--machine", "nine"],
     "record: unknown machine 'nine'; the nearest is single_port (valid: four_port, "
     "single_port, row_port)\n"),
    (["/nowhere/x.jsonl"],
     "record: cannot write /nowhere/x.jsonl: No such file or directory; choose a folder you may "
     "write to\n"),
], ids=["machine", "folder"])  # fmt: skip
def test_recorder_says_what_is_wrong(capsys, tmp_path, monkeypatch, given, text):
    monkeypatch.chdir(tmp_path)
    assert record.main(given) == 2
    assert capsys.readouterr() == ("", text)
    assert not [*tmp_path.iterdir()]


def refused(capsys, *options):
    """What the gate says when it does nothing."""
    code = replay.main([*map(str, options)])
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert said.err.startswith("lab-unix: ") and said.err.count("\n") == 1
    return said.err[len("lab-unix: ") : -1]


@pytest.fixture
def port(tmp_path):
    """A program that says it is MicroPython 1.28.0, and plays on CPython."""
    return program(tmp_path, "micropython 1.28.0",
                   'PYTHONPATH=%s:$MICROPYPATH exec %s "$3"' % (ROOT, sys.executable))  # fmt: skip


def program(folder, said, plays="exit 3"):
    """A shell script in the place of the unix port."""
    path = folder / "micropython"
    path.write_text('#!/bin/sh\nif [ "$1" = -c ]; then echo %s; else %s; fi\n' % (said, plays))
    path.chmod(0o755)
    return path


def test_recording_of_another_firmware_is_refused(capsys, tmp_path, port, scans):
    file = tmp_path / "old.jsonl"
    old = copy.deepcopy(scans[:40])
    old[29][1]["beep"] = 3
    recording.save(file, old)
    text = refused(capsys, "--micropython", port, "--recording", file)
    assert text.startswith("%s was recorded by another firmware (scan " % file)
    assert text.endswith("; leave RECORDING out, make one by `python -m "
                         "tools.check.lab.record FILE`, "
                         "or compare the platforms alone by ARGS=--any-firmware")  # fmt: skip


def test_input_that_this_firmware_lacks_is_named(capsys, tmp_path, port, scans):
    file = tmp_path / "new.jsonl"
    recording.save(file, scans[:1])
    file.write_text(file.read_text().replace("temp_hs_dc", "temp_fan_dc"))
    assert refused(capsys, "--micropython", port, "--recording", file) == (
        "%s:1 names temp_fan_dc, which this firmware does not have: it was recorded by another "
        "one; `python -m tools.check.lab.record FILE` makes one" % file)


@pytest.mark.parametrize(("content", "text"), [
    ("", "the recording {} is empty; "),
    ("once upon a time\n", "{}:1 is no scan [inputs, outputs, value returned, own changes]: the "
                           "file is cut short or no recording; "),
    ('[{"now_ms": 5}, {}, 5, {}]\n', "{} does not begin with a power-up: its beginning is cut "
                                     "off; "),
], ids=["empty", "prose", "no beginning"])  # fmt: skip
def test_file_that_is_no_recording_is_refused(capsys, tmp_path, port, content, text):
    file = tmp_path / "file"
    file.write_text(content)
    assert refused(capsys, "--micropython", port, "--recording", file) == (
        text.format(file) + "`python -m tools.check.lab.record FILE` makes one")


def test_recording_that_is_not_there_is_refused(capsys, tmp_path, port):
    file = tmp_path / "none.jsonl"
    assert refused(capsys, "--micropython", port, "--recording", file) == (
        "cannot read the recording %s: No such file or directory; "
        "`python -m tools.check.lab.record FILE` makes one" % file)


# ---------------------------------------------------------------- the program


def test_no_program_given(capsys):
    assert refused(capsys) == ("no MicroPython given; write `make lab-unix MICROPYTHON=path` with "
                               "the unix port's program")  # fmt: skip


def test_program_that_is_not_there(capsys):
    assert refused(capsys, "--micropython", "/nowhere/micropython") == (
        "MICROPYTHON=/nowhere/micropython: there is no such file; give the unix port's program")


def test_another_python_is_named_with_its_version(capsys):
    version = "%d.%d.%d" % sys.version_info[:3]
    assert refused(capsys, "--micropython", sys.executable) == (
        "%s is cpython %s, not MicroPython; give the unix port's program"
        % (sys.executable, version))


def test_another_micropython_is_named_with_its_version(capsys, tmp_path):
    old = program(tmp_path, "micropython 1.22.2")
    assert refused(capsys, "--micropython", old) == (
        "%s is MicroPython 1.22.2; give one of 1.28 or 1.29, which boards of this project run"
        % old)


@pytest.mark.parametrize("content", ["no program", "#!/bin/sh\nexit 1\n",
                                     "#!/bin/sh\necho hello\n"])  # fmt: skip
def test_file_that_runs_no_python(capsys, tmp_path, content):
    file = tmp_path / "image.uf2"
    file.write_text(content)
    file.chmod(0o755)
    assert refused(capsys, "--micropython", file) == (
        "%s does not run Python: it is no MicroPython for this computer; give the unix port's "
        "program" % file)


def test_port_is_handed_every_scan(port, scans, answers):
    assert platforms.UnixPort(str(port)).play(scans[:60], built=False) == answers[:60]


def test_firmware_that_ends_on_the_port_is_a_difference(capsys, tmp_path, scans):
    file = tmp_path / "part.jsonl"
    recording.save(file, scans[:60])
    bad = program(tmp_path, "micropython 1.28.0", "echo no memory >&2; exit 3")
    given = ["--micropython", str(bad), "--recording", str(file), "--any-firmware"]
    assert replay.main(given) == 1
    assert capsys.readouterr().err == (
        "lab-unix: the platforms differ: scan 1 of 60: the firmware ended with exit 3 on %s: no "
        "memory\n" % bad)
