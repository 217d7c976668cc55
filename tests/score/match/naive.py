"""A match worked out from nothing, another way: no journal, no fold, the firmware's own marker.

Each action leaves a copy of the whole list of what was entered; undo goes back one copy. From the
list everything is computed again. It shares the tests' scorer with the real one and nothing else.
"""

from copy import deepcopy
from types import SimpleNamespace

from mjscore.errors import ScoreError
from mjtable.game import profiles
from mjtable.game.marker import Marker
from tests.score.match.scorers import small_score

WITHOUT_WINNER = {"SHOP-A": "same", "LASFS": "passes"}


class Naive:
    def __init__(self, profile, players, fifth=None, role=None):
        self.profile, self.players, self.fifth, self.role = profile, players, fifth, role
        self.system = profile.replace("-136", "")
        self.past = [[]]
        self.future = []

    @property
    def entered(self):
        return self.past[-1]

    def enter(self, **entry):
        self.change(lambda entered: entered.append(entry | {"void": False}))

    def change(self, how):
        copy = deepcopy(self.entered)
        how(copy)
        self.past.append(copy)
        self.future = []

    def undo(self):
        self.future.append(self.past.pop())

    def redo(self):
        self.past.append(self.future.pop())

    def result(self):
        """Totals, marker, who sits where, which entries fit and what each of them paid."""
        index = profiles.index_of(self.profile)
        self.marker = Marker(SimpleNamespace(played_profile=lambda: index))
        self.chairs, self.away, self.backed = list(self.players), self.fifth, None
        self.totals = dict.fromkeys([*self.players, *([self.fifth] if self.fifth else [])], 0)
        paid = []
        for entry in self.entered:
            net = {} if entry["void"] else getattr(self, entry["kind"])(entry)
            for name, points in (net or {}).items():
                self.totals[name] += points
            paid.append(net)
        return paid

    def seats(self):
        return {"ESWN"[n]: self.chairs[(self.marker.dealer + n) % 4] for n in range(4)}

    def named(self, net):
        where = self.seats() | {"bettor": self.away}
        return {where[seat]: points for seat, points in net.items()}

    def hand(self, entry):
        seats = self.seats()
        at = {name: seat for seat, name in seats.items()}
        net = None
        if set(entry["who"]) == set(self.chairs):
            winner = at.get(entry["winner"])
            request = {"system": self.system, "config": {}, "dealer_streak": self.marker.streak,
                       "players": {at[name]: {"points": entry["points"]} for name in at},
                       "win": winner and {"seat": winner, "source": entry["source"]}}  # fmt: skip
            if self.backed:
                request |= {"bettor": at[self.backed], "bettor_shown": False}
            try:
                net = self.named(small_score(request)["net"])
            except ScoreError:
                net = None
        self.moves_on(entry, seats["E"])
        return net

    def moves_on(self, entry, dealer):
        side = self.marker.dealer
        if entry["winner"] is None:
            how = WITHOUT_WINNER.get(self.system, "stays")
        else:
            how = "stays" if entry["winner"] == dealer and self.system != "SHOP-A" else "passes"
        if how != "same":
            getattr(self.marker, how)()
            self.backed = None
        if self.role == "rotating" and self.marker.dealer != side:
            self.chairs[side], self.away = self.away, self.chairs[side]

    def pay(self, entry):
        return {entry["giver"]: -entry["points"], entry["taker"]: entry["points"]}

    def penalty(self, entry):
        if entry["who"] not in self.chairs:
            return None
        net = {name: -30 if name == entry["who"] else 10 for name in self.chairs}
        if self.backed:
            net[self.away] = net[self.backed]
            net[self.seats()["E"]] -= net[self.backed]
        return net

    def sit(self, entry):
        if entry["out"] not in self.chairs or entry["comes"] != self.away:
            return None
        self.chairs[self.chairs.index(entry["out"])], self.away = self.away, entry["out"]
        self.backed = None
        return {}

    def bet(self, entry):
        if entry["backs"] not in self.chairs:
            return None
        self.backed = entry["backs"]
        return {}

    def put_right(self, entry):
        self.marker.set(*entry["fields"])
        return {}
