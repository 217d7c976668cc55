"""Spoilt lines by seed: line n of a seed is always the same."""

from __future__ import annotations

import random
from collections.abc import Callable

from mjsim.campaign.fuzz.bench import framed
from mjsim.generated.requests import REQUESTS


def line(seed: int, number: int) -> bytes:
    """Spoilt line `number`, without its line feed."""
    chance = random.Random(seed * 1_000_003 + number)
    data = framed(b"%d %s" % (chance.randrange(1, 65_536), chance.choice(REQUESTS)))[:-1]
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        data = chance.choice(WAYS)(data, chance)
    return data


def _flip(data: bytes, chance: random.Random) -> bytes:
    return _at(data, chance, lambda byte: bytes([byte ^ 1 << chance.randrange(8)]))


def _other(data: bytes, chance: random.Random) -> bytes:
    return _at(data, chance, lambda byte: bytes([chance.randrange(256)]))


def _drop(data: bytes, chance: random.Random) -> bytes:
    return _at(data, chance, lambda byte: b"")


def _double(data: bytes, chance: random.Random) -> bytes:
    return _at(data, chance, lambda byte: bytes([byte]) * chance.choice((2, 2, 3, 200)))


def _at(data: bytes, chance: random.Random, change: Callable[[int], bytes]) -> bytes:
    if not data:
        return bytes([chance.randrange(256)])
    at = chance.randrange(len(data))
    return data[:at] + change(data[at]) + data[at + 1 :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _tail(data: bytes, chance: random.Random) -> bytes:
    return data[chance.randrange(len(data) + 1) :]


def _joined(data: bytes, chance: random.Random) -> bytes:
    other = framed(b"%d %s" % (chance.randrange(70_000), chance.choice(REQUESTS)))[:-1]
    return _cut(data, chance) + _tail(other, chance)


def _two(data: bytes, chance: random.Random) -> bytes:
    return data + chance.choice((b"\n", b"\r\n", b"\r", b"\x00", b"*")) + data


def _noise(data: bytes, chance: random.Random) -> bytes:
    return chance.randbytes(chance.choice((1, 8, 40, 170, 400)))


def _sealed(data: bytes, chance: random.Random) -> bytes:
    """A spoilt body under a checksum that is right: refused with an answer."""
    body = _other(data.rpartition(b"*")[0].replace(b"\n", b" "), chance).replace(b"\n", b"")
    return framed(body)[:-1]


WAYS = (_flip, _other, _drop, _double, _cut, _tail, _joined, _two, _noise, _sealed)
