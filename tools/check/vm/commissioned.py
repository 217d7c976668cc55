"""A board as its technician left it: the FRAM keeps the settings that its machine needs.

A strap tells the board how it is wired, and a setting, `head.tiles_a_push`, what its heads push
(docs/DECISIONS.md, 89); a board with an empty FRAM takes the heads of every machine for whole
stacks.
"""

from mjsim.board.board import MemoryStore
from mjsim.generated.constants import MACHINES, TILES_A_PUSH
from mjtable.generated.setting_table import DEFAULTS, NAMES
from mjtable.memory.settings import Settings
from mjtable.memory.settings_store import SettingsStore
from mjtable.memory.store import SLOT_BYTES, SLOTS, Store

PUSH = NAMES.index("head.tiles_a_push")


def slots(machine: str) -> dict[int, bytes]:
    """The records by slot, none for a machine that works with the defaults."""
    memory = MemoryStore()
    pushes = TILES_A_PUSH[MACHINES.index(machine)]
    if pushes != DEFAULTS[PUSH]:
        settings = Settings()
        settings.set(PUSH, pushes)
        SettingsStore(settings, Store(memory)).save()
    return memory.slots


def image(records: dict[int, bytes]) -> bytes:
    """Content of the FRAM with these records."""
    content = bytearray(SLOTS * SLOT_BYTES)
    for slot, record in records.items():
        content[slot * SLOT_BYTES : slot * SLOT_BYTES + len(record)] = record
    return bytes(content)
