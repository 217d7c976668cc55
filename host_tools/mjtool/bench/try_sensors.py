"""Tries sensors: how they stand at rest, and what shows while a hand is at each."""

from collections.abc import Callable, Iterable

from ..errors import ToolError
from .judge_sensors import FOLLOW, Touch
from .parts import Input
from .session import SHORTEST_S, Session

LOOKS = 24  # images at rest: what toggles every few ms shows both levels
HOLD_MS = 140  # a simulated hand's pass
GAP_S = 0.06
PASSES, PASSES_BEAM, PASSES_PERSON = 1, 12, 6
FEW = 3  # missed passes after which it is tried as often again
PERSON_S = 30.0
QUIET = ("svc",)  # held for the bench itself


def at_rest(session: Session, names: Iterable[str]) -> dict[str, Touch]:
    """Levels with nobody there, and which of them do not stay."""
    first = session.image()
    found = {name: Touch(name, first[name]) for name in names if name in first}
    flips = dict.fromkeys(found, 0)
    before = first
    for _ in range(LOOKS):
        session.clock.sleep(SHORTEST_S)
        image = session.image()
        for name in found:
            flips[name] += image[name] != before[name]
        before = image
    for name, touch in found.items():
        touch.bounced = flips[name] > 1
    return found


def by_hand(session: Session, part: Input, touch: Touch) -> None:
    """A hand at one sensor, as often as it needs; what changed is written into `touch`."""
    auto = session.operator.is_quick
    wanted = PASSES_BEAM if part.is_beam else PASSES
    try:
        if auto:
            for _ in range(wanted):
                _pass(session, part, touch)
            if 0 < touch.passes - touch.seen < FEW and touch.seen:
                for _ in range(wanted):
                    _pass(session, part, touch)
        else:
            _watch(session, part, touch, PASSES_PERSON if part.is_beam else PASSES)
    except ToolError as problem:
        touch.skipped = problem.what


def _pass(session: Session, part: Input, touch: Touch) -> None:
    """One pass of a simulated hand."""
    before = session.image()
    said = session.ask(id=f"touch {part.name}", kind="act", text=part.hand, touch=True,
                       act=act(part))
    if not said:
        touch.skipped = "nobody was at it"
        return
    touch.passes += 1
    changed = _changes(session, before, HOLD_MS / 1000 + GAP_S, lambda: False)
    _count(touch, changed, before)


def act(part: Input) -> str:
    """A simulated hand's words: the other way than it stands, for a moment."""
    return f"block {part.name} {HOLD_MS}"


def _watch(session: Session, part: Input, touch: Touch, passes: int) -> None:
    """A person's passes: asked once, looked for until all were seen or the time is over."""
    before = session.image()
    times = f", {passes} times" if passes > 1 else ""
    said = session.ask(id=f"touch {part.name}", kind="act", touch=True,
                       text=f"{part.name}: {part.hand}{times}",
                       act=act(part))
    if not said or said in ("skip", "no"):
        touch.skipped = "nobody was at it"
        return
    touch.passes = passes
    until = session.clock.now() + PERSON_S
    while touch.seen < passes and session.clock.now() < until:
        session.hold()
        before = _settled(session)
        changed = _changes(session, before, until - session.clock.now(),
                           lambda: session.clock.now() >= until)
        if not changed:
            break
        _count(touch, changed, before)
        if part.name not in changed and touch.others:
            break


def _settled(session: Session) -> dict[str, int]:
    before = session.image()
    session.clock.sleep(GAP_S)
    return before


def _changes(session: Session, before: dict[str, int], seconds: float,
             ended: Callable[[], bool]) -> set[str]:
    """Inputs that changed within a time; it ends when all are as they were again."""
    changed: set[str] = set()
    until = session.clock.now() + seconds
    while session.clock.now() < until and not ended():
        image = session.image()
        now = {name for name, level in image.items() if level != before[name]}
        if changed and not now:
            break
        changed |= now
        session.clock.sleep(SHORTEST_S)
    return changed


def _count(touch: Touch, changed: set[str], before: dict[str, int]) -> None:
    touch.seen += touch.name in changed
    for name in changed - {touch.name} - FOLLOW:
        touch.others[name] = touch.others.get(name, 0) + 1


def in_the_dark(session: Session, beams: list[Input], found: dict[str, Touch]) -> None:
    """Emitters off: what is seen then is no tile."""
    answer = session.client.request("emitters", on=0)
    if not answer.ok:
        return
    try:
        session.clock.sleep(0.1)
        image = session.image()
        for part in beams:
            if part.kind != "slot" and part.name in found:
                found[part.name].stray = bool(image[part.name]) and part.side != ""
    finally:
        session.client.request("emitters", on=1)
        session.clock.sleep(0.1)
