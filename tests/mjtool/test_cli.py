"""Command lines: what they print, what they send, how they end."""

import re
import time
from types import SimpleNamespace

import pytest

from mjshare.frame import decode, encode
from mjtable.generated import setting_table
from mjtable.scan import events
from mjtool.dictionary import load
from tests.mjtool.device import Device
from tests.protocol.bench import tell


def test_status_for_people_and_programs(device, run, run_json):
    device.table.faults.rows = [(521, "line_a", 0)]
    result = run("status", "--port", device.url)
    assert result.exit_code == 0
    assert "state             ready" in result.stdout
    assert "E521 Head jam" in result.stdout
    code, [value] = run_json("--port", device.url, "status")
    assert code == 0
    assert value["stacks"] == [17, 17, 17, 17]
    assert value["fault"] == "E521"
    assert value["waiting"] is None
    assert value["hello"]["machine"] == "four_port"


def test_status_tells_each_sides_stacks_and_who_deals(device, run, run_json):
    device.table.stacks = [9, 8, 7, 6]
    device.table.marker.dealer = 2
    shown = run("status", "-p", device.url).stdout
    lines = [line.split(maxsplit=1) for line in shown.splitlines()]
    assert ["stacks", "A 9  B 8  C 7  D 6"] in lines
    assert ["dealer", "side C"] in lines
    _, [value] = run_json("status", "-p", device.url)
    assert (value["stacks"], value["dealer"]) == ([9, 8, 7, 6], "C")


def test_status_tells_the_single_tiles_of_a_lower_row(device, run, run_json):
    device.table.stacks, device.table.singles = [9, 0, 7, 6], [0, 17, 11, 0]
    assert "A 9  B 0+17  C 7+11  D 6" in run("status", "-p", device.url).stdout
    _, [value] = run_json("status", "-p", device.url)
    assert (value["stacks"], value["singles"]) == ([9, 0, 7, 6], [0, 17, 11, 0])


def test_json_may_stand_before_the_command_too(device, run):
    assert run("--json", "--port", device.url, "marker").stdout.startswith('{"dealer": "A"')


def test_the_port_may_come_from_the_environment(device, run, monkeypatch):
    monkeypatch.setenv("MJTOOL_PORT", device.url)
    assert run("status").exit_code == 0


def test_ports_says_why(device, run, run_json):
    result = run("ports", "--port", device.url)
    assert "taken: simulated table E6614103E7452D2F" in result.stdout
    code, [value] = run_json("ports", "--port", device.url)
    assert (code, value["ports"][0]["taken"]) == (0, True)
    result = run("ports")
    assert result.exit_code == 3
    assert "this computer has no serial ports" in result.stderr


def test_press(device, run, run_json):
    assert run("press", "elevator", "--port", device.url).stdout == (
        "Pressed elevator for 100 ms.\n")
    assert run("press", "elevator", "marker", "--ms", "1200", "-p", device.url).exit_code == 0
    assert run("press", "marker", "--double", "-p", device.url).stdout == "Pressed marker twice.\n"
    assert device.table.calls == [
        ("press", "elevator", 100), ("press", "elevator", 1200), ("press", "marker", 1200),
        ("press", "marker", 100), ("press", "marker", 100)]
    code, [value] = run_json("press", "lift", "-p", device.url)
    assert code == 2
    assert value["what"] == "there is no key `lift`"
    assert value["do"] == "use one of elevator, marker, service"


def test_roll_waits_for_the_dice(device, run, run_json):
    def roll():
        tell(device.table.events, 9000, events.DICE, "electronic", "", 3, 5)
        return ""

    device.table.roll = roll
    assert run("roll", "-p", device.url).stdout == "The dice lie still (electronic): 3 5.\n"
    _, [value] = run_json("roll", "-p", device.url)
    assert (value["rolled"]["a"], value["rolled"]["b"]) == (3, 5)


def test_roll_ends_when_nothing_comes_or_a_fault_does(device, run, monkeypatch):
    monkeypatch.setattr("mjtool.commands.act.DICE_S", 0.2)
    assert "no result came in time" in run("roll", "-p", device.url).stdout

    def roll():
        tell(device.table.events, 9000, events.FAULT, "dice", "", 521, 0)
        return ""

    device.table.roll = roll
    result = run("roll", "-p", device.url)
    assert result.exit_code == 5
    assert "the table has the fault E521: Head jam. Likely cause: " in result.stderr


