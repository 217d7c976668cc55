"""By what names an event is known: that of the table, its rule's id, what people call it.

A name may imply a part of what is told (`implied`): "all_but_one_exposed" says which case of a
mistaken Mahjong it was.
"""

from typing import Any, NamedTuple

from mjscore.events.rows import ALL_BUT_ONE, MISTAKEN, NOBODY_SHOWED, SOME_SHOWED, rows_of
from mjscore.registry import SYSTEMS, Own, has

KEYS = ("event", "offence", "kind", "type")  # where the name may stand; the first given counts
CASE = "case"  # of a mistaken Mahjong: the rule that its name says


class Known(NamedTuple):
    """An event of the table, and what its name says besides."""

    event: str
    implied: dict[str, Any]


_WRONG_COUNT = (
    "dead_hand wrong_number_of_tiles wrong_amount one_tile_short one_tile_too_many short_by_one"
    " long_by_one too_few_tiles too_many_tiles short_hand long_hand"
)
# system -> event -> what else it is called
_ALIASES: dict[str, dict[str, str]] = {
    "SHOP-A": {
        "exposed_in_error": "exposed exposed_on_mistaken_mahjong exposed_hand",
        "drew_out_of_turn": "drawing_out_of_turn draw_out_of_turn",
        "looked_at_two_tiles": "looked_at_wall_tiles looked_at_more_than_one_tile",
        "wrong_count": _WRONG_COUNT,
        "wanted_discard_back": "wants_discard_back discard_wanted_back took_back_discard",
        "misnamed_claim": "tile_named_wrongly wrongly_named_tile misnamed_tile",
        "bettor_shown": "bet_shown bettor_exposed",
    },
    "YEE": {
        "triple_six": "triple_sixes three_sixes",
        "threw_self_pick": "threw_away_self_pick discarded_self_pick threw_winning_tile",
        "let_win_go": "passed_winning_discard let_winning_discard_go passed_win",
        "wrong_count": _WRONG_COUNT,
    },
    "HANDS": {
        "bouquet": "all_flowers four_flowers four_seasons",
        "zoo": "all_animals four_animals",
    },
    "LASFS": {
        "false_mah_jongg_exposed": "false_mahjong_exposed false_mahjongg_exposed"
        " false_mah_jong_exposed",
        "false_claim": "mismatched_claim false_claim_unnoticed",
        "short_hand": "one_tile_short short_by_one too_few_tiles",
        "long_hand": "one_tile_too_many long_by_one too_many_tiles",
        "undeclared_flower": "undeclared_season unexposed_flower unexposed_season",
    },
}  # fmt: skip
_PAYMENT = "manual_payment payment_by_agreement agreed_payment"  # in every system
_CASES = {
    NOBODY_SHOWED.rule: "mistaken_mahjong_none_exposed none_exposed",
    SOME_SHOWED.rule: "mistaken_mahjong_some_exposed some_exposed",
    ALL_BUT_ONE.rule: "mistaken_mahjong_all_but_one_exposed all_but_one_exposed",
}


def _known(system: str) -> dict[str, Known]:
    rows = rows_of(system)
    names = {row.event: Known(row.event, {}) for row in rows}
    for event, words in {**_ALIASES.get(system, {}), "payment": _PAYMENT}.items():
        for word in words.split():
            names.setdefault(word, Known(event, {}))
    names |= {row.rule: Known(row.event, {}) for row in rows if row.event != MISTAKEN}
    if MISTAKEN in names:
        for rule, words in _CASES.items():
            names |= dict.fromkeys((rule, *words.split()), Known(MISTAKEN, {CASE: rule}))
    return names


NAMES = {system: _known(system) for system in SYSTEMS}
_PLAIN = {system: frozenset(row.event for row in rows_of(system)) for system in SYSTEMS}
_ELSE = frozenset((*KEYS[1:], CASE))


def name_of(data: dict[str, Any]) -> Any:
    """What an event is called by whoever tells it; None when nothing says so."""
    return next((data[key] for key in KEYS if data.get(key) is not None), None)


def plain(system: str, data: dict[str, Any]) -> dict[str, Any]:
    """The event under its name in the table; a name that is unknown stays as it is."""
    name = data.get("event")
    if isinstance(name, str) and name in _PLAIN.get(system, ()) and _ELSE.isdisjoint(data):
        return data  # as most are told
    name = name_of(data)
    if name is None and "dice" in data and has(system, Own.TRIPLE_SIX):
        name = "triple_six"
    known = NAMES.get(system, {}).get(name) if isinstance(name, str) else None
    told = {key: value for key, value in data.items() if key not in (*KEYS, CASE)}
    if known is None:
        return {"event": name} | told
    told = {"event": known.event} | told | known.implied
    alone = known.implied.get(CASE) == ALL_BUT_ONE.rule
    if alone and told.get("exposed") is None and told.get("hidden") is None:
        told["hidden"] = told.get("seat")  # the only player who can be meant
    return told
