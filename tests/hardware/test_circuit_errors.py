"""A mistake in the circuit is told with file, line, what is wrong and the nearest valid choice."""

import re
from pathlib import Path

import pytest

from hardware import circuit
from hardware.blocks import connectors, inputs
from hardware.blocks.board import Board
from hardware.blocks.design import Design
from hardware.blocks.mistakes import CircuitError
from hardware.blocks.skidl_silent import erc
from hardware.lib import part_type

ROOT = Path(__file__).resolve().parents[2]
MACHINE = "hardware/machine.toml"
GATE = {"A": "IN", "Y": "OUT", "VCC": "+3V3", "GND": "GND"}


@pytest.fixture
def board():
    """A board on which IN and +3V3, GND have two pins already."""
    its = Board()
    for ref, net in (("JP1", "IN"), ("JP2", "IN"), ("JP3", "+3V3"), ("JP4", "+3V3")):
        its.add("STRAP", ref, {"1": net, "2": "GND"})
    return its


def told(board):
    with pytest.raises(CircuitError) as error:
        board.circuit()
    return str(error.value)


def here(text):
    """The place in this file that the text begins with; the line it names."""
    found = re.match(r"(tests/hardware/test_circuit_errors|test_circuit_errors)\.py:(\d+): ", text)
    assert found, text
    return Path(__file__).read_text(encoding="utf-8").splitlines()[int(found.group(2)) - 1]


def test_a_good_board_says_nothing(board):
    board.add("74LVC1G17", "U1", GATE)
    board.add("STRAP", "JP5", {"1": "OUT", "2": "GND"})
    assert board.circuit().net("U1", "Y") == "OUT"


def test_a_pin_forgotten(board):
    board.add("74LVC1G17", "U1", {"Y": "IN", "VCC": "+3V3", "GND": "GND"})
    text = told(board)
    assert "U1 pin 2 (A) is not connected: give it a net or name it in nc" in text
    assert 'board.add("74LVC1G17"' in here(text)


def test_a_pin_misspelt(board):
    board.add("74HC595", "U2", {"SRCLKK": "IN"})
    assert "U2 (74HC595) has no pin SRCLKK; nearest: SRCLK" in told(board)


def test_a_net_misspelt(board):
    board.two("R", "R1", "1k", "DRUM_GATE", "GND")
    board.two("R", "R2", "1k", "DRUM_GATE", "GND")
    board.two("R", "R3", "1k", "DRUM_GTAE", "GND")
    text = told(board)
    assert "R3.1 is alone on net DRUM_GTAE; nearest: DRUM_GATE" in text
    assert '"DRUM_GTAE"' in here(text)


def test_a_type_misspelt(board):
    board.add("74HC959", "U2", {})
    assert "U2: no part type 74HC959; did you mean 74HC595?" in told(board)


def test_a_value_that_nobody_sells_here(board):
    board.two("C", "C1", "5u6", "IN", "GND")
    assert "C1: no capacitor of 5u6 in hardware/lib/passive.py; there are 100n, 10n" in told(board)


def test_a_reference_twice(board):
    board.add("STRAP", "JP1", {"1": "IN", "2": "GND"})
    assert re.search(r"JP1 is there already: \S+test_circuit_errors.py:\d+", told(board))


def test_a_pin_that_must_stay_open(board):
    board.add("74LVC1G17", "U1", {**GATE, "NC": "IN"})
    assert "U1 pin 1 (NC) must stay open, it is on net IN" in told(board)


def test_all_mistakes_are_told_at_once(board):
    board.two("R", "R1", "1k", "A", "GND")
    board.two("R", "R2", "1k", "B", "GND")
    assert len(told(board).splitlines()) == 2


def test_two_outputs_on_a_net_are_an_erc_error(board):
    for ref in ("U1", "U2"):
        board.add("74LVC1G17", ref, GATE)
    assert any(text.startswith("ERROR: Pin conflict on net OUT") for text in erc(board.skidl))


def test_nets_that_skidl_merges_are_found(board):
    board.nets["IN"] += board.nets["+3V3"]
    with pytest.raises(CircuitError, match="SKiDL merged nets"):
        board.circuit()


def test_an_erc_message_stops_the_build(monkeypatch):
    monkeypatch.setattr(circuit, "erc", lambda board: ["WARNING: No drivers for net X."])
    with pytest.raises(CircuitError, match="ERC WARNING: No drivers for net X"):
        circuit.circuit(ROOT)


def test_an_unknown_type_is_told_outside_a_board_too():
    with pytest.raises(KeyError, match="no part type IL4028; did you mean IL4208"):
        part_type("IL4028")


# ----------------------------------------------------------------- mistakes in machine.toml
def edited(folder, *pairs):
    """The design of a machine.toml with these texts replaced; and its text."""
    text = (ROOT / MACHINE).read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "hardware").mkdir()
    (folder / MACHINE).write_text(text, encoding="utf-8")
    return Design(folder), text.splitlines()


def line_of(text):
    return int(re.search(rf"{MACHINE}:(\d+)", text).group(1))


def test_a_connector_pin_misspelt_names_its_line(tmp_path):
    design, lines = edited(tmp_path, ('"pinch", "drum_rot", "ring_rot", "chain_zero",\n',
                                      '"pinch", "drum_rott", "ring_rot", "chain_zero",\n'))
    with pytest.raises(CircuitError) as error:
        circuit.circuit(tmp_path)
    text = next(line for line in str(error.value).splitlines() if "J34." in line)
    assert text.endswith("is alone on net drum_rott; nearest: drum_rot")
    at = next(n for n in range(line_of(text), 0, -1) if lines[n - 1].startswith("["))
    assert lines[at - 1] == "[connectors.centre]"
    assert "input drum_rot has neither a connector pin nor a block" in str(error.value)
    assert design.connector_nets() >= {"drum_rott"}


def test_an_unknown_family_gets_the_nearest(tmp_path):
    design, lines = edited(tmp_path, ('ref = "J41"\nfamily = "XH"', 'ref = "J41"\nfamily = "XHH"'))
    board = Board()
    connectors.build(board, design)
    assert len(board.mistakes) == 1
    assert "connectors.service.family: XHH is unknown; nearest: XH" in board.mistakes[0]
    assert lines[line_of(board.mistakes[0]) - 1] == 'family = "XHH"'


def test_a_count_of_pins_that_the_family_does_not_have(tmp_path):
    design, _ = edited(tmp_path, ('pins = ["L_IN", "N_IN", "PE"]', 'pins = ["L_IN", "N_IN"]'))
    board = Board()
    connectors.build(board, design)
    assert "connectors.mains_in: no MSTB connector with 2 pins; there are 3" in board.mistakes[0]


def test_a_level_that_the_board_does_not_make(tmp_path):
    design, lines = edited(tmp_path, ('[signals.lid]\nfitted = "all"\nidle = 0\nactive = "high"',
                                      '[signals.lid]\nfitted = "all"\nidle = 0\nactive = "low"'))
    board = Board()
    inputs.build(board, design)
    assert board.mistakes[0].endswith(
        "signals.lid.active is low, but the board makes this wire high itself; write high")
    assert lines[line_of(board.mistakes[0]) - 1] == 'active = "low"'


def test_an_input_that_nothing_makes(tmp_path):
    design, lines = edited(tmp_path, ('"dice_c", "dice_d", "", "", ""]',
                                      '"dice_c", "dice_d", "bell", "", ""]'))
    board = Board()
    inputs.build(board, design)
    assert any("input bell has neither a connector pin" in text for text in board.mistakes)
    assert lines[line_of(board.mistakes[-1]) - 1].startswith("byte7")
