"""A server killed at any moment loses nothing confirmed, at most the last tap: PLAY_KILLS=50."""

import os
import random
import re
import threading

import httpx2 as httpx

from mjscore.entry.draft import read
from mjweb.pages.play import kept
from tests.patience import HANG_S
from tests.play.serving import Program, answers, begun, opened

KILLS = int(os.environ.get("PLAY_KILLS", "2"))
SEED = int(os.environ.get("PLAY_SEED", "1"))
MARK = re.compile(r'name="mark" value="(\w+)"')
HAND = ("winner:Bob from:Cem tile:D1 set:pung tile:B2 set:pung tile:C2 set:run tile:DR set:pair "
        "tile:C6 tile:C7 tile:C8 rest:").split()  # fmt: skip


class Phone:
    """Enters the same hand again and again; `taps` and `hands` are what was answered."""

    def __init__(self, path):
        self.path = path
        self.hands = self.taps = 0
        self.mark = ""

    def play(self, url):
        """Until the server is gone."""
        at = f"{url}/play/m/Friday"
        try:
            with httpx.Client(timeout=HANG_S, headers={"hx-request": "true"}) as web:
                while True:
                    self._hand(web, at)
        except httpx.TransportError:
            return

    def _hand(self, web, at):
        text = web.get(f"{at}/board").text
        mark = MARK.search(text).group(1)
        if mark != self.mark:
            self.mark, self.taps = mark, 0
        begun_at = int(re.search(r'data-revision="\d+-\w+-(\d+)-', text).group(1))
        for word in HAND[begun_at:]:
            assert web.post(f"{at}/tap", data={"mark": mark, "tap": word}).status_code == 200
            self.taps += 1
        answer = web.post(f"{at}/confirm", data={"mark": mark})
        assert answer.status_code == 200, answer.text
        self.hands += 1


def on_the_disk(path):
    """Confirmed hands, and the draft beside them."""
    with opened() as match:
        hands = [dict(row.net) for row in match.sheet.rows]
    drafts = kept.load(kept.beside(path), read({"number": 0}))
    return hands, drafts.hand


def test_a_killed_server_loses_nothing(tmp_path):
    begun(rounds=0)
    rng, path, phone = random.Random(SEED), tmp_path / "mjscore" / "Friday.mjmatch", Phone(None)
    for _ in range(KILLS):
        program = Program(tmp_path)
        answers(program.url + "/play")
        known = phone.hands
        playing = threading.Thread(target=phone.play, args=(program.url,))
        playing.start()
        playing.join(0.1 + 2 * rng.random())
        program.kill()
        playing.join(HANG_S)
        assert not playing.is_alive() and phone.hands >= known
        hands, draft = on_the_disk(path)
        assert phone.hands <= len(hands) <= phone.hands + 1  # confirmed, but the answer was lost
        assert all(sum(net.values()) == 0 and net["Bob"] > 0 for net in hands)
        if draft.id == phone.mark:
            assert phone.taps <= draft.taps <= phone.taps + 1
        phone.hands = len(hands)
        phone.taps = draft.taps
    print(f"{KILLS} kills, {phone.hands} hands")
