"""Every file on the board against releases, by SHA-256: `mjtool verify`.

The board hashes its own files at its prompt, where the firmware does not run. What stands in a
slot is compared with the release of that version; the slot that starts has to be the newest one
given. Whatever no release and no table writes is named.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from .board import File
from .compare import Difference, in_slot
from .identity import dotted
from .job import Visit
from .manifest import LAUNCHER, NAME
from .notes import CRASH, FALLBACK, note
from .release import Release
from .slots import ACTIVE, FAILED, NEW, Slot

STORE = "/store/"
GENERATIONS = (".0", ".1")
RECORDS = ("table", "settings", "chronicle")  # what the table itself writes
PUT_BACK = "`mjtool flash` puts the release's files on the board"
SENTENCES = {
    "differs": "{path} is not the file of release {version}: it was changed or is damaged; "
               + PUT_BACK,
    "missing": "{path} of release {version} is not on the board; " + PUT_BACK,
    "extra": "{path} belongs to no release and could hide a file of the firmware; look what it is "
             "(`mpremote fs cat :{path}`) and remove it (`mpremote fs rm :{path}`)",
    "left over": "{path} was left behind by a flash that was interrupted; flash again, or remove "
                 "it (`mpremote fs rm :{path}`)",
}


@dataclass(frozen=True)
class Problem:
    """One thing that is not as the release says: where on the board, what, and what to do."""

    path: str
    what: str
    text: str


@dataclass
class Verdict:
    """What was found; `rows`: part of the board, version, how it compares."""

    port: str
    uid: str
    machine: str
    micropython: str
    release: str
    digest: str  # of the release's manifest: the one number to compare with other people
    files: int = 0
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        """Every file on the board is a release's, or a record of the table."""
        return not self.problems

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {"port": self.port, "uid": self.uid or None, "board": self.machine,
                "micropython": self.micropython, "release": self.release,
                "manifest_sha256": self.digest, "good": self.good, "files": self.files,
                "parts": [{"part": part, "version": version or None, "is": what}
                          for part, version, what in self.rows],
                "problems": [{"file": row.path, "is": row.what, "text": row.text}
                             for row in self.problems]} | self.notes


def verify(visit: Visit, releases: list[Release], release: Release) -> Verdict:
    """The whole board; `release` is the one that should run, `releases` all that are known."""
    found, folders = visit.board.files("")
    verdict = Verdict(visit.url, (visit.table or {}).get("uid", ""), visit.identity.machine,
                      dotted(visit.identity.micropython), release.manifest.version,
                      hashlib.sha256(release.manifest.text).hexdigest(), len(found))
    slots = visit.slots
    runs = slots.active or "a"  # without /active the launcher begins with a
    for name, slot in sorted(slots.slots.items(), key=lambda item: item[0] != runs):
        _slot(verdict, slot, name == runs, releases, release)
    _root(verdict, {f"/{path}": file for path, file in found.items()}, release)
    _choice(verdict, slots.active, slots.mark)
    verdict.notes = {key: note(visit.board, path) for key, path
                     in (("fallback", FALLBACK), ("crash", CRASH))}
    return verdict


def _slot(verdict: Verdict, slot: Slot, starts: bool, releases: list[Release],
          release: Release) -> None:
    """One slot against the release of its version; the one that starts has to be `release`."""
    part = f"{slot.folder} (starts)" if starts else slot.folder
    version = slot.manifest.version if slot.manifest else ""
    if not starts and not slot.files:
        verdict.rows.append((part, "", "empty"))
        return
    known = {one.manifest.version: one for one in releases
             if one.manifest.arch == release.manifest.arch}
    against = known.get(version, release if starts and not version else None)
    if version and (against is None or starts and against is not release):
        verdict.problems.append(_other(slot, version, starts, release))
    rows: list[Difference] = []
    if against is not None:
        rows = _differences(slot, against)
        says = (f"{len(rows)} files not as the release" if rows
                else f"all {len(slot.files)} files as the release")
    elif version:
        says = "another version"
    else:
        rows = [Difference(f"{slot.folder}/{path}", "extra") for path in slot.files]
        says = f"no manifest, {len(rows)} unknown files"
    verdict.rows.append((part, version, says))
    _told(verdict, rows, against or release)


def _other(slot: Slot, version: str, starts: bool, release: Release) -> Problem:
    wanted = release.manifest.version
    if starts:
        text = (f"the table starts firmware {version} from {slot.folder}, the release is {wanted};"
                f" give the release of {version} with --release, or update with `mjtool flash`")
    else:
        text = (f"{slot.folder} holds firmware {version}, which is in none of the releases given; "
                f"put its release beside that of {wanted} in one folder and name it with "
                "--release, or flash the release once more, which takes this slot")
    return Problem(slot.folder, "another version", text)


def _differences(slot: Slot, release: Release) -> list[Difference]:
    """As `mjtool flash --check`, and the manifest itself."""
    rows = in_slot(slot, release)
    own = slot.files.get(NAME)
    if own is None or own.sha256 != hashlib.sha256(release.manifest.text).hexdigest():
        rows.append(Difference(f"{slot.folder}/{NAME}", "differs" if own else "missing"))
    return rows


def _told(verdict: Verdict, rows: list[Difference], release: Release) -> None:
    for row in rows:
        what = "left over" if row.path.endswith(NEW) and row.what == "extra" else row.what
        text = SENTENCES[what].format(path=row.path, version=release.manifest.version)
        verdict.problems.append(Problem(row.path, what, text))


def _root(verdict: Verdict, found: dict[str, File], release: Release) -> None:
    """The launcher, and what else lies outside the slots."""
    rows = []
    for name in LAUNCHER:
        file = found.get(f"/{name}")
        if file is None or file.sha256 != release.manifest.files.get(name):
            rows.append(Difference(f"/{name}", "differs" if file else "missing"))
    own = {ACTIVE, FALLBACK, CRASH, *(f"/{name}" for name in LAUNCHER)}
    own |= {STORE + name + end for name in RECORDS for end in GENERATIONS}
    for path in sorted(found):
        if not path.startswith(("/a/", "/b/")) and path not in own:
            rows.append(Difference(path, "extra"))
    verdict.rows.append(("launcher", "", f"{len(rows)} files not as the release" if rows else
                         "boot.py and main.py as the release, nothing else"))
    _told(verdict, rows, release)


def _choice(verdict: Verdict, active: str, mark: str) -> None:
    """The small file that says which slot starts."""
    if mark == FAILED:
        other = "b" if active == "a" else "a"
        verdict.problems.append(Problem(
            ACTIVE, "failed", f"the firmware in /{active} never finished its first start, so the "
            f"table starts /{other} instead; flash the release again"))
    elif not active:
        verdict.problems.append(Problem(
            ACTIVE, "missing", f"{ACTIVE} does not say which firmware starts, so it is /a; flash "
            "the release again"))
