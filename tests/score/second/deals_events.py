"""Events for random requests: what may have happened beside the hand."""

from tests.score.second.tiles import ANIMALS, FLOWERS, SEASONS, SEATS

COSTLESS = {
    "SHOP-A": ("drew_out_of_turn", "looked_at_two_tiles", "wrong_count", "exposed_in_error"),
    "YEE": ("triple_six", "threw_self_pick", "let_win_go", "wrong_count"),
    "LASFS": ("false_claim", "short_hand", "long_hand", "undeclared_flower"),
}


def add(made, rng):
    """One to three events in a sixth of the requests."""
    if rng.random() > 0.16:
        return
    system = made["system"]
    made["events"] = []
    for _ in range(rng.randint(1, 3)):
        if system in COSTLESS and rng.random() < 0.7:
            made["events"].append({"event": rng.choice(COSTLESS[system]), "seat": any_seat(rng)})
        else:
            payer, taker = rng.sample(SEATS, 2)
            amount = rng.randint(1, 99)
            payment = {"event": "payment", "from": payer, "to": taker, "amount": amount}
            made["events"].append(payment)
    if system == "HANDS":
        made["events"] += collections(made, rng)
    if system == "SHOP-A" and rng.random() < 0.5:
        made["events"] = [mistaken(made, rng)]
    if system == "LASFS" and made["win"] is None and rng.random() < 0.5:
        made["events"].append({"event": "false_mah_jongg_exposed", "seat": any_seat(rng)})


def any_seat(rng):
    return rng.choice(SEATS)


def collections(made, rng):
    """The bouquets and zoos that lie on the table, told in most cases; some zoos are none."""
    found = []
    for seat, hand in made["players"].items():
        for name, family in (("bouquet", FLOWERS), ("bouquet", SEASONS), ("zoo", ANIMALS)):
            if set(family) <= set(hand["bonus"]) and rng.random() < 0.7:
                found.append({"event": name, "seat": seat, "tiles": list(family)})
                if name == "zoo" and rng.random() < 0.5:
                    found[-1]["drawn_by_oneself"] = False
                elif rng.random() < 0.2:
                    found[-1]["paid"] = True
    return found


def mistaken(made, rng):
    """A mistaken Mahjong of SHOP-A; all but one hand shown only where nobody won."""
    for hand in made["players"].values():
        hand.pop("exposed_in_error", None)  # the event says who showed a hand
    shown = rng.sample(SEATS, rng.choice((0, 1, 2, 3) if made["win"] is None else (0, 1, 2)))
    return {
        "event": "mistaken_mahjong",
        "seat": any_seat(rng),
        "exposed": shown,
        "value": rng.choice((15, 20, 25)),
    }