def test_marker(device, run, run_json):
    assert run("marker", "-p", device.url).stdout == (
        "Dealer side A, prevailing wind E, streak 0, hand 1 of round 1.\n")
    _, [value] = run_json("marker", "--dealer", "c", "--wind", "s", "--streak", 2, "--hand", 3,
                          "--round", 4, "-p", device.url)
    assert value == {"dealer": "C", "wind": "S", "streak": 2, "hand": 3, "round": 4}
    result = run("marker", "--dealer", "east", "-p", device.url)
    assert result.exit_code == 2
    assert "--dealer is one of A, B, C, D, not `east`" in result.stderr
    result = run("marker", "--streak", 100, "-p", device.url)
    assert result.exit_code == 2
    assert "streak = 100 is outside 0 to 99" in result.stderr


def test_profile(device, run, run_json):
    assert run("profile", "-p", device.url).stdout.startswith("Profile SHOP-B-136, 136 tiles")
    _, [value] = run_json("profile", "YEE", "--list", "-p", device.url)
    assert (value["name"], value["tiles"], value["on_table"]) == ("YEE", 144, "SHOP-B-136")
    assert len(value["profiles"]) == 8
    assert "YEE         144    chosen" in run("profile", "--list", "-p", device.url).stdout
    result = run("profile", "SHOP-C", "-p", device.url)
    assert result.exit_code == 2
    assert "there is no profile `SHOP-C`. What to do: try SHOP-A" in result.stderr


def test_faults_and_ack(device, run, run_json):
    assert run("faults", "-p", device.url).stdout == "No fault is active.\n"
    device.table.faults.rows = [(521, "line_b", 3), (999, "", 0)]
    text = run("faults", "-p", device.url).stdout
    assert "E521 Head jam at line_b (fault)" in text
    assert "  Likely causes: " in text
    assert "  1. " in text
    assert "E999: not known to this mjtool" in text
    _, [value] = run_json("faults", "-p", device.url)
    assert value["faults"][0]["place"] == "line_b"
    assert value["faults"][0]["remedy"]
    assert run("ack", "-p", device.url).stdout == "No fault is active any more.\n"


def test_warnings_are_told_behind_the_faults_with_plug_and_colour(device, run, run_json):
    device.table.faults.warned = [(911, "push_home_c", 68)]
    text = run("faults", "-p", device.url).stdout
    assert text.startswith("No fault is active.\nWarned since it was switched on ")
    assert "E911 An input shows nothing at push_home_c (warning)" in text
    assert "  Measured: 68 tiles moved in the sets that did not show it." in text
    assert ("  Looks at push_home_c: the head's pusher is back, side C. Wire: J32 pin 11, violet."
            in text)
    assert text.count("Looks at") == 1
    device.table.faults.rows = [(402, "line_b", 400)]
    text = run("faults", "-p", device.url).stdout
    assert text.index("E402 ") < text.index("Warned since") < text.index("E911 ")
    assert "Looks at cnt_b: " in text and "cnt_a" not in text
    _, [value] = run_json("faults", "-p", device.url)
    assert [row["code"] for row in value["faults"]] == ["E402"]
    assert [row["place"] for row in value["warnings"]] == ["push_home_c"]


def test_faults_whose_cause_stays(device, run):
    device.table.faults.rows = [(521, "line_b", 3)]
    device.table.ack = lambda: ""
    result = run("ack", "-p", device.url)
    assert result.exit_code == 5
    assert "1 faults stay, the first is E521" in result.stderr
    device.table.ack = lambda: "fault"
    result = run("ack", "-p", device.url)
    assert result.exit_code == 5
    assert "the table has the fault E521: Head jam" in result.stderr


def test_every_fault_code_is_explained_without_a_table(run):
    for code, row in load().faults.items():
        result = run("faults", code)
        assert result.exit_code == 0
        assert f"{code} {row['name']}" in result.stdout
    assert run("faults", "521").stdout == run("faults", "e521").stdout
    result = run("faults", "E000")
    assert result.exit_code == 2
    assert "there is no fault E000" in result.stderr


