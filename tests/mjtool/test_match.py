"""`mjtool match`: the marker of a simulated table follows a match, and people settle quarrels."""

import json
import threading
import time
from types import SimpleNamespace

import pytest

from mjscore.match.folder import path_of
from mjscore.match.game import Match
from mjscore.match.setup import checked
from mjtool.commands import match as command
from tests.mjtool.sim_device import SimDevice
from tests.patience import await_
from tests.score.match.scorers import hand, small_score

TABLE = {"dealer": "C", "wind": "E", "streak": 2, "hand": 5, "round": 1}


@pytest.fixture
def table():
    with SimDevice(profile="MJG") as found:
        yield found


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    """Matches in a folder of the test, scored by the tests' own scorer."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(command, "scorer", lambda: small_score)
    monkeypatch.setattr(command, "TRY_S", 0.02)
    monkeypatch.setattr(command, "FOLLOW_S", 0.02)


@pytest.fixture
def game():
    setup = checked("Friday", "MJG", ["Ann", "Bob", "Cem", "Dan"])
    with Match.begin(path_of("Friday"), setup, small_score) as found:
        yield found


def won(game, seat):
    return game.do(game.hand(hand(seat)))


def moved_at_the_table(table):
    table.do(lambda sim: sim.table.marker_set(2, 0, 2, 5, 1))


def test_a_confirmed_result_moves_the_marker(table, game, run):
    won(game, "S")
    result = run("match", "Friday", "--port", table.url)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "The marker was set to dealer side B, prevailing wind E, streak 0, hand 2 of round 1.\n")
    assert table.marker == game.marker
    won(game, "E")
    assert run("match", "Friday", "--port", table.url).exit_code == 0
    assert table.marker == {"dealer": "B", "wind": "E", "streak": 1, "hand": 3, "round": 1}


def test_the_round_and_the_prevailing_wind_follow_too(table, game, run):
    for _ in range(4):
        won(game, "W")
    run("match", "Friday", "--port", table.url)
    assert table.marker == {"dealer": "A", "wind": "S", "streak": 0, "hand": 1, "round": 2}


def test_an_edit_and_an_undo_move_the_marker_back(table, game, run):
    won(game, "S")
    run("match", "Friday", "--port", table.url)
    game.do(game.edit("1", game.hand(hand("E"))))
    run("match", "Friday", "--port", table.url)
    assert table.marker["dealer"] == "A" and table.marker["streak"] == 1
    game.do({"do": "undo"})
    run("match", "Friday", "--port", table.url)
    assert table.marker["dealer"] == "B"


def test_the_key_at_the_table_and_the_result_agree(table, game, run, run_json):
    run("match", "Friday", "--port", table.url)
    table.do(lambda sim: sim.table.marker.passes())
    won(game, "N")
    code, [value] = run_json("match", "Friday", "--port", table.url)
    assert (code, value["did"]) == (0, "agrees")
    assert value["marker"] == table.marker


def test_a_script_has_to_say_whose_word_counts(table, game, run, run_json):
    run("match", "Friday", "--port", table.url)
    moved_at_the_table(table)
    result = run("match", "Friday", "--port", table.url)
    assert result.exit_code == 2
    assert result.stderr == (
        "mjtool: match: somebody moved the marker at the table: it shows dealer side C, "
        "prevailing wind E, streak 2, hand 5 of round 1; the match says dealer side A, prevailing "
        "wind E, streak 0, hand 1 of round 1. What to do: say which is right: --keep match or "
        "--keep table.\n")
    code, [value] = run_json("match", "Friday", "--port", table.url)
    assert (code, value["error"]) == (2, "usage")
    assert table.marker == TABLE


def test_the_match_is_kept(table, game, run):
    run("match", "Friday", "--port", table.url)
    moved_at_the_table(table)
    assert run("match", "Friday", "--keep", "match", "--port", table.url).exit_code == 0
    assert table.marker == game.marker == {
        "dealer": "A", "wind": "E", "streak": 0, "hand": 1, "round": 1}


def test_the_table_is_kept_and_the_match_goes_on_from_there(table, game, run):
    run("match", "Friday", "--port", table.url)
    moved_at_the_table(table)
    result = run("match", "Friday", "--keep", "table", "--port", table.url)
    assert result.stdout == (
        "The match took over dealer side C, prevailing wind E, streak 2, hand 5 of round 1.\n")
    game.reload()
    assert game.marker == table.marker == TABLE
    assert [row.entry.kind for row in game.sheet.rows] == ["marker"]
    assert game.sheet.state.seats["E"] == "Cem"
    won(game, "S")
    assert game.marker == {"dealer": "D", "wind": "E", "streak": 0, "hand": 6, "round": 1}
    assert run("match", "Friday", "--port", table.url).exit_code == 0
    assert table.marker == game.marker


@pytest.mark.parametrize(("answers", "kept"), [(["match"], "A"), (["t"], "C"), (["", "tab"], "C")])
def test_a_person_at_a_terminal_is_asked(table, game, run, monkeypatch, answers, kept):
    run("match", "Friday", "--port", table.url)
    moved_at_the_table(table)
    asked = []
    monkeypatch.setattr(command.sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(command.typer, "prompt",
                        lambda text, err: (asked.append(text), answers.pop(0))[1])
    result = _direct(table, game)
    assert set(asked) == {"Which is right, match or table?"}
    assert "Somebody moved the marker at the table" in result
    assert table.marker["dealer"] == kept and game.marker["dealer"] == kept


def _direct(table, game):
    """The command without the runner, which brings a stdin of its own; what went to stderr."""
    from mjtool.client import Client
    from mjtool.output import Output

    said = []
    output = Output(False)
    output.note = said.append
    with Client(table.url) as client:
        command.agree(client, game, None, 1.0, output)
    return "\n".join(said)


def raising(table):
    """Bring the machine to where the walls are on their way: no marker is taken then."""
    def act(sim):
        sim.press("elevator")
        sim.run_until("ready", 20_000)
        sim.load()
        sim.run_until("ready", 150_000)
        sim.press("elevator")
        sim.run_until(lambda: sim.io("hatch_up"), 20_000)
        sim.press("elevator")
        sim.run_until(lambda: sim.table.cycle.state in ("closing", "raising"), 20_000)
        return sim.table.cycle.state

    return table.do(act)


def test_while_walls_are_on_their_way_the_command_waits_and_says_so(table, game, run):
    run("match", "Friday", "--port", table.url)
    won(game, "S")
    state = raising(table)
    result = run("match", "Friday", "--port", table.url)
    assert result.exit_code == 0
    assert result.stderr == (f"The table is {state} and takes no marker now; waiting for the "
                             "walls, 180 s at most.\n")
    assert table.marker == game.marker


def test_it_does_not_wait_for_ever(table, game, run):
    run("match", "Friday", "--port", table.url)
    won(game, "S")
    state = raising(table)
    result = run("match", "Friday", "--wait", "0", "--port", table.url)
    assert result.exit_code == 6
    assert f"the table is {state} and does not do this now" in result.stderr
    assert "wait until" in result.stderr
    assert table.marker["dealer"] == "A"
    assert run("match", "Friday", "--port", table.url).exit_code == 0  # the result is still there
    assert table.marker == game.marker


def test_what_the_table_will_never_take_is_not_waited_for(table, game, run):
    won(game, "S")
    table.do(lambda sim: setattr(sim.table, "marker_set", lambda *fields: "range"))
    result = run("match", "Friday", "--port", table.url)
    assert result.exit_code == 2
    assert "the table does not take" in result.stderr and "waiting" not in result.stderr


def test_no_table(game, run):
    result = run("match", "Friday")
    assert result.exit_code == 3
    assert "no serial ports" in result.stderr or "no table" in result.stderr


def test_no_match(table, run, run_json):
    result = run("match", "Monday", "--port", table.url)
    assert result.exit_code == 2
    assert result.stderr == ("mjtool: match: name: there is no match Monday; none was begun yet. "
                             "What to do: see `mjscore match --help`.\n")


def test_a_file_that_holds_another_match(table, game, run):
    shown = dict(table.marker)
    result = run("match", "Monday", "--file", str(path_of("Friday")), "--port", table.url)
    assert result.exit_code == 2
    assert f"the match in {path_of('Friday')} is called Friday, not Monday" in result.stderr
    assert table.marker == shown


def test_keep_is_one_of_two_words(game, run):
    result = run("match", "Friday", "--keep", "both")
    assert result.exit_code == 2
    assert "--keep is match or table, not `both`" in result.stderr


def test_another_game_at_the_table_is_told(game, run):
    with SimDevice(profile="YEE") as other:
        result = run("match", "Friday", "--port", other.url)
    assert result.exit_code == 0
    assert "Friday plays MJG, the table is set to YEE" in result.stderr


class UntilShown:
    """`time`, where the following has lasted long enough once the marker shows a dealer."""

    sleep = staticmethod(time.sleep)

    def __init__(self, table, dealer):
        self.table, self.dealer = table, dealer

    def monotonic(self):
        return int(self.table.marker["dealer"] == self.dealer)


def test_following_a_match_sends_each_result(table, game, run, monkeypatch):
    def play():
        with Match.open(path_of("Friday"), small_score) as own:  # another program's view of it
            await_(lambda: own.marker_set("E6614103E7452D2F"))
            won(own, "N")

    monkeypatch.setattr(command, "time", UntilShown(table, "B"))
    player = threading.Thread(target=play)
    player.start()
    result = run("match", "Friday", "--follow", "--seconds", "1", "--port", table.url, "--json")
    player.join()
    assert [json.loads(line)["did"] for line in result.stdout.splitlines()] == ["agrees", "set"]
    assert table.marker["dealer"] == "B"


def test_a_marker_moved_in_the_same_moment_is_told(table, game, run, monkeypatch):
    run("match", "Friday", "--port", table.url)
    won(game, "S")
    seen = [command.read]

    def read(client):
        shows = seen[0](client)
        return shows | {"streak": 9} if table.marker["dealer"] == "B" else shows

    monkeypatch.setattr(command, "read", read)
    result = run("match", "Friday", "--port", table.url)
    assert result.exit_code == 6
    assert "the marker was set and shows dealer side B" in result.stderr
    assert "somebody moved it at this moment" in result.stderr
