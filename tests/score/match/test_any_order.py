"""Adds, edits, voids and undos in any order give what working it all out from nothing gives."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from mjscore.match import store
from mjscore.match.game import Match
from mjscore.match.setup import checked
from tests.score.match.naive import Naive
from tests.score.match.scorers import hand, small_score

FOUR = ["Ann", "Bob", "Cem", "Dan"]
GAMES = [("MJG", None, None), ("SHOP-B-136", "Eve", "rotating"), ("LASFS", "Eve", "reserve"),
         ("SHOP-A", "Eve", "bettor"), ("YEE", "Eve", "rotating")]  # fmt: skip
seats = st.sampled_from("ESWN")
points = st.integers(1, 50)
places = st.integers(0, 200)


class AnyOrder(RuleBasedStateMachine):
    @initialize(game=st.sampled_from(GAMES))
    def begin(self, game):
        profile, fifth, role = game
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "any.mjmatch"
        self.fast, store.SYNCHRONOUS = store.SYNCHRONOUS, "OFF"
        setup = checked("any", profile, FOUR, fifth, role, rounds=0)
        self.match = Match.begin(self.path, setup, small_score)
        self.naive = Naive(profile, FOUR, fifth, role)
        self.naive.result()

    def teardown(self):
        self.match.close()
        self.folder.cleanup()
        store.SYNCHRONOUS = self.fast

    def _hand(self, seat, value, dealt):
        source = "dealt" if dealt and seat == "E" else "wall"
        now = self.match.sheet.state.seats
        entry = {"kind": "hand", "who": list(now.values()), "winner": now[seat] if seat else None,
                 "points": value, "source": source}  # fmt: skip
        return hand(seat, value, source), entry

    @rule(seat=seats | st.none(), value=points, dealt=st.booleans())
    def play_a_hand(self, seat, value, dealt):
        request, entry = self._hand(seat, value, dealt)
        self.match.do(self.match.hand(request))
        self.naive.enter(**entry)

    @rule(giver=places, taker=places, value=points)
    def pay(self, giver, taker, value):
        names = self.match.setup.people
        giver, taker = names[giver % len(names)], names[taker % len(names)]
        if giver != taker:
            self.match.do({"do": "pay", "from": giver, "to": taker, "amount": value})
            self.naive.enter(kind="pay", giver=giver, taker=taker, points=value)

    @rule(place=places)
    def fine(self, place):
        who = self.match.sheet.state.chairs[place % 4]
        self.match.do({"do": "penalty", "event": {"event": "fine", "seat": who}})
        self.naive.enter(kind="penalty", who=who)

    @precondition(lambda self: self.match.setup.fifth)
    @rule(place=places)
    def change_places(self, place):
        out = self.match.sheet.state.chairs[place % 4]
        comes = self.match.sheet.state.bench
        self.match.do({"do": "sit", "out": out, "in": comes})
        self.naive.enter(kind="sit", out=out, comes=comes)

    @precondition(lambda self: self.match.setup.role == "bettor")
    @rule(place=places)
    def bet(self, place):
        backs = self.match.sheet.state.chairs[place % 4]
        self.match.do({"do": "bet", "backs": backs})
        self.naive.enter(kind="bet", backs=backs)

    @rule(side=st.integers(0, 3), streak=st.integers(0, 5), count=st.integers(1, 5))
    def put_the_marker_right(self, side, streak, count):
        fields = {"dealer": "ABCD"[side], "wind": "E", "streak": streak, "hand": count, "round": 1}
        self.match.do({"do": "marker", "marker": fields})
        self.naive.enter(kind="put_right", fields=(side, 0, streak, count, 1))

    def _some(self, place, kind=None):
        """A place among what was entered, of a kind, not void; None without one."""
        fitting = [number for number, entry in enumerate(self.naive.entered)
                   if not entry["void"] and kind in (None, entry["kind"])]  # fmt: skip
        return fitting[place % len(fitting)] if fitting else None

    @rule(place=places, seat=seats | st.none(), value=points)
    def edit_a_hand(self, place, seat, value):
        number = self._some(place, "hand")
        if number is None:
            return
        row = self.match.sheet.rows[number]
        now = row.before.seats
        self.match.do(self.match.edit(row.entry.label, self.match.hand(hand(seat, value))))
        new = {"who": list(now.values()), "winner": now[seat] if seat else None,
               "points": value, "source": "wall"}  # fmt: skip
        self.naive.change(lambda entered: entered[number].update(new))

    @rule(place=places, value=points)
    def edit_a_payment(self, place, value):
        number = self._some(place, "pay")
        if number is not None:
            entry = self.match.sheet.rows[number].entry
            to = dict(entry.body) | {"amount": value}
            self.match.do(self.match.edit(entry.label, to))
            self.naive.change(lambda entered: entered[number].update(points=value))

    @rule(place=places)
    def void(self, place):
        number = self._some(place)
        if number is not None:
            self.match.do(self.match.void(self.match.sheet.rows[number].entry.label))
            self.naive.change(lambda entered: entered[number].update(void=True))

    @rule()
    def restore_the_first_void(self):
        voided = [n for n, entry in enumerate(self.naive.entered) if entry["void"]]
        if voided:
            self.match.do(self.match.restore(self.match.sheet.rows[voided[0]].entry.label))
            self.naive.change(lambda entered: entered[voided[0]].update(void=False))

    @precondition(lambda self: len(self.naive.past) > 1)
    @rule()
    def undo(self):
        self.match.do({"do": "undo"})
        self.naive.undo()

    @precondition(lambda self: self.naive.future)
    @rule()
    def redo(self):
        self.match.do({"do": "redo"})
        self.naive.redo()

    @rule()
    def come_back_another_day(self):
        self.match.close()
        self.match = Match.open(self.path, small_score)

    @invariant()
    def it_is_what_working_it_out_from_nothing_gives(self):
        paid, sheet = self.naive.result(), self.match.sheet
        marker = self.naive.marker
        assert dict(sheet.state.totals) == self.naive.totals
        assert sum(sheet.state.totals.values()) == 0
        assert sheet.state.chairs == tuple(self.naive.chairs)
        assert [None if row.problem else {n: p for n, p in row.net.items() if p}
                for row in sheet.rows] == [net if net is None else {
                    n: p for n, p in net.items() if p} for net in paid]  # fmt: skip
        assert self.match.marker == {
            "dealer": "ABCD"[marker.dealer], "wind": "ESWN"[marker.wind],
            "streak": marker.streak, "hand": marker.hand, "round": marker.round}  # fmt: skip


AnyOrder.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
test_any_order = AnyOrder.TestCase
