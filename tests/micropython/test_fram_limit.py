"""The FRAM: at most 16 bytes a scan, and a save torn at any byte leaves the old state or the new.

The machine homes, a set is swept in, and the firmware in the VM saves each, its calibration, and
whose tiles are inside. The FRAM is looked at after every scan; from that come all contents a power
cut can leave, byte by byte. Each is judged by the firmware's own store, and some of them are what
a board in the VM starts from.
"""

import functools

import pytest

from mjsim.board.board import MemoryStore
from mjtable.memory.store import DAMAGED, K_LEARNT, K_TABLE, KINDS, PAYLOAD, Store, check
from tests.micropython.evenings import FRAM_A_SCAN, difference, home, records, ways
from tools.check.vm.built import firmware
from tools.check.vm.commissioned import image
from tools.check.vm.lockstep import Lockstep, fresh_plant
from tools.check.vm.script import told

STARTS = 8  # boards started from a torn save
SAVES_MS = 8_000
POWERED_MS = 200


def loaded(table):
    """A set is swept in and the hatch closes: whose tiles are inside is written down."""
    home(table)
    table.load()
    table.run_for(SAVES_MS)


def first_key(table):
    """The first key after power-on: homing, whatever is inside."""
    table.press("elevator")
    table.run_for(8_000)


@functools.cache
def contents():
    """FRAM after each scan that wrote to it, from before the first key to the last save."""
    table = told(seed=3)
    loaded(table)
    with Lockstep(fresh_plant("four_port", "SHOP-B-136", 3), firmware()) as board:
        deeds = [deed for deed in table.plant.deeds if deed[0] > POWERED_MS]
        begins = deeds[0][0]
        board.play([deed for deed in table.plant.deeds if deed[0] < begins], begins)
        found = [board.fram_now()]
        for deed in [*deeds, (table.now_ms, lambda board: None, ())]:
            while board.now_ms < deed[0]:
                board.run_to(board.now_ms + 5)
                now = board.fram_now()
                if now != found[-1]:
                    found.append(now)
            board.play([deed], deed[0])
        assert board.fram_most <= FRAM_A_SCAN
    return found


def torn():
    """Every content between two scans, one byte more each."""
    found = contents()
    cut = [found[0]]
    for before, after in zip(found, found[1:], strict=False):
        now = bytearray(before)
        for at in range(len(after)):
            if now[at] != after[at]:
                now[at] = after[at]
                cut.append(bytes(now))
    return cut


def state(content):
    """What the firmware's store finds of each kind."""
    buf = bytearray(PAYLOAD)
    store = Store(MemoryStore(records(content)))
    return [bytes(buf[: store.load(kind, buf)]) for kind in range(len(KINDS))]


def test_a_save_takes_several_scans():
    found = contents()
    assert len(found) >= 4
    for before, after in zip(found, found[1:], strict=False):
        assert 0 < sum(a != b for a, b in zip(before, after, strict=True)) <= FRAM_A_SCAN


def test_torn_at_every_byte_it_is_the_old_record_or_the_new():
    cuts = torn()
    assert len(cuts) > 80
    whole = [state(content) for content in contents()]
    tables = [each[K_TABLE] for each in whole]
    assert tables[0] != tables[-1] and tables[0]
    for content in cuts:
        for kind, record in enumerate(state(content)):
            assert record in [each[kind] for each in whole]


def calibration_torn(content):
    """The board's own record, which the simulated one has not: only the board tells of it."""
    slots = records(content)
    return any(check(slots[2 * K_LEARNT + which], K_LEARNT) == DAMAGED for which in (0, 1))


@pytest.mark.parametrize("part", range(STARTS))
def test_a_board_starts_from_a_torn_save(part):
    cuts = [content for content in torn() if not calibration_torn(content)]
    content = cuts[(len(cuts) - 1) * part // (STARTS - 1)]
    played = ways(first_key, slots=records(content))
    assert played.expected and not difference(played.expected, played.found)


def test_at_rest_it_holds_what_the_simulator_keeps():
    table = told(seed=3)
    home(table)
    table.run_for(2_000)
    with Lockstep(fresh_plant("four_port", "SHOP-B-136", 3), firmware()) as board:
        board.play(table.plant.deeds, table.now_ms)
        found = state(board.fram_now())
    assert found[K_TABLE] == state(image(table.store.slots))[K_TABLE] != b""
