"""`mjtool service motor`: it runs, it is kept alive, and it always stops."""


import pytest

from mjtable.scan import events
from mjtool import jog
from mjtool.client import Client
from mjtool.errors import LinkLostError, ToolError
from tests.protocol.bench import tell

STOP = [("jog", 4, 0, 0), ("service_leave",)]


@pytest.fixture
def client(device):
    with Client(device.url, reconnect_s=0.1) as found:
        yield found


def run(client, seconds=0.05, progress=lambda seconds: None, reverse=False, notes=None):
    said = [] if notes is None else notes
    return jog.run(client, "belt_a", seconds, reverse, progress, said.append)


def test_enter_jog_keepalive_stop_leave(device, client):
    run(client, 0.5, reverse=True)
    calls = device.table.calls
    assert calls[0] == ("service_enter",)
    assert calls[1] == ("press", "service", 20_000)  # simulated: nobody else holds the key
    assert calls[2] == ("jog", 4, 1, 500)
    assert calls[3:-2] == [("keepalive",)] * 3
    assert calls[-2:] == STOP
    assert device.table.mode == "run"


def test_a_table_in_service_mode_already_is_left_in_it(device, client):
    device.table.mode = "service"
    run(client)
    assert device.table.calls[-1] == ("jog", 4, 0, 0)
    assert ("service_enter",) not in device.table.calls
    assert device.table.mode == "service"


def test_ctrl_c_stops_the_motor(device, client):
    def interrupt(seconds):
        raise KeyboardInterrupt

    result = run(client, 5, interrupt)
    assert result.stopped_by_you
    assert device.table.calls[-2:] == STOP


def test_any_error_stops_the_motor(device, client):
    def fail(seconds):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(client, 5, fail)
    assert device.table.calls[-2:] == STOP


def test_a_refused_jog_leaves_service_mode(device, client):
    device.table.jog = lambda motor, reverse, ms: "refused" if ms else ""
    with pytest.raises(ToolError, match="interlock"):
        run(client)
    assert device.table.mode == "run"


def test_a_fault_while_it_runs(device, client):
    def keepalive():
        device.table.faults.rows = [(521, "line_a", 0)]
        return "mode"

    device.table.keepalive = keepalive
    with pytest.raises(ToolError, match="the fault E521: Head jam") as caught:
        run(client, 5)
    assert caught.value.exit_code == 5
    assert device.table.calls[-2:] == STOP


def test_a_refused_keepalive_without_a_fault(device, client):
    def keepalive():
        device.table.mode = "run"  # the table left service mode by itself
        return "mode"

    device.table.keepalive = keepalive
    with pytest.raises(ToolError, match="only in service mode"):
        run(client, 5)


def test_a_lost_link_says_that_the_motor_stops_by_itself(device, client):
    def cut(seconds):
        if seconds > 0.1:
            device.spoil = lambda data: b""

    with pytest.raises(LinkLostError, match="stop of belt_a could not be confirmed.*half"):
        run(client, 5, cut)


def test_a_jog_is_never_repeated_after_a_reconnect(device, client):
    client.reconnect_s = 5.0
    cut = iter([True])

    def lose(data):
        if ("jog", 4, 0, 5000) in device.table.calls and next(cut, False):
            device.kick.set()
            return b""
        return data

    device.spoil = lose
    with pytest.raises(LinkLostError, match="what moves something is never sent twice"):
        run(client, 5)
    assert [call[1:] for call in device.table.calls if call[0] == "jog"] == [
        (4, 0, 5000), (4, 0, 0)]
    assert device.table.calls[-2:] == STOP


def test_a_simulated_table_gets_its_service_key_held(device, client):
    notes = []

    def enter():
        if ("press", "service", jog.SIMULATED_KEY_MS) in device.table.calls:
            device.table.mode = "service"
            return ""
        return "key"

    device.table.service_enter = enter
    run(client, notes=notes)
    assert notes == ["Simulated table: holding its service key for you.",
                     "Motor belt_a turns; Ctrl-C stops it."]


def test_on_a_real_table_the_person_is_told_to_hold_the_key(device):
    device.table.inputs.sim = 0
    notes = []
    with Client(device.url) as real:
        run(real, notes=notes)
    assert notes == ["Hold the service key at the table until the motor stands: it stops when "
                     "you let go.", "Motor belt_a turns; Ctrl-C stops it."]
    assert not any(call[0] == "press" for call in device.table.calls)


def test_a_real_table_wants_a_person_at_it(device):
    device.table.inputs.sim = 0
    device.table.service_enter = lambda: "key"
    with Client(device.url) as real, pytest.raises(ToolError, match="nobody holds it"):
        run(real)
    assert not any(call[0] == "press" for call in device.table.calls)


def test_the_command_reports_how_long_it_ran(device, run_json, run, monkeypatch):
    def jogged(motor, reverse, ms):
        tell(device.table.events, 1000 if ms else 1400, events.MOTOR, "belt_a",
             "jog" if ms else "stopped")
        return ""

    device.table.jog = jogged
    _, [value] = run_json("bench", "motor", "belt_a", "--seconds", 0.5, "-p", device.url)
    assert (value["motor"], value["ran_ms"], value["stopped_by_you"]) == ("belt_a", 400, False)
    result = run("bench", "motor", "belt_a", "-s", 0.5, "-p", device.url)
    assert result.stdout == ("Motor belt_a ran 0.40 s and stands. It ended early: the table "
                             "stopped it: the service key let go, a fault, an end or a pinch, or "
                             "a late keepalive.\n")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("belt_x",), "this table has no motor `belt_x`. What to do: try belt_"),
        (("belt_a", "--seconds", "0"), "--seconds 0 is outside 0.05 to 60"),
        (("belt_a", "--seconds", "61"), "--seconds 61 is outside 0.05 to 60"),
    ],
)
def test_motors_and_times_that_do_not_exist(device, run, words, text):
    result = run("bench", "motor", *words, "-p", device.url)
    assert result.exit_code == 2
    assert text in result.stderr
    assert device.table.calls == []


def test_the_bar_is_for_terminals(device, run):
    result = run("bench", "motor", "belt_a", "-s", 0.2, "-p", device.url)
    assert result.stdout == "Motor belt_a stands again.\n"
    assert result.stderr == "Motor belt_a turns; Ctrl-C stops it.\n"
