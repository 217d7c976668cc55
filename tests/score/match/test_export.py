"""CSV for people, JSON for programs, and back."""

import csv
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjscore.errors import ScoreError
from mjscore.match import export
from mjscore.match.errors import MatchError
from mjscore.match.opening import replay
from mjscore.match.store import Line
from tests.score.match.scorers import hand, small_score


def played(match):
    match.do(match.hand(hand("S", 20)))
    match.do({"do": "pay", "from": "Ann", "to": "Bob", "amount": 5})
    match.do(match.hand(hand("E")))
    match.do(match.void("2"))
    match.do(match.hand(hand(None)))
    return match


def test_csv_has_one_line_an_entry(match):
    text = export.as_csv(played(match).sheet)
    assert "\r\n" in text
    head, *rows = csv.reader(io.StringIO(text, newline=""))
    assert head == ["no", "what", "about", "dealer", "side", "wind", "streak", "winner", "value",
                    "Ann", "Bob", "Cem", "Dan", "Ann total", "Bob total", "Cem total",
                    "Dan total", "voided", "problem"]  # fmt: skip
    assert rows == [
        ["1", "hand", "", "Ann", "A", "E", "0", "Bob", "20", "-40", "80", "-20", "-20",
         "-40", "80", "-20", "-20", "", ""],
        ["1.1", "payment", "Ann to Bob 5", "", "", "", "", "", "", "-5", "5", "0", "0",
         "-45", "85", "-20", "-20", "", ""],
        ["2", "hand", "", "Bob", "B", "E", "0", "", "", "0", "0", "0", "0",
         "-45", "85", "-20", "-20", "yes", ""],
        ["3", "hand", "", "Bob", "B", "E", "0", "", "", "0", "0", "0", "0",
         "-45", "85", "-20", "-20", "", ""],
    ]  # fmt: skip


def test_csv_tells_what_does_not_fit(match):
    match.do(match.hand(hand("N")))
    match.do(match.hand(hand("E", source="dealt")))
    match.do(match.edit("1", match.hand(hand("E"))))
    *_, last = csv.reader(io.StringIO(export.as_csv(match.sheet), newline=""))
    assert last[-1] == "win.source: only East is dealt a whole hand [SB-L04]"


def test_json_says_everything(match):
    data = json.loads(json.dumps(export.as_json(played(match).sheet, match.journal)))
    assert (data["format"], data["version"]) == ("mjscore match", 1)
    assert data["match"]["players"] == ["Ann", "Bob", "Cem", "Dan"]
    assert data["totals"] == {"Ann": -45, "Bob": 85, "Cem": -20, "Dan": -20}
    assert data["chips"]["Bob"] == 2085
    assert data["marker"] == match.marker
    assert data["rows"][0]["answer"]["hands"]["S"]["value"] == 20
    assert [row["voided"] for row in data["rows"]] == [False, False, True, False]
    assert len(data["journal"]) == 6


actions = st.lists(
    st.tuples(st.sampled_from(["hand", "pay", "void", "undo", "edit"]), st.sampled_from("ESWN"),
              st.integers(1, 99), st.booleans()), max_size=12)  # fmt: skip


@settings(max_examples=30,
          suppress_health_check=[HealthCheck.function_scoped_fixture,
                                 HealthCheck.too_slow])  # fmt: skip
@given(actions)
def test_an_imported_match_is_the_same_match(begin, tmp_path_factory, todo):
    folder = tmp_path_factory.mktemp("import")
    match = begin("YEE", f"m{folder.name}", fifth="Eve", role="rotating")
    for kind, seat, points, dealt in todo:
        request = hand(seat, points, "dealt" if dealt and seat == "E" else "wall")
        if kind == "hand":
            match.do(match.hand(request))
        elif kind == "pay":
            match.do({"do": "pay", "from": "Ann", "to": "Eve", "amount": points})
        elif match.sheet.rows and not match.sheet.rows[-1].entry.voided:
            label = match.sheet.rows[-1].entry.label
            if kind == "undo":
                match.do({"do": "undo"})
            elif kind == "void":
                match.do(match.void(label))
            elif match.sheet.rows[-1].entry.kind == "hand":
                match.do(match.edit(label, match.hand(request)))
    text = json.dumps(export.as_json(match.sheet, match.journal))
    with replay(folder / "again.mjmatch", export.read(text), small_score) as again:
        assert again.sheet.state == match.sheet.state
        assert export.as_json(again.sheet, again.journal) == json.loads(text)
        assert again.journal == match.journal


def test_a_match_that_cannot_be_read_leaves_no_file(match, tmp_path):
    lines = [*played(match).journal, Line(7, "now", None, {"do": "void", "entry": 99})]
    with pytest.raises(MatchError) as caught:
        replay(tmp_path / "bad.mjmatch", lines, small_score)
    assert str(caught.value) == "entry: there is no entry of journal line 99"
    lines[-1] = Line(7, "now", None, {"do": "fly"})
    with pytest.raises(MatchError) as caught:
        replay(tmp_path / "bad.mjmatch", lines, small_score)
    assert str(caught.value) == "journal.7: this is no action of a match"
    assert not (tmp_path / "bad.mjmatch").exists()


@pytest.mark.parametrize(("text", "told"), [
    ("{", "import: this is no JSON"),
    ("[" * 100_000, "import: this is no JSON"),
    ("[]", "import: this is no exported match"),
    ('{"format": "other"}', "import: this is no exported match"),
    ('{"format": "mjscore match", "version": 2}', "import.version: version 2 is not 1"),
    ('{"format": "mjscore match", "version": 1}', "import.journal: there is no journal in it"),
    ('{"format": "mjscore match", "version": 1, "journal": [1]}',
     "import.journal.1: a line has at, ref and action"),
])  # fmt: skip
def test_what_is_no_export(text, told):
    with pytest.raises(ScoreError) as caught:
        export.read(text)
    assert str(caught.value).startswith(told)
