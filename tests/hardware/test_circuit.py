"""The circuit that was written: fresh, free of ERC messages, one with machine.toml."""

import hashlib
import logging
import os
import re
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from hardware import circuit, model
from hardware.blocks import BLOCKS, inputs, link, netlist, outputs
from hardware.blocks.design import Design
from hardware.blocks.erc import ALLOWED, canonical, judge
from hardware.blocks.skidl_silent import skidl
from hardware.lib.symbols import SYMBOL_FILE, symbols

ROOT = Path(__file__).resolve().parents[2]
FRAME = 12


@pytest.fixture(scope="module")
def built():
    return circuit.build(ROOT)


@pytest.fixture(scope="module")
def its():
    return model.load(ROOT)


@pytest.fixture(scope="module")
def design():
    return Design(ROOT)


def test_what_is_committed_is_what_is_built(built):
    for path, text in built.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, f"{path}: make hardware"


def test_the_files_do_not_depend_on_the_hash_seed(built):
    script = ("import hashlib; from pathlib import Path; from hardware import circuit\n"
              "text = ''.join(text for _, text in sorted(circuit.build(Path('.')).items()))\n"
              "print(hashlib.sha256(text.encode()).hexdigest())")
    want = hashlib.sha256("".join(built[k] for k in sorted(built)).encode()).hexdigest()
    seed = str(int(os.environ.get("PYTHONHASHSEED", "0") == "1") + 1)  # another than this run's
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True,
                          text=True, env={**os.environ, "PYTHONHASHSEED": seed,
                                          "PYTHONPATH": str(ROOT)})
    assert done.stdout.strip() == want, done.stderr


def test_nothing_was_left_in_the_working_directory():
    assert not list(ROOT.glob("*.erc")) and not list(ROOT.glob("*_sklib.py"))


def test_the_texts_hold_no_date_and_no_path(built):
    for path, text in built.items():
        assert str(ROOT) not in text and not re.search(r"20[23]\d-\d\d-\d\d", text), path


def test_every_pin_is_on_a_net_or_open_on_purpose(its):
    for ref, part in its.parts.items():
        assert set(part.pins) | set(part.nc) == set(part.names), ref
        assert not set(part.pins) & set(part.nc), ref
        assert part.footprint.startswith("mj:") and part.block in (*BLOCKS, link.BLOCK), ref


def test_json_there_and_back(its, built):
    assert model.to_json(model.from_json(built[model.CIRCUIT_FILE])) == built[model.CIRCUIT_FILE]
    assert its.net("U2", "QA") == its.net("U2", "15") == its.parts["U2"].pins["15"]


def test_a_missing_circuit_says_what_makes_it(tmp_path):
    with pytest.raises(FileNotFoundError, match="circuit.json is missing; `make hardware`"):
        model.load(tmp_path)


# ----------------------------------------------------------------- against machine.toml
def test_the_controllers_pins_are_those_of_the_machine(its, design):
    pico = its.parts["U1"]
    wired = {pico.names[number]: net for number, net in pico.pins.items()
             if pico.names[number].startswith("GP")}
    assert wired == {f"GP{row['gp']}": name.upper() for name, row in design.data["pins"].items()}


def test_connectors_are_those_of_the_machine(its, design):
    wired = {ref: list(part.pins.values()) for ref, part in its.of_kind("connector").items()}
    assert wired == {row["ref"]: row["pins"] for row in design.data["connectors"].values()}


def test_every_motor_has_its_channel_and_connector(its, design):
    motors = design.motors()
    assert [m.channel for m in motors] == list(range(1, 17))
    for motor in motors:
        opto, triac = its.parts[f"OK{motor.channel}"], its.parts[f"Q{motor.channel + 2}"]
        assert opto.pins["2"] == f"{motor.net}_LED" and triac.pins["2"] == f"L_MOT_{motor.group}"
        relay = [p for p in its.of_kind("relay_spdt").values() if p.pins["11"] == triac.pins["1"]]
        assert len(relay) == motor.reversible
        ends = {f"{motor.net}_A", f"{motor.net}_B"} if relay else {f"{motor.net}_RUN"}
        assert any(ends <= set(p.pins.values()) for p in its.of_kind("connector").values())


# ----------------------------------------------------------------- the shift registers
class Chain:
    """The 595s and 165s as wired: found from net to net, clocked bit by bit."""

    def __init__(self, its):
        self.its = its
        self.out = self._walk("SR_MOSI", "74hc595", "SER", "QH'")
        self.into = self._walk(its.net(self.out[-1], "QH'"), "74hc165", "SER", "QH")
        assert its.net(self.into[-1], "QH") == "SR_MISO"
        self.bits = [0] * 8 * (len(self.out) + len(self.into))  # MOSI's end first

    def _walk(self, net, kind, entry, leave):
        found = []
        while True:
            nexts = [ref for ref, part in self.its.of_kind(kind).items()
                     if part.pins[part.pin(entry)] == net]
            if not nexts:
                return found
            assert len(nexts) == 1, net
            found.append(nexts[0])
            net = self.its.net(nexts[0], leave)

    def load(self, levels):
        """The 165s take the levels of their nets."""
        for place, ref in enumerate(self.into):
            for stage, name in enumerate(inputs.STAGES):
                self.bits[8 * (len(self.out) + place) + stage] = levels.get(
                    self.its.net(ref, name), 0)

    def transfer(self, frame):
        """Bytes most significant bit first, as the SPI sends; the bytes received."""
        received = []
        for byte in frame:
            got = 0
            for bit in range(7, -1, -1):
                got = got << 1 | self.bits[-1]
                self.bits = [byte >> bit & 1, *self.bits[:-1]]
            received.append(got)
        return received

    def shown(self):
        """Nets that the 595s hold high."""
        return {self.its.net(ref, name) for place, ref in enumerate(self.out)
                for stage, name in enumerate(outputs.STAGES) if self.bits[8 * place + stage]}


