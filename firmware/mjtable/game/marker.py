"""The auto-marker: who deals, and where the profile asks for it round, wind and streak.

The electronic counterpart of the wind discs (rules chapter 9). The people say how the hand ended:
short = the deal passes, double = the dealer stays; the profile says what follows from a finished
round (rules chapter 10, profiles.ROTATIONS). The last HISTORY changes can be undone.
"""

from array import array

from mjtable.game import profiles
from mjtable.game.profiles import SHOW_WIND

TOUCHES = {
    "calls": "played_profile",
}

HISTORY = 8
MOST = 99  # streak, hand and round stop there
PACKED = 6  # bytes of a record
_VERSION = 1


class Marker:
    """Sides are 0..3 = A..D, winds 0..3 = E S W N; hand counts within the round, from 1."""

    STATE = (
        "dealer", "first", "wind", "streak", "hand", "round", "reseat", "ended", "fresh",
        "undoable", "_places", "_counts", "_top",
    )

    def __init__(self, table):
        self.table = table
        self.dealer = 0  # side A deals first (design architecture)
        self.first = 0  # side that deals first in each round
        self.wind = 0
        self.streak = 0  # times the dealer has stayed
        self.hand = 1
        self.round = 1
        self.reseat = 0  # 1: new seats are diced for before the next hand
        self.ended = 0  # 1: the game is over; this is the first hand of a new one
        self.fresh = 1  # 1: nobody has dealt in this game yet
        self.undoable = 0
        self._places = array("i", [0] * HISTORY)
        self._counts = array("i", [0] * HISTORY)
        self._top = 0

    def passes(self):
        """The deal goes to the next side counter-clockwise."""
        self._change()
        self.streak = 0
        self.dealer = (self.dealer + 1) & 3
        if self.dealer == self.first:
            self._end_round()
        else:
            self.hand = min(self.hand + 1, MOST)

    def stays(self):
        """The dealer keeps the deal."""
        self._change()
        self.streak = min(self.streak + 1, MOST)
        self.hand = min(self.hand + 1, MOST)

    def dealer_key(self, side):
        """A seat's key on the six-key panel; the same again: the dealer stays (domain §5)."""
        if self.fresh:
            self._change()
            self.dealer = self.first = side
        elif side == self.dealer:
            self.stays()
        elif side == (self.dealer + 1) & 3:
            self.passes()
        else:
            self._change()
            self.dealer = side
            self.streak = 0
            self.hand = min(self.hand + 1, MOST)

    def set(self, dealer, wind, streak, hand, round_no):
        """Put everything right: "" or "range". The dealer of a round's hand 1 deals first."""
        if not (0 <= dealer <= 3 and 0 <= wind <= 3 and 0 <= streak <= MOST):
            return "range"
        if not (1 <= hand <= MOST and 1 <= round_no <= MOST):
            return "range"
        self._change()
        self.dealer = dealer
        self.wind = wind
        self.streak = streak
        self.hand = hand
        self.round = round_no
        if hand == 1:
            self.first = dealer
            self.fresh = 1 if round_no == 1 and streak == 0 else 0
        return ""

    def undo(self):
        """Take the last change back; False when none is remembered."""
        if self.undoable == 0:
            return False
        self.undoable -= 1
        self._top = (self._top - 1) % HISTORY
        self._put_places(self._places[self._top])
        counts = self._counts[self._top]
        self.round = counts >> 14
        self.hand = counts >> 7 & 127
        self.streak = counts & 127
        return True

    def pack(self, buf, at):
        """Write PACKED bytes into `buf` from `at` and answer where they end."""
        places = self._get_places()
        buf[at] = _VERSION
        buf[at + 1] = places & 255
        buf[at + 2] = places >> 8
        buf[at + 3] = self.streak
        buf[at + 4] = self.hand
        buf[at + 5] = self.round
        return at + PACKED

    def unpack(self, buf, at):
        """Read what `pack` wrote; False, and nothing changed, when it makes no sense."""
        streak = buf[at + 3]
        hand = buf[at + 4]
        round_no = buf[at + 5]
        if buf[at] != _VERSION or streak > MOST:
            return False
        if not (1 <= hand <= MOST and 1 <= round_no <= MOST):
            return False
        self._put_places(buf[at + 1] | buf[at + 2] << 8)
        self.streak = streak
        self.hand = hand
        self.round = round_no
        self.undoable = 0
        return True

    def _end_round(self):
        """Everybody has been dealer once more."""
        finished = self.round
        profile = self.table.played_profile()
        seats = profiles.reseat_after(profile)
        self.hand = 1
        if finished == profiles.end_after(profile):
            self.ended = self.fresh = self.round = 1
            self.wind = 0
            return
        self.round = min(finished + 1, MOST)
        if profiles.shows(profile, SHOW_WIND):
            self.wind = (self.wind + 1) & 3
        if seats and finished % seats == 0:
            self.reseat = 1

    def _change(self):
        """Remember what is, and take back what was said once."""
        self._places[self._top] = self._get_places()
        self._counts[self._top] = self.round << 14 | self.hand << 7 | self.streak
        self._top = (self._top + 1) % HISTORY
        self.undoable = min(self.undoable + 1, HISTORY)
        self.reseat = self.ended = self.fresh = 0

    def _get_places(self):
        flags = self.reseat << 6 | self.ended << 7 | self.fresh << 8
        return self.dealer | self.first << 2 | self.wind << 4 | flags

    def _put_places(self, places):
        self.dealer = places & 3
        self.first = places >> 2 & 3
        self.wind = places >> 4 & 3
        self.reseat = places >> 6 & 1
        self.ended = places >> 7 & 1
        self.fresh = places >> 8 & 1
