"""Random evenings through the addresses of the play view, beside the figures of `score`."""

import re

from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.match.folder import path_of
from mjscore.match.game import Match
from mjscore.systems import game
from tests.play import told
from tests.score.second import deals

PROFILES = {"SHOP-A": "SHOP-A", "SHOP-B": "SHOP-B-144", "MJG": "MJG", "YEE": "YEE",
            "HANDS": "HANDS-148", "LASFS": "LASFS"}  # fmt: skip
FOUR = ["Ann", "Bob", "Cem", "Dan"]
MARK = re.compile(r'name="mark" value="(\w+)"')
LINES = re.compile(r'name="lines" value="(\d+)"')


class Evening:
    """One match, played through a client of the server; `expected` are the nets of its hands."""

    def __init__(self, client, name, system, rng):
        self.client, self.name, self.system, self.rng = client, name, system, rng
        self.at = f"/play/m/{name}"
        self.expected = []
        self.requests = []
        fields = {f"player{number}": person for number, person in enumerate(FOUR, 1)}
        self.post("/play/new", name=name, profile=PROFILES[system], **fields)

    def post(self, path, **fields):
        answer = self.client.post(path, data=fields, headers={"hx-request": "true"})
        assert answer.status_code in (200, 303), (path, fields, answer.text)
        return answer.text

    def mark(self):
        return MARK.search(self.client.get(f"{self.at}/board").text).group(1)

    def state(self):
        with Match.open(path_of(self.name), score) as match:
            return dict(match.sheet.state.seats), match.marker

    def tap(self, taps):
        mark, text = self.mark(), ""
        for word in taps:
            text = self.post(f"{self.at}/tap", mark=mark, tap=word)
        return mark, text

    def hand(self):
        """A hand somebody won, told in one of the ways, stored; now and then nobody wins."""
        names, marker = self.state()
        if self.rng.random() < 0.1 and not game(self.system).drawn:
            mark, _ = self.tap(["winner:-"])
            request, net = {"win": None}, dict.fromkeys(FOUR, 0)
        else:
            request, answer = self.won(marker)
            net = {names[seat]: points for seat, points in answer["net"].items()}
            losers = self.losers(request, answer)
            mark, _ = self.tap(told.taps(request, names, losers, game(self.system).jokers))
        self.post(f"{self.at}/confirm", mark=mark)
        self.expected.append(net)
        self.requests.append((request, names))

    def won(self, marker):
        """A request that somebody could really tap, and what `score` gives for all of it."""
        while True:
            request = told.plain(deals.request(self.system, self.rng), marker)
            try:
                answer = score(request) if request else {"legal": False}
            except ScoreError:
                continue
            if answer["legal"]:
                return request, answer

    def losers(self, request, answer):
        """What each loser says: it must pay what all his tiles pay."""
        if not game(self.system).losers:
            return {}
        found = {}
        for seat, hand in request["players"].items():
            if seat == request["win"]["seat"]:
                continue
            value = answer["hands"][seat]["value"]
            kept = [code for code in hand["concealed"] if hand["concealed"].count(code) > 1]
            ways_ = [("points", value), ("sets", {**hand, "concealed": kept})]
            found[seat] = self.rng.choice([*ways_, ("nothing",)] if not value else ways_)
        return found

    def undo(self):
        """Take the last hand back."""
        lines = LINES.search(self.client.get(f"{self.at}/board").text).group(1)
        self.post(f"{self.at}/undo", lines=lines)
        self.expected.pop()
        self.requests.pop()

    def change(self):
        """Another giver in an earlier hand: that alone, by two taps."""
        number = self.rng.randrange(len(self.requests))
        request, names = self.requests[number]
        win = request["win"]
        if not win or win["source"] != "discard" or "first_turn" in win:
            return
        others = [seat for seat in "ESWN" if seat not in (win["seat"], win["from"])]
        giver = self.rng.choice(others)
        changed = request | {"win": win | {"from": giver}}
        self.post(f"{self.at}/edit", label=str(number + 1))
        mark, _ = self.tap([f"from:{names[giver]}"])
        self.post(f"{self.at}/confirm", mark=mark)
        net = score(changed)["net"]
        self.expected[number] = {names[seat]: points for seat, points in net.items()}
        self.requests[number] = (changed, names)

    def checked(self):
        """The match's figures are those of `score`, to the point."""
        with Match.open(path_of(self.name), score) as match:
            assert match.sheet.misfits == ()
            assert [dict(row.net) for row in match.sheet.rows] == self.expected
            totals = {name: sum(net[name] for net in self.expected) for name in FOUR}
            assert dict(match.sheet.state.totals) == totals


def evening(client, name, rng):
    """Three to six hands with an undo and a change among them."""
    system = rng.choice(list(PROFILES))
    played = Evening(client, name, system, rng)
    for _ in range(rng.randint(3, 6)):
        played.hand()
        if rng.random() < 0.15:
            played.undo()
        if played.requests and rng.random() < 0.25:
            played.change()
    played.checked()
    return played
