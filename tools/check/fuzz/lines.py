"""N spoilt lines by seed, and the verdict on them: `judged(count, seed)`.

Line n of a seed is always the same. Nothing of a bad line may be executed, memory stays flat, and
the next good line is answered within 100 ms of virtual time.
"""

from __future__ import annotations

import gc
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.check.fuzz.bench import Bad, Bench, framed, is_good

ROOT = Path(__file__).resolve().parents[3]
DICTIONARY = json.loads((ROOT / "host_tools/mjtool/dictionary.json").read_text())
EXAMPLES = [row["example"].partition(" ")[2].encode() for row in DICTIONARY["commands"]]
FRESH = 20_000  # lines to a table: then a new one
LOOK = 5_000  # lines between two looks at the memory
GROWN = 200  # blocks that may come and go


def line(seed: int, number: int) -> bytes:
    """Spoilt line `number`, without its line feed."""
    chance = random.Random(seed * 1_000_003 + number)
    good = framed(b"%d %s" % (chance.randrange(1, 65_536), chance.choice(EXAMPLES)))[:-1]
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        good = chance.choice(WAYS)(good, chance)
    return good


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
    return data[:at] + change(data[at]) + data[at + 1:]


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[:chance.randrange(len(data) + 1)]


def _tail(data: bytes, chance: random.Random) -> bytes:
    return data[chance.randrange(len(data) + 1):]


def _joined(data: bytes, chance: random.Random) -> bytes:
    other = framed(b"%d %s" % (chance.randrange(70_000), chance.choice(EXAMPLES)))[:-1]
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


@dataclass
class Verdict:
    """What N lines did; `bad` holds the first lines that broke a promise, and how."""

    lines: int = 0
    good: int = 0  # that came out good after all
    slowest_ms: int = 0
    grown: int = 0  # blocks of memory, the most between two looks
    bad: tuple[tuple[int, bytes, str], ...] = ()

    @property
    def passed(self) -> bool:
        """All three promises were kept."""
        return not self.bad and self.grown <= GROWN

    def __str__(self) -> str:
        memory = "memory flat" if self.grown <= GROWN else f"MEMORY GREW by {self.grown} blocks"
        return (f"{self.lines} spoilt lines, {self.good} of them good after all: "
                f"{len(self.bad)} broke a promise, {memory}, the next good line was answered "
                f"within {self.slowest_ms} ms")


def judged(count: int, seed: int = 1, first: int = 0,
           told: Callable[[int], object] = lambda number: None) -> Verdict:
    """The verdict on lines `first` to `first + count` of a seed; `told` hears how far it is."""
    found = Verdict()
    bench, blocks = Bench(), 0
    for number in range(first, first + count):
        if found.lines % FRESH == 0:
            bench, blocks = Bench(), 0
        data = line(seed, number)
        found.good += sum(map(is_good, data.split(b"\n")))
        try:
            bench.judge(data)
            found.slowest_ms = max(found.slowest_ms, bench.answers())
        except Exception as problem:  # noqa: BLE001 - whatever escapes is what is looked for
            how = str(problem) if isinstance(problem, Bad) else repr(problem)
            found.bad = (*found.bad, (number, data, how))[:10]
            bench, blocks = Bench(), 0
        found.lines += 1
        if found.lines % LOOK == 0:
            gc.collect()
            now = sys.getallocatedblocks()
            found.grown = max(found.grown, now - blocks if blocks else 0)
            blocks = now
            told(found.lines)
    return found


def main(argv: list[str]) -> int:
    """`python -m tools.check.fuzz.lines [COUNT] [SEED]`; 1 when a promise was broken."""
    if len(argv) > 2 or not all(each.isdigit() for each in argv):
        print("usage: python -m tools.check.fuzz.lines [COUNT] [SEED]", file=sys.stderr)
        return 2
    count, seed = [*map(int, argv), *(1_000_000, 1)[len(argv):]]
    found = judged(count, seed, told=lambda done: print(done, file=sys.stderr, end="\r"))
    for number, data, how in found.bad:
        print(f"line {number} of seed {seed}: {how}: {data!r}")
    print(f"fuzz: {found}")
    return 0 if found.passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
