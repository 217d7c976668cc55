"""`mjsim replay FILE`: the firmware on a recording, for people and as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from mjsim.replay import changed
from mjsim.replay.compare import Played, play
from mjsim.replay.record_file import Recording, load
from mjsim.showing.sentences import sentence
from mjsim.words import vocabulary


def command(file: Path, settings: dict[str, int], show: bool, as_json: bool,
            any_firmware: bool) -> int:  # fmt: skip
    """0: the same, 1: something differs. With settings: 0, whatever they change."""
    recording = load(file, any_firmware)
    played = play(recording)
    found = about(recording, played)
    if settings and not played.difference:
        settings = vocabulary.checked_settings(settings)
        change = changed.compare(played, play(recording, settings))
        found["set"] = settings
        found["changed"] = vars(change) if change else None
    if as_json:
        print(json.dumps(found))
    else:
        _print(file, found, played, show)
    if played.difference:
        print("mjsim replay: %s differs at %s" % (file, played.difference), file=sys.stderr)
    return 1 if played.difference else 0


def about(recording: Recording, played: Played) -> dict[str, Any]:
    """What a recording is of, and how it was played."""
    return {
        "machine": recording.machine, "profile": recording.profile, "unit": recording.unit,
        "seed": recording.seed, "firmware": recording.firmware, "code": recording.code,
        "uid": recording.uid, "bytes": len(recording.data), "scans": played.scans,
        "begin_ms": played.begin_ms, "end_ms": played.end_ms,
        "difference": vars(played.difference) if played.difference else None,
    }  # fmt: skip


def _print(file: Path, found: dict[str, Any], played: Played, show: bool) -> None:
    if show:
        for event in played.events:
            text = sentence(event)
            if text:
                print("%10.3f s  %s" % (event["t_ms"] / 1000, text))
    if not played.difference:
        print("%s: good, %d scans of %.1f s do the same, %d bytes (%s %s)" % (
            file, played.scans, (played.end_ms - played.begin_ms) / 1000, found["bytes"],
            found["machine"], found["profile"] or found["uid"]))  # fmt: skip
    if "set" in found:
        _print_change(found)


def _print_change(found: dict[str, Any]) -> None:
    what = " ".join("%s=%d" % pair for pair in found["set"].items())
    change = found["changed"]
    if change is None:
        print("%s would have changed nothing" % what)
        return
    print("%s would first have changed this, at %.3f s: %s" % (
        what, change["t_ms"] / 1000, change["first"]))
    for title, lines in (("not any more:", change["gone"]), ("instead:", change["new"])):
        for line in lines:
            print("    %-14s %s" % (title, line))
    for name, (was, now) in change["motors"].items():
        print("    %-14s ran %.2f s, now %.2f s" % (name, was / 1000, now / 1000))
    print("The sensors still say what they said then: believe what comes soon after the first.")