def test_settings(device, run, run_json):
    _, [value] = run_json("settings", "get", "-p", device.url)
    assert value["settings"] == dict(
        zip(setting_table.NAMES, setting_table.DEFAULTS, strict=True))
    assert "power.budget_mw" in run("settings", "get", "-p", device.url).stdout
    text = run("settings", "get", "power.budget_mw", "-p", device.url).stdout
    assert text.startswith("power.budget_mw = 50000 mW (from 36000 to 80000, new 50000): ")
    _, [value] = run_json("settings", "set", "power.budget_mw", 60000, "-p", device.url)
    assert value == {"name": "power.budget_mw", "value": 60000, "was": 50000}


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("get", "power.budget"), "there is no setting `power.budget`"),
        (("set", "budget_mw", "1"), "try power.budget_mw"),
        (("set", "power.budget_mw", "1"), "power.budget_mw = 1 is outside 36000 to 80000"),
    ],
)
def test_settings_that_are_not_taken(device, run, words, text):
    result = run("settings", *words, "-p", device.url)
    assert result.exit_code == 2
    assert text in result.stderr


def test_log_and_its_file(device, run, run_json, tmp_path):
    tell(device.table.events, 48205, events.HATCH, "open")
    tell(device.table.events, 48210, events.COUNT, "", "", 0, 1)
    assert run("log", "-p", device.url).stdout == (
        "    48.205 s  The hatch is open.\n    48.210 s  Side A has taken in 1 tiles.\n")
    code, values = run_json("log", "-p", device.url, "--file", tmp_path / "log.txt")
    assert (code, [value["number"] for value in values]) == (0, [1, 2])
    assert (tmp_path / "log.txt").read_text().endswith("Side A has taken in 1 tiles.\n")
    result = run("log", "--file", tmp_path / "no" / "log.txt")
    assert result.exit_code == 2
    assert "the file cannot be written (No such file or directory)" in result.stderr


def test_a_fault_makes_one_line_of_all_parts_that_are_unknown(device, run, run_json, tmp_path):
    tell(device.table.events, 900, events.STATE, "line_a", "unknown")
    for part in ("line_b", "line_c", "lift_a"):
        tell(device.table.events, 1500, events.STATE, part, "unknown")
    tell(device.table.events, 1500, events.HATCH, "unknown")
    tell(device.table.events, 1500, events.STATE, "dice", "rest")
    lines = ["     0.900 s  Line a is now unknown.",
             "     1.500 s  4 parts are now unknown: line_b, line_c, lift_a, hatch.",
             "     1.500 s  Dice is now rest."]
    assert run("log", "-p", device.url).stdout.splitlines() == lines
    code, values = run_json("log", "-p", device.url, "--file", tmp_path / "log.txt")
    assert code == 0 and len(values) == 6, "programs get each"
    assert (tmp_path / "log.txt").read_text().splitlines() == lines


def test_log_follows(device, run):
    def happen(serving):
        if serving.now_ms == 500:
            tell(serving.table.events, 500, events.HATCH, "shut")

    device.each_scan = happen
    result = run("log", "--follow", "--seconds", 0.6, "-p", device.url)
    assert result.stdout == "     0.500 s  The hatch is shut.\n"


def test_log_says_what_it_missed(device, run):
    with_gap = device.table.events
    for index in range(60):
        tell(with_gap, index, events.HATCH, "open")

    def happen(serving):
        if serving.now_ms == 500:
            for index in range(200):
                tell(with_gap, index, events.HATCH, "shut")

    device.each_scan = happen
    result = run("log", "--follow", "--seconds", 0.8, "-p", device.url)
    assert "events were overwritten before they could be read" in result.stderr


def test_watch_prints_plain_lines_in_a_pipe(device, run, run_json):
    def happen(serving):
        if serving.now_ms == 400:
            serving.table.state = "loading"
            tell(serving.table.events, 400, events.HATCH, "open")

    device.each_scan = happen
    text = run("watch", "--seconds", 1, "-p", device.url).stdout
    assert text.startswith("Status: state ready, mode run, ")
    assert "     0.400 s  The hatch is open.\n" in text
    assert "Status: state loading.\n" in text
    _, values = run_json("watch", "--seconds", 0.3, "-p", device.url)
    assert values[0]["status"]["state"] == "loading"


