"""The way in: the system's own module answers."""

from tests.score.second import hands, lasfs, mjg, shop_a, shop_b, yee

SYSTEMS = {
    "SHOP-A": shop_a,
    "SHOP-B": shop_b,
    "MJG": mjg,
    "YEE": yee,
    "HANDS": hands,
    "LASFS": lasfs,
}


def answers(request):
    """Every answer that is right: where two readings are worth the same there are several."""
    return [
        {"system": request["system"], **answer}
        for answer in SYSTEMS[request["system"]].answers(request)
    ]


def score(request):
    """One right answer."""
    return answers(request)[0]
