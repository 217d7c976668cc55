"""What one order number is, after its data sheet: hardware/lib/records/README.md says the words.

A record is what the maker says, a symbol what we drew; the rules compare the two, so nothing here
comes from our own symbols or circuit.
"""

import re
from dataclasses import dataclass, field

DOES = frozenset("""passive input output tri_state bidirectional open_drain supply ground
    supply_out anode cathode plus minus gate source drain base emitter collector triac_gate a1 a2
    reference coil coil_plus coil_minus common makes breaks pole pole_2 mirror line neutral earth
    absent open
    """.split())
LIMITS = frozenset("""v v_ac reverse_v forward_ma forward_v peak_w power_w ds_v gs_v drain_ma
    gate_on_v ce_v be_v collector_ma gain zener_v standoff_v breakdown_v clamp_v off_state_v
    trigger_ma led_ma ctr_pct isolation_v creepage_mm clearance_mm coil_v coil_ma contact_v_ac
    contact_a contact_min_v contact_min_ma breaking_a tolerance_pct temperature_c supply_ma in_v
    out_v out_ma threshold_v ripple_ma esr_ohm current_a turns""".split())
STATES = ("read", "quoted", "not read")
PINS_OF = re.compile(r"mj:(?:(?:SOIC|TSSOP|DIP|SIP|TO-220|SOT-23)-|SOT-23$)(\d+)?")
OPEN = frozenset({"absent", "open"})  # pins that carry no net
Range = tuple[float, float]


@dataclass(frozen=True)
class RecordPin:
    """One pin. `v`: absolute maximum against ground, `use_v`: recommended, both V; `ma`: absolute
    maximum of its current; `high_v`, `low_v`: what an input surely takes as high and as low."""

    no: str
    name: str
    does: str
    v: Range | None = None
    use_v: Range | None = None
    ma: float | None = None
    high_v: float | None = None
    low_v: float | None = None


@dataclass(frozen=True)
class Record:
    """One order number. `place` is the file and line that say it; `land` is our land pattern,
    `kicad` the same body in KiCad's library, `holes` the drawing's places of the pins in mm."""

    mpn: str
    place: str
    maker: str
    kind: str
    package: str
    state: str
    land: str = ""
    kicad: str = ""
    source: str = ""
    where: str = ""
    series: str = ""
    value: str = ""
    drill_mm: float = 0.0
    pins: dict[str, RecordPin] = field(default_factory=dict)
    limits: dict[str, float | Range] = field(default_factory=dict)
    holes: dict[str, Range] = field(default_factory=dict)

    def does(self, number: str) -> str:
        """What the pin of this number does, "" when there is no such pin."""
        return self.pins[number].does if number in self.pins else ""

    def of(self, *does: str) -> list[str]:
        """Numbers of the pins that do one of these."""
        return [pin.no for pin in self.pins.values() if pin.does in does]

    def most(self, limit: str) -> float | None:
        """The upper end of a limit, None when the record does not say."""
        found = self.limits.get(limit)
        return found[1] if isinstance(found, tuple) else found

    def least(self, limit: str) -> float | None:
        """The lower end of a limit, or its only figure."""
        found = self.limits.get(limit)
        return found[0] if isinstance(found, tuple) else found

    def says(self, number: str) -> str:
        """`hardware/lib/records/ics.toml:19 APX803L-29SR-7 pin 1 RESET# (open_drain)`."""
        pin = self.pins.get(number)
        what = f"pin {number} {pin.name} ({pin.does})" if pin else f"no pin {number}"
        return f"{self.place} {self.mpn} {what}"


def wanted(record: Record) -> dict[str, str]:
    """The pins that a symbol of the part must have: number -> what it does."""
    return {pin.no: pin.does for pin in record.pins.values() if pin.does != "absent"}


def seats(record: Record) -> dict[str, str]:
    """Our pin number -> the record's: a header's posts that are left are counted from 1."""
    if record.kind != "connector":
        return {pin: pin for pin in wanted(record)}
    left = [pin.no for pin in record.pins.values() if pin.does not in OPEN]
    return {str(number): pin for number, pin in enumerate(left, 1)}


def counted(records: dict[str, Record]) -> dict[str, int]:
    """How many records were read, quoted, not read."""
    return {state: sum(r.state == state for r in records.values()) for state in STATES}


def mistakes_of(record: Record) -> list[str]:
    """What is wrong with the record as a whole; a key or pin misspelt is told by the reader."""
    at, found = f"{record.place}: {record.mpn}", []
    if record.state not in STATES:
        found.append(f'{at}: state = "{record.state}" must be one of: {", ".join(STATES)}')
    if record.state == "read" and not record.source:
        found.append(f'{at}: state = "read" needs a source: document, revision and page; else '
                     'write "not read"')
    return found + [f"{at}: pin {number} is missing: give it a row, with does = \"absent\" when "
                    "the body has no such pin" for number in _gaps(record)]


def _gaps(record: Record) -> list[str]:
    """Numbers left out of 1 to n, n at least that of the land pattern's name (SOT-23: 3,
    SOIC-8: 8); bodies whose pins are not counted so (relays) have none."""
    counts = [int(no) for no in record.pins if no.isdigit()]
    if not counts or len(counts) < len(record.pins) or min(counts) == 0:
        return []
    of_land = PINS_OF.match(record.land)
    last = max([*counts, int(of_land[1] or 3) if of_land else 0])
    return [str(n) for n in range(1, last + 1) if str(n) not in record.pins]
