"""One hand as a sequence of checked actions, from the deal to the request that scores it.

A refused action raises ScoreError, names the rule and leaves everything as it was. Nothing here
is random: the tiles come in draw order, the actions from people, from a file or from a simulation.
"""

from collections.abc import Callable, Mapping
from typing import Any

from mjscore.errors import ScoreError, nearest, shown
from mjscore.flow.charleston import Charleston
from tests.score.flow.play import laying, slips, taking, turns, winning
from tests.score.flow.play.hand_state import HandState
from tests.score.flow.play.moments import DISCARD, EXCHANGE
from tests.score.flow.play.moments import Result as Result

IDS = ("SA-F02", "SA-F04", "SA-F07", "SB-F01", "YEE-F01")


class HandPlay(HandState):
    """A hand that is played: `apply` does what people say, in the state as it then is."""

    def apply(self, action: Mapping[str, Any]) -> "HandPlay":
        """Do one action given as data, such as {"do": "discard", "seat": "E", "tile": "B5"}."""
        name = action.get("do")
        if not isinstance(name, str) or name not in ACTIONS:
            hint = nearest(name, list(ACTIONS))
            raise ScoreError(f"there is no action {shown(name)}{hint}", "do", self.custom.turn)
        ACTIONS[name](self, **self._arguments(name, action))
        return self

    def exchange(self, done: Charleston) -> None:
        """Play on with the hands after the Charleston, which is compulsory (rules SA-F02)."""
        if self.phase != EXCHANGE:
            raise ScoreError("tiles are exchanged once, before the play", "do", "SA-F02")
        if not done.complete:
            raise ScoreError("an exchange is completed once it is begun", "do", "SA-F04")
        if sorted(t for hand in done.hands for t in hand) != sorted(
            t for seat in self.seats for t in seat.concealed
        ):  # fmt: skip
            raise ScoreError("these are not the tiles that were dealt", "do", "SA-F02")
        for seat in self.seats:
            seat.concealed = list(done.hands[seat.seat])
        self.seats[0].fresh, self.seats[0].source = self.seats[0].concealed[-1], "dealt"
        self.phase = DISCARD

    def charleston(self) -> Charleston:
        """The exchange that belongs to the dealt hands."""
        return Charleston(tuple(tuple(seat.concealed) for seat in self.seats))

    def _arguments(self, name: str, action: Mapping[str, Any]) -> dict[str, Any]:
        values = {key: value for key, value in action.items() if key != "do"}
        known = NAMES[name]
        for key in values:
            if key not in known:
                hint = nearest(key, list(known))
                words = f"the action {name} has no field {shown(key)}{hint}"
                raise ScoreError(words, key, self.custom.turn)
        missing = [key for key in known if known[key] and key not in values]
        if missing:
            words = f"the action {name} needs the field {missing[0]}"
            raise ScoreError(words, missing[0], self.custom.turn)
        for key in LISTS & values.keys():
            if not isinstance(values[key], list | tuple):
                raise ScoreError(f"must be a list, not {shown(values[key])}", key, "ENG-01")
        return values


ACTIONS: dict[str, Callable[..., Any]] = {
    **turns.ACTIONS, **laying.ACTIONS, **taking.ACTIONS, **winning.ACTIONS, **slips.ACTIONS,
}  # fmt: skip
LISTS = {"tiles", "exposed", "claims"}
NAMES = {name: turns.fields(action) for name, action in ACTIONS.items()}
