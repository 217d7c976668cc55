"""The virtual board: images, keys, entropy, store and serial port."""

import pytest

from hal.usb_serial import CHUNK
from mjsim.board.board import Board, FileStore, MemoryStore, Serial, VirtualBoard
from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.words.names import UsageError
from tests.plant.crude import DRUM


def test_a_fresh_board_sees_the_machine_as_it_stands():
    board = VirtualBoard(Plant("single_port", 3), cause="brownout")
    assert bytes(board.inputs.level[:5]) == bytes(C.IDLE_OF[C.MACHINES.index("single_port")][:5])
    assert (board.inputs.machine, board.inputs.sim) == (1, 1)
    assert board.inputs.reset_cause == "brownout"
    assert Board is VirtualBoard


def test_edges_are_latched_until_read_and_then_gone():
    plant = Plant()
    board = VirtualBoard(plant)
    board.press("elevator")
    board.release("elevator")
    board.press("marker")
    inputs = board.inputs
    board.read(inputs)
    both, mark = 1 << (C.IN_ELEVATOR & 7), 1 << (C.IN_MARK & 7)
    assert inputs.edges == 1 << 8
    assert inputs.rose[8] == both | mark and inputs.fell[8] == both
    assert inputs.level[8] & (both | mark) == mark
    board.read(inputs)
    assert inputs.edges == 0 and not any(inputs.rose) and not any(inputs.fell)
    assert plant.edges == 0


@pytest.mark.parametrize("key", ["service", "elevator2", "dice_c", "reset", "chain_rev"])
def test_every_key_has_its_input(key):
    plant = Plant()
    board = VirtualBoard(plant)
    board.press(key)
    board.read(board.inputs)
    name = {"service": "svc"}.get(key, key)
    index = C.INPUTS.index(name)
    assert board.inputs.rose[index >> 3] == 1 << (index & 7)


def test_outputs_reach_the_plant_and_analogue_values_come_back():
    plant = Plant()
    board = VirtualBoard(plant)
    out = board.outputs
    out.arm = out.emit = 1
    board.write(out)
    plant.advance(50)
    out.motors = DRUM
    board.write(out)
    plant.advance(400)
    assert plant.moving == DRUM
    plant.heat(800)
    plant.blocked = DRUM
    plant.refeed()
    board.read(board.inputs)
    assert board.inputs.temp_hs_dc == 800 and board.inputs.amps_a_ma > 0
    out.arm = 0
    board.write(out)
    plant.advance(2000)
    assert not plant.moving


def test_entropy_is_new_when_it_was_used_and_the_same_for_the_same_seed():
    words = []
    for _ in range(2):
        board = VirtualBoard(Plant(seed=7))
        found = []
        for _ in range(20):
            board.read(board.inputs)
            found.append(board.inputs.entropy)
            board.read(board.inputs)
            assert board.inputs.entropy == found[-1]
            board.outputs.entropy_taken += 1
        words.append(found)
    assert words[0] == words[1] and len(set(words[0])) > 15
    assert all(0 <= word < 1 << 16 for word in words[0])
    assert VirtualBoard(Plant(seed=8)).inputs.entropy != words[0][0]


def test_after_a_power_cut_the_next_board_draws_other_words():
    plant = Plant(seed=7)
    first = VirtualBoard(plant).inputs.entropy
    plant.power_cycles += 1
    assert VirtualBoard(plant).inputs.entropy != first


def test_the_memory_store():
    store, buf = MemoryStore(), bytearray(8)
    assert store.read(3, buf) == 0
    assert store.write(3, b"abcdef", 4) == 4
    assert store.read(3, buf) == 4 and buf[:4] == b"abcd"
    assert store.write(300, b"x", 1) == 0 and store.write(1, b"x", -1) == 0
    copy = store.snapshot()
    store.write(3, b"other", 5)
    assert copy.read(3, buf) == 4


def test_the_file_store_outlives_its_object(tmp_path):
    path = tmp_path / "table.store"
    store, buf = FileStore(path), bytearray(64)
    store.write(0, bytes(range(60)), 60)
    store.write(15, b"", 0)
    store.write(15, b"\x01\x02", 2)
    assert not list(tmp_path.glob("*.new"))
    again = FileStore(path)
    assert again.read(0, buf) == 60 and buf[:60] == bytes(range(60))
    assert again.read(15, buf) == 2 and again.read(7, buf) == 0


def test_a_broken_or_foreign_store_is_refused_and_kept(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("shopping list")
    with pytest.raises(UsageError, match="is no store of mjsim"):
        FileStore(path)
    assert path.read_text() == "shopping list"
    path.write_bytes(FileStore.HEADER + b"\x00\x05ab")
    with pytest.raises(UsageError, match="is cut short; delete it"):
        FileStore(path)
    with pytest.raises(UsageError, match="cannot write the store"):
        FileStore(tmp_path / "no" / "such" / "folder")
    with pytest.raises(UsageError, match="cannot read the store"):
        FileStore(tmp_path)


def test_the_serial_port_gives_what_a_board_takes_in_a_scan():
    sent, buf = [], bytearray(64)
    port = Serial(sent.append)
    port.feed(bytes(range(CHUNK + 2)))
    assert port.waiting == CHUNK + 2
    assert port.recv_into(buf) == CHUNK and buf[:CHUNK] == bytes(range(CHUNK))
    assert port.recv_into(buf) == 2 and port.recv_into(buf) == 0
    port.send(b"hello", 3)
    assert sent == [b"hel"]
