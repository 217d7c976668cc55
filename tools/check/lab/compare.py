"""Two runs of the same scans, compared: the first difference in the words of the firmware."""

from __future__ import annotations

from typing import Any

from mjsim.board import decode
from mjtable.generated.iomap import MOTORS, OUTPUTS
from tools.check.lab.platforms import Answer
from tools.check.lab.problems import Differ
from tools.check.lab.recording import Scan, Values

AUX_FIRST = 16
"""Bit 0 of the output image's `aux` in the list of outputs."""


def same(scans: list[Scan], one: str, first: list[Answer],
         other: str, second: list[Answer]) -> None:  # fmt: skip
    """Raise Differ at the first scan in which two platforms do not answer the same."""
    for number, (a, b) in enumerate(zip(first, second, strict=False), 1):
        if a != b:
            raise Differ("%s: %s" % (_where(scans, number), _answers(one, a, other, b)))
    if len(first) != len(second):
        raise Differ("%s gave %d answers, %s %d" % (one, len(first), other, len(second)))


def as_recorded(scans: list[Scan], answers: list[Answer]) -> None:
    """Raise Differ at the first scan that this firmware answers otherwise than was recorded."""
    outputs: Values = {}
    for number, (scan, answer) in enumerate(zip(scans, answers, strict=True), 1):
        outputs.update(answer[0])
        if [outputs, answer[1], answer[2]] != list(scan[1:]):
            now: Answer = [outputs, answer[1], answer[2], []]
            was: Answer = [*scan[1:], []]
            raise Differ("%s: %s" % (_where(scans, number), _answers("now", now, "then", was)))


def _where(scans: list[Scan], number: int) -> str:
    now_ms = 0
    for scan in scans[:number]:
        now_ms = scan[0].get("now_ms", now_ms)
    return "scan %d of %d (%.3f s)" % (number, len(scans), now_ms / 1000)


def _answers(one: str, a: Answer, other: str, b: Answer) -> str:
    """What differs first: events, then outputs, the value returned, the step's own changes."""
    for at in range(max(len(a[3]), len(b[3]))):
        left, right = _event(a[3], at), _event(b[3], at)
        if left != right:
            return "event: %s %s, %s %s" % (one, left, other, right)
    for name in sorted({*a[0]} | {*b[0]}):
        if a[0].get(name) != b[0].get(name):
            return "output %s: %s %s, %s %s" % (
                name, one, _words(name, a[0]), other, _words(name, b[0]))  # fmt: skip
    if a[1] != b[1]:
        return "value returned: %s %s ms, %s %s ms" % (one, a[1], other, b[1])
    return "inputs changed by the step: %s %s, %s %s" % (one, a[2], other, b[2])


def _event(events: list[Any], at: int) -> str:
    if at >= len(events):
        return "none"
    return " ".join(decode.as_text(decode.event(tuple(events[at]))).split())


def _words(name: str, outputs: Values) -> str:
    """An output's value, motors and lamps by name."""
    if name not in outputs:
        return "unchanged"
    value = outputs[name]
    names = {"motors": MOTORS, "aux": OUTPUTS[AUX_FIRST:]}.get(name)
    if names is None:
        return str(value)
    return "+".join(each for bit, each in enumerate(names) if value >> bit & 1) or "nothing"
