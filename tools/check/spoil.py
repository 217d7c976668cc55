"""Scoring requests, sound ones and spoilt ones, that come out the same for the same seed."""

import json
import random
from copy import deepcopy
from functools import lru_cache
from typing import Any

from mjscore.events.rows import rows_of
from mjscore.systems import SYSTEMS, game
from mjscore.tiles import CODES, SEATS
from tests.score.riichi_hands import hong_kong
from tests.score.riichi_hands import request as riichi
from tests.score.second.deals import request

SHARED = 25  # ways each request is spoilt in: making one takes longer than scoring it
FIELDS = (
    "system config round_wind dealer_streak dice players win events bettor bettor_shown melds"
    " concealed bonus bonus_undeclared used_first_east_discard special dead exposed_in_error kind"
    " tiles state seat tile source from single_wait last_tile first_turn first_round original_call"
    " last_possible regularising last_flower_holder joker_used_during_hand event offence amount to"
    " thrower exposed value drawn_by_oneself card tile_of_the_day groups n variable no type id"
    " mahjiang calling"
).split()
FLAGS = (
    "last_tile first_round original_call last_possible regularising single_wait"
    " joker_used_during_hand"
).split()
WORDS = (
    "pung kong chow quint open closed discard wall loose_kong loose_flower robbed_kong dealt"
    " heaven earth first_discard seven_flowers winning_tile whole_hand points double none exposed"
    " concealed MH-L01 MJ-L03 2s ns n+1t Ds F"
).split()
OPTIONS = {each: [option.name for option in game(each).options] or ["limit"] for each in SYSTEMS}
EVENTS = {system: [row.event for row in rows_of(system)] for system in SYSTEMS}
FIELDS_OF = {row.event: ("event", *row.fields) for each in SYSTEMS for row in rows_of(each)}
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 13, -1, 1000, 10**9, 10**9 + 1, 10**30, 0.5, -0.0, 1e308, "",
    " ", "J", "B", "B0", "B10", "b5", "\ud800", "\u4e2d" * 50, "x" * 300, [], {}, [[]], [None],
    {"": None}, ["E", "S", "W", "N"],
)  # fmt: skip


def line(seed: int, number: int) -> str:
    """Line `number` of a seed: a request, spoilt once or a few times, rarely left alone."""
    rng = random.Random(f"{seed}:{number}")
    made: Any = json.loads(_sound(seed, number // SHARED))
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        _plausible(made, rng)
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 1, 2, 5))):
        made = spoilt(made, rng)
    text = json.dumps(made)
    return _torn(text, rng) if rng.random() < 0.07 else text


def _any(system: str, rng: random.Random) -> Any:
    """A sound request of a system."""
    own = {"RIICHI": riichi, "HKOS": hong_kong}.get(system)
    return request(system, rng) if own is None else own(rng)


@lru_cache(maxsize=4)
def _sound(seed: int, number: int) -> str:
    rng = random.Random(f"sound {seed}:{number}")
    return json.dumps(_any(SYSTEMS[number % len(SYSTEMS)], rng))


def _plausible(made: dict[str, Any], rng: random.Random) -> None:
    """Change something as a person might: another source, flag, option, event, seat or tile."""
    way, win = rng.randrange(7), made.get("win")
    if way == 0:
        made["events"] = [_event(made["system"], rng) for _ in range(rng.choice((1, 1, 2)))]
    elif way == 1:
        made.setdefault("config", {})[rng.choice(OPTIONS[made["system"]])] = _setting(rng)
    elif way == 2 and win is not None:
        win[rng.choice(FLAGS)] = rng.random() < 0.8
    elif way == 3 and win is not None:
        source = rng.choice(WORDS[6:12])
        win["source"] = source
        win.pop("from", None)
        if source in ("discard", "robbed_kong"):
            win["from"] = rng.choice(SEATS)
    elif way == 4 and win is not None and "tile" in win:
        hand = made["players"][win["seat"]].get("concealed") or [win["tile"]]
        at = rng.randrange(len(hand))
        hand[at], win["tile"] = win["tile"], hand[at]
    elif way == 5 and made["system"] == "SHOP-A":
        made["bettor"], made["bettor_shown"] = rng.choice(SEATS), rng.random() < 0.2
    elif way == 5:
        made["win"] = None
    else:
        hand = rng.choice([*made["players"].values()]).get("concealed") or [""]
        hand[rng.randrange(len(hand))] = rng.choice(CODES[:34])


