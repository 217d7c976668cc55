"""What this computer last saw of each table's chain, and how what a table shows now fits it.

One file a table in the person's own state folder, readable by nobody else: who could change it
could hide a change of the chain.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import state, whole_file
from ..errors import UsageError
from ..handshake import Hello
from .chain import HEAD, ROW, Chain, Entry

MARK = "mjtool chronicle 1"


@dataclass(frozen=True)
class Verdict:
    """`word`: simulated, first, same, continued, truncated, edited, rewritten, apart; `text`."""

    word: str
    text: str

    @property
    def good(self) -> bool:
        """Nothing that was seen before has changed."""
        return self.word in ("simulated", "first", "same", "continued")


def _place(uid: str) -> Path:
    return state.of_table("chronicle", uid)


def others(uid: str) -> list[str]:
    """Numbers of other tables that this computer has seen."""
    place = state.folder("chronicle")
    return sorted(file.stem for file in place.glob("*.json") if file.stem != uid) \
        if place.is_dir() else []


def recall(uid: str) -> Chain | None:
    """The chain as it was last seen, None when this table never was."""
    place = _place(uid)
    try:
        value = json.loads(place.read_text(encoding="utf-8"))
        if value["mark"] != MARK:
            raise ValueError(f"no `{MARK}` in it")
        before = bytes.fromhex(value["before"])
        rows = tuple(bytes.fromhex(row) for row in value["rows"])
        chain = Chain(before, int(value["first"]), rows)
        if len(before) != HEAD or any(len(row) != ROW for row in rows) or chain.first < 0 \
                or chain.head().hex() != value["head"]:
            raise ValueError("its head is not that of its entries")
        return chain
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise UsageError(
            f"what was seen of this table before cannot be used ({problem})", str(place),
            "the file was changed or damaged", "restore it from a backup; or delete it, then this "
            "table counts as never seen, and compare the head with one on paper") from None


def keep(uid: str, chain: Chain) -> Path:
    """Remember what was seen, for this person alone; where."""
    place = _place(uid)
    value: dict[str, Any] = {
        "mark": MARK, "uid": uid, "head": chain.head().hex(), "count": chain.count,
        "first": chain.first, "before": chain.before.hex(),
        "rows": [row.hex() for row in chain.rows]}
    try:
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        place.parent.chmod(0o700)
        whole_file.write(place, json.dumps(value, indent=1) + "\n", 0o600)
    except OSError as problem:
        raise UsageError(f"what was seen cannot be kept ({problem.strerror})", str(place),
                         "the folder is not yours, or the disk is full",
                         "name another folder with XDG_STATE_HOME") from None
    return place


SIMULATED = Verdict("simulated", "this table is simulated and may begin anew at each start, so "
                    "its head is neither kept nor compared")


def is_simulated(hello: Hello) -> bool:
    """By its number, too: a board that only calls itself simulated is held against its head."""
    return hello.sim and hello.uid.startswith("sim")


def judge(known: Chain | None, now: Chain) -> Verdict:
    """How what the table shows now fits what was last seen of it."""
    if known is None:
        return Verdict("first", "this table is seen for the first time; its head is kept")
    if now.count < known.count:
        return Verdict("truncated", f"the chain was cut short: {known.count} entries had been "
                       f"seen, now there are {now.count}")
    changed = _changed(known, now)
    if changed:
        old, new = changed[0]
        how = (f"entry {old.number} was edited" if len(changed) == 1 else
               f"{len(changed)} entries were rewritten from entry {old.number} on")
        was, now_is = old.sentence(), new.sentence()
        if was == now_is:
            was, now_is = old.in_full(), new.in_full()
        return Verdict("edited" if len(changed) == 1 else "rewritten",
                       f"{how}: it was \"{was}\", now it is \"{now_is}\"")
    if now.first > known.count:
        return Verdict("apart", f"entries {known.count + 1} to {now.first} came and went unseen, "
                       "so nothing joins this chain to the one seen before")
    if now.head(known.count) != known.head():
        return Verdict("rewritten", "the chain was rewritten: its entries are those seen before, "
                       f"but the head behind entry {known.count} is another")
    more = now.count - known.count
    if not more:
        return Verdict("same", "nothing was added since it was last seen")
    return Verdict("continued", "the chain goes on from the head last seen, "
                   + ("by 1 entry" if more == 1 else f"by {more} entries"))


def _changed(known: Chain, now: Chain) -> list[tuple[Entry, Entry]]:
    """The entries that both have and that differ."""
    shown = {entry.number: entry for entry in now.entries}
    return [(old, shown[old.number]) for old in known.entries
            if old.number in shown and shown[old.number].raw != old.raw]
