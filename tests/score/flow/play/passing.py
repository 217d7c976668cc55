"""What is let go: a discard that nobody takes, a winning tile passed over or thrown away."""

from tests.score.flow.play import telling
from tests.score.flow.play.hand_state import HandState
from tests.score.flow.play.seat import Seat

IDS = ("YEE-X01", "YEE-X02", "YEE-Q10", "SA-X08")


def close_offer(play: HandState) -> None:
    """The tile on offer is gone; who let it go although it would have won has passed."""
    offer, play.offer = play.offer, None
    if offer is None:
        return
    if not offer.kong:
        play.pond.append(offer.tile)
    judge = play.facts.judge
    if play.system != "YEE" or judge is None:
        return
    source = "robbed_kong" if offer.kong else "discard"
    for player in play.seats:
        if player.seat != offer.giver and play.count(player) == 13:
            win = telling.Won(player.seat, offer.tile, source, offer.giver)
            if not player.passed and telling.complete(play, win):
                pass_win(play, player)


def pass_win(play: HandState, player: Seat) -> None:
    """No win before his next draw, unless he is a beginner (rules YEE-X02)."""
    if player.seat not in play.options["beginners"]:
        player.passed = True
        play.note("let_win_go", player.seat)


def throws_win(play: HandState, player: Seat, thrown: int) -> bool:
    """True when the tile thrown is the drawn one and would have won (rules YEE-X01)."""
    drawn = player.source in ("wall", "loose_kong", "loose_flower") and player.fresh == thrown
    if play.system != "YEE" or not drawn or player.seat in play.options["beginners"]:
        return False
    if play.facts.judge is None or play.count(player) != 14:
        return False
    return telling.complete(play, telling.Won(player.seat, thrown, player.source, None))