def _event(system: str, rng: random.Random) -> dict[str, Any]:
    event: dict[str, Any] = {"event": rng.choice(EVENTS[system]), "seat": rng.choice(SEATS)}
    event |= {"from": rng.choice(SEATS), "to": rng.choice(SEATS), "amount": rng.randrange(100)}
    event |= {"value": 25, "tiles": [letter + number for letter in rng.choice(("F", "S", "A"))
                                     for number in "1234"]}  # fmt: skip
    event |= {"exposed": rng.sample(SEATS, rng.randrange(5)), "thrower": rng.choice(SEATS)}
    known = FIELDS_OF[event["event"]]
    return {key: each for key, each in event.items() if key in known or rng.random() < 0.02}


def _setting(rng: random.Random) -> Any:
    """A value that some option may have."""
    groups = [{"n": rng.choice((2, 3, 4)), "tile": rng.choice([*CODES[:34], *WORDS[-5:]])}
              for _ in range(rng.choice((4, 4, 5)))]  # fmt: skip
    card = [{"type": rng.choice(("exposed", "concealed")), "value": 25, "groups": groups}]
    table = [{"id": "odd", "mahjiang": 100, "calling": 50}]
    words = ("points", "double", "none", "whole_hand", "winning_tile", rng.choice(CODES))
    return rng.choice((True, False, None, 0, 10, 500, *words, table, card, card))


def spoilt(made: Any, rng: random.Random) -> Any:
    """The values with one place changed, taken away, added, doubled or put elsewhere."""
    places = _places(made)
    if not places:
        return _value(rng)
    inside, key = rng.choice(places)
    way = rng.randrange(6)
    if way == 0:
        del inside[key]
    elif way == 1:
        other, place = rng.choice(places)
        inside[key] = deepcopy(other[place])
    elif way == 2:
        target = inside[key] if isinstance(inside[key], dict) else inside
        if isinstance(target, dict):
            target[rng.choice(FIELDS)] = _value(rng)
        else:
            target.insert(rng.randrange(len(target) + 1), _value(rng))
    elif way == 3 and isinstance(inside, list):
        inside.append(deepcopy(inside[key]))
    elif way == 4 and isinstance(inside, dict):
        inside[rng.choice([*FIELDS, key[:-1], key + "s", key.upper(), key + "\n"])] = inside.pop(
            key
        )
    else:
        inside[key] = _value(rng)
    return made


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place that holds a value: an object or list, and the key or number in it."""
    found: list[tuple[Any, Any]] = []
    inner = [value] if isinstance(value, dict | list) else []
    for each in inner:  # grows while it is gone through
        keys = each if isinstance(each, dict) else range(len(each))
        found += [(each, key) for key in keys]
        inner += [each[key] for key in keys if isinstance(each[key], dict | list)]
    return found


def _value(rng: random.Random) -> Any:
    """Something that may stand in a request, or should not."""
    way = rng.randrange(8)
    if way < 3:
        return rng.choice(CODES)
    if way == 3:
        return rng.choice(SEATS)
    if way == 4:
        return rng.choice(WORDS)
    if way == 5:
        return [_value(rng) for _ in range(rng.randrange(4))]
    if way == 6:
        return {rng.choice(FIELDS): _value(rng) for _ in range(rng.randrange(4))}
    return deepcopy(rng.choice(ODD))


def _torn(text: str, rng: random.Random) -> str:
    """The text with some of it lost, doubled or changed, or nested very deeply."""
    at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    way = rng.randrange(5)
    if way == 0:
        return text[:at] + text[to:]
    if way == 1:
        return text[:to] + text[at:]
    if way == 2:
        return text[:at] + rng.choice('{}[],:"\\0 9eE-.\x00\n\u00e9') + text[at + 1 :]
    if way == 3:
        depth = rng.choice((10, 100, 300, 500, 900, 990, 1000, 5000))
        return text.replace('"config": ', '"config": ' + "[" * depth + "]" * depth + ', "x": ', 1)
    return text.replace('"', "'", rng.randrange(20))