@pytest.fixture
def chain(its):
    found = Chain(its)
    assert len(found.bits) == 8 * FRAME
    return found


def sent_by_the_firmware(motors, aux):
    """The frame as the firmware puts it on the wire."""
    from hal.exchange import Exchange

    its = Exchange.__new__(Exchange)
    its._wishes, its._places = (array("H", (0, 0)), array("H", (0, 0))), (0, 1)
    its._pointer, its._turn = array("I", (0,)), 0
    its.send(motors, aux)
    word = bytes(memoryview(its._wishes[its._pointer[0]]).cast("B"))
    return bytes(FRAME - len(word)) + word[::-1]  # the frame program begins with the top bit


def test_each_output_bit_of_the_firmware_reaches_the_net_of_its_name(chain, design):
    names = [n for byte in range(4) for n in design.outputs(byte)]
    for index, name in enumerate(names):
        chain.transfer(sent_by_the_firmware(1 << index & 0xFFFF, (1 << index) >> 16))
        assert chain.shown() == ({name.upper()} if name else {""}), name


def test_each_input_comes_back_at_its_byte_and_bit(chain, design):
    for its in design.inputs():
        if its.name:
            chain.load({its.chip_net: 1})
            received = chain.transfer(bytes(FRAME))
            want = [0] * FRAME
            want[its.number // 8] = 1 << its.number % 8
            assert received == want, its.name


def test_the_outputs_come_back_behind_the_inputs(chain):
    frame = sent_by_the_firmware(0xA53C, 0x71E2)
    chain.transfer(frame)
    chain.load({})
    assert bytes(chain.transfer(bytes(FRAME))[8:]) == frame[8:]


# ----------------------------------------------------------------- electrical rules, files
def test_each_allowance_is_needed_and_reasoned():
    said = circuit.erc(circuit.draw(ROOT).skidl)
    assert judge(said) == [] and {canonical(text) for text in said} == set(ALLOWED)
    assert all(len(reason) > 20 for reason in ALLOWED.values())


def test_a_message_that_is_not_allowed_and_an_idle_allowance_are_both_wrong():
    said = ["WARNING: Pin conflict on net ZC, OPEN-COLLECTOR pin 4/C of opto_ac/OK17 <==> "
            "BIDIRECTIONAL pin 17/GP13 of pico/U1 (x)"]
    assert canonical(said[0]) == "Pin conflict, ZC, OK17.4 U1.17"
    assert judge(said, {}) == ["ERC " + said[0]]
    assert judge([], {"Pin conflict, ZC, OK17.4 U1.17": "why"}) == [
        "hardware/blocks/erc.py: nothing says 'Pin conflict, ZC, OK17.4 U1.17' any more; take it "
        "out of ALLOWED"]


def test_the_netlists_hold_the_same_nets_as_the_circuit(its, built):
    found = {}
    for block in re.split(r"\n    \(net ", built[netlist.NETLIST_FILE])[1:]:
        name = re.search(r'\(name "([^"]+)"\)', block).group(1)
        found[name] = re.findall(r'\(node \(ref "([^"]+)"\) \(pin "([^"]+)"\)', block)
    assert found == its.nets
    text = built[netlist.NETLIST_FILE]
    assert text.count("(") == text.count(")")
    rows = dict(line.split(": ", 1) for line in built[netlist.TEXT_FILE].splitlines()
                if ": " in line and not line.startswith("open"))
    assert {net: [tuple(re.match(r"(\w+)\.(\w+)", pin).groups()) for pin in pins.split()]
            for net, pins in rows.items()} == its.nets


def test_the_symbol_library_read_back_has_the_pins_of_the_tables(its):
    for name, table in symbols().items():
        part = skidl.Part(str(ROOT / SYMBOL_FILE), name, tool=skidl.KICAD6, dest=skidl.TEMPLATE)
        assert {(pin.num, pin.name) for pin in part.pins} == {
            (pin.number, pin.name) for pin in table.pins}, name
    assert {part.symbol for part in its.parts.values()} <= set(symbols())


def test_every_footprint_has_a_pad_for_each_pin_and_no_other(its):
    for ref, part in its.parts.items():
        if part.on_board:
            path = ROOT / "hardware/lib/mj.pretty" / f"{part.footprint[3:]}.kicad_mod"
            text = path.read_text(encoding="utf-8")
            pads = re.findall(r'\(pad "?([^"\s]*)"? (?:thru|smd)', text)
            assert set(pads) == set(part.names), ref


def test_the_loggers_of_others_are_none_of_skidls():
    assert skidl and logging.getLoggerClass() is logging.Logger
    logging.getLogger("somebody else").debug(["no text"])