@pytest.mark.parametrize("words", [("watch",), ("log", "--follow"), ("service", "sensors", "-f")])
def test_ctrl_c_ends_what_goes_on_cleanly(device, run, monkeypatch, words):
    def interrupt(seconds):
        raise KeyboardInterrupt

    clock = SimpleNamespace(sleep=interrupt, monotonic=time.monotonic)
    monkeypatch.setattr("mjtool.commands.live.time", clock)
    monkeypatch.setattr("mjtool.bench.clock.time", clock)
    result = run(*words, "-p", device.url)
    assert result.exit_code == 0


def test_sensors(device, run, run_json):
    device.table.inputs.level[0] = 0b10
    text = run("service", "sensors", "park_a", "mid_a", "-p", device.url).stdout
    assert text == ("sensor  input  is\npark_a  IN0.1  1\nmid_a   IN0.2  0\n")
    _, [value] = run_json("service", "sensors", "-p", device.url)
    assert value["park_a"] == 1
    assert "-" not in value
    result = run("service", "sensors", "parc_a", "-p", device.url)
    assert result.exit_code == 2
    assert "this table has no sensor `parc_a`. What to do: try park_a" in result.stderr


def test_another_dictionary_is_a_warning(device, run, run_json):
    device.spoil = lambda data: respell(data)
    result = run("marker", "-p", device.url)
    assert result.exit_code == 0
    assert "has the dictionary 00000000, this mjtool has" in result.stderr
    code, [value] = run_json("marker", "-p", device.url)
    assert (code, value["dealer"]) == (0, "A")


def respell(data):
    """The same answer with another dictionary hash."""
    body = decode(data[:-1]) or ""
    at = body.find("dict=")
    return data if at < 0 else encode(body[: at + 5] + "00000000" + body[at + 13 :])


def test_no_table_and_wrong_table(run, run_json, device):
    result = run("status")
    assert result.exit_code == 3
    assert "mjtool: no table found" in result.stderr
    code, [value] = run_json("status", "--port", "/dev/ttyNOPE")
    assert (code, value["error"], value["exit"]) == (3, "no_device", 3)
    device.says(b"login: ")
    assert run("status", "-p", device.url).exit_code == 4


def test_help_names_the_exit_codes_and_every_command(run):
    text = run("--help").stdout
    for word in ("ports", "status", "watch", "press", "roll", "marker", "profile", "faults",
                 "ack", "service", "log", "settings", "Exit codes"):
        assert word in text
    assert run("--version").stdout.startswith("mjtool ")
    assert run("jump").exit_code == 2


@pytest.mark.parametrize(
    ("result", "exit_code", "text"),
    [
        ("busy", 6, "the table is raising and does not do this now.*wait until the walls are up"),
        ("refused", 6, "the table is raising and does not do this now.*interlock"),
        ("fault", 5, "the table has the fault E521: Head jam.*mjtool ack"),
        ("mode", 6, "the table does this only in service mode.*hold the service key"),
        ("param", 2, "the table does not take this"),
        ("unknown", 2, "the table does not take this"),
    ],
)
def test_refusals_of_the_table(run, result, exit_code, text):
    with Device() as device:
        device.table.state = "raising"
        device.table.result = result
        device.table.faults.rows = [(521, "line_a", 0)]
        said = run("roll", "-p", device.url)
    assert said.exit_code == exit_code
    assert re.search(text, said.stderr)


def test_trends(device, run, run_json):
    trends = device.table.supervision
    trends.took[2], trends.learnt[2] = 96, 98  # hatch up
    trends.took[9], trends.learnt[9] = 165, 104  # head_b, lower half turn
    trends.took[18], trends.learnt[18] = 110, 101  # the ring's mean wait
    trends.took[16] = 99  # the dice plate has no way that is looked at
    lines = run("trends", "-p", device.url).stdout.splitlines()
    assert lines[0].split() == ["mechanism", "design", "learnt", "last", "of", "learnt"]
    assert lines[1].split() == ["hatch", "up", "2500", "ms", "2450", "ms", "2400", "ms", "97", "%",
                                "####|......."]  # fmt: skip
    assert lines[2].split()[-4:] == ["158", "%", "slow", "#####|###..."]
    assert lines[3].split()[:11] == ["ring", "mean", "wait", "for", "a", "tile", "100", "%", "101",
                                     "%", "110"]
    assert len(lines) == 4
    _, [value] = run_json("trends", "-p", device.url)
    assert value["trends"][1] == {"motor": "head_b", "what": "lower half turn", "design_ms": 500,
                                  "learnt_pct": 104, "last_pct": 165}
