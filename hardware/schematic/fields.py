"""The fields of a part's symbol: what KiCad asks for, then what the project knows of the part."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hardware.lib.record import Record
from hardware.model import Part

ADDRESS = re.compile(r"https?://[^\s;]+")
NO_SHEET = "~"  # KiCad's word for no data sheet


def datasheet(record: Record | None) -> str:
    """The address at which the record was read; none for a record that nobody read."""
    found = ADDRESS.search(record.where) if record and record.state != "not read" else None
    return found[0] if found else NO_SHEET


def fields(ref: str, part: Part, record: Record | None) -> dict[str, str]:
    """Name -> text, KiCad's own four first and in its order; empty ones of ours are left out."""
    ours = {"MPN": part.mpn, "Substitute": part.substitute, "Check": part.check,
            "Note": part.note, "Group": part.group, "Domain": part.domain,
            "Record": record.state if record else "", "Source": record.source if record else ""}
    return {"Reference": ref, "Value": part.value, "Footprint": part.footprint,
            "Datasheet": datasheet(record), **{name: text for name, text in ours.items() if text}}


def record_of(part: Part, records: Mapping[str, Record]) -> Record | None:
    """The record of the part's order number, None for holes and straps."""
    return records.get(part.mpn)
