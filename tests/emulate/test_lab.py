"""The lab gate without an image: file system, host, figures, and what it says of wrong files."""

import json
import random
import struct

import pytest
from littlefs import LittleFS

from mjsim.board.board import MemoryStore
from mjsim.people.habits import Habits
from mjtable.generated.setting_table import NAMES
from mjtable.kit.crc import START, crc16
from mjtable.memory.settings import Settings
from mjtable.memory.settings_store import SettingsStore
from mjtable.memory.store import Store
from tools.check.emulate.problems import EmulateError
from tools.check.lab import __main__ as command
from tools.check.lab import disk, symbols, wanted
from tools.check.lab.chance import Drawn, words
from tools.check.lab.figures import Figures, histogram, quantile, summary
from tools.check.lab.host import ASK_MS, Host
from tools.check.lab.sight import LATE_MS, Late
from tools.check.lab.table import ChipTable
from tools.check.lab.twin import Comparison
from tools.check.vm import commissioned

from .kit import images, uf2_of

FLASH = 2 * 1024 * 1024


# --------------------------------------------------------------------------- files
def bundle(folder):
    for name in ("boot.py", "main.py", "hal/start.mpy", "mjtable/table.mpy"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode() * 100)
    return folder


def test_the_firmware_lies_where_the_board_looks_for_it(tmp_path):
    flash = bytearray(b"\xff" * FLASH)
    assert disk.install(flash, bundle(tmp_path), {"/a/player.py": b"one", "/active": b"b\n"}) == 4
    assert flash[: disk.START] == b"\xff" * disk.START
    again = LittleFS(context=disk.Part(flash), block_count=352, mount=True, **disk.GEOMETRY)
    assert sorted(again.listdir("/")) == ["a", "active", "boot.py", "main.py"]
    with again.open("/a/hal/start.mpy", "rb") as file:
        assert file.read() == b"hal/start.mpy" * 100
    with again.open("/active", "rb") as file:
        assert file.read() == b"b\n"


def test_a_folder_that_is_no_bundle(tmp_path):
    (tmp_path / "readme.txt").write_text("x")
    with pytest.raises(EmulateError, match="no bundle of the firmware: no main.py in it"):
        disk.install(bytearray(FLASH), tmp_path)


def test_a_bundle_that_is_too_large(tmp_path):
    bundle(tmp_path)
    (tmp_path / "mjtable/huge.mpy").write_bytes(b"x" * FLASH)
    with pytest.raises(EmulateError, match="does not fit on the board"):
        disk.install(bytearray(b"\xff" * FLASH), tmp_path)


@pytest.mark.parametrize(("content", "said"), [
    (b"something else", "there is no MicroPython in this image"),
    (b"MicroPython without a number", "does not tell its version"),
    (b"MicroPython v1.25.0 on 2025-04-15", r"v1\.25\.0 cannot run the firmware"),
    (b"MicroPython v0.9.9", "does not tell its version"),
])  # fmt: skip
def test_an_image_of_another_micropython(tmp_path, content, said):
    with pytest.raises(EmulateError, match=said):
        wanted.image(tmp_path / "a.uf2", content)


def test_the_versions_that_are_taken():
    assert wanted.image("a", b"x MicroPython v1.28.0 on 2026-04-06;") == "v1.28.0"
    assert wanted.image("a", b"MicroPython v1.29.0-preview.585.gaf47") == "v1.29.0-preview"


def test_a_board_at_another_clock(tmp_path):
    (tmp_path / "main.py").write_text("import x\nCLOCK_HZ = 200_000_000  # fast\n")
    wanted.clock(tmp_path, 200_000_000)
    with pytest.raises(EmulateError, match="it runs at 125 MHz .* the firmware is for 200 MHz"):
        wanted.clock(tmp_path, 125_000_000)
    (tmp_path / "main.py").write_text("pass\n")
    wanted.clock(tmp_path, 125_000_000)


def test_wrong_files_end_with_code_2_and_a_sentence(tmp_path, capsys):
    rom, image = images("chain")
    (tmp_path / "rom.bin").write_bytes(rom)
    (tmp_path / "tiny.uf2").write_bytes(uf2_of(image))
    options = ["--uf2", str(tmp_path / "tiny.uf2"), "--bootrom", str(tmp_path / "rom.bin"),
               "--out", str(tmp_path / "out")]  # fmt: skip
    assert command.main(options) == 2
    assert "there is no MicroPython in this image" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert command.main(["--uf2", str(tmp_path / "none.uf2"), *options[2:]]) == 2
    assert "none.uf2: cannot read it: No such file or directory" in capsys.readouterr().err
    swapped = ["--uf2", options[3], "--bootrom", options[1], "--out", options[5]]
    assert command.main(swapped) == 2
    assert "UF2 and BOOTROM are perhaps the wrong way round" in capsys.readouterr().err


def test_a_boot_rom_of_another_revision(tmp_path, capsys):
    rom, image = images("chain")
    (tmp_path / "b0.bin").write_bytes(rom[:0x13] + b"\1" + rom[0x14:])
    (tmp_path / "tiny.uf2").write_bytes(uf2_of(b"MicroPython v1.28.0".join([image, b""])))
    options = ["--uf2", str(tmp_path / "tiny.uf2"), "--bootrom", str(tmp_path / "b0.bin")]
    assert command.main(options) == 2
    said = capsys.readouterr().err
    assert "b0.bin: this is revision B0 of the boot ROM; B1 and B2 are known here" in said


def test_the_board_of_a_row_port_is_told_what_its_heads_push():
    settings = Settings()
    SettingsStore(settings, Store(MemoryStore(commissioned.slots("row_port")))).load()
    assert settings.value[NAMES.index("head.tiles_a_push")] == 1
    assert commissioned.slots("four_port") == commissioned.slots("single_port") == {}
    assert ChipTable("row_port", "YEE", 1, Habits()).plant.stops == [18] * 4


def test_nothing_given_says_how(capsys):
    with pytest.raises(SystemExit) as caught:
        command.main(["--uf2", "", "--bootrom", ""])
    assert caught.value.code == 2
    assert "no file given; write `make" in capsys.readouterr().err


def test_an_elf_of_another_program(tmp_path):
    path = tmp_path / "a.elf"
    path.write_bytes(b"MZ")
    with pytest.raises(EmulateError, match="no ELF file of a 32-bit chip"):
        symbols.write(path, tmp_path)
    path.write_bytes(elf({"main": 0x10000101}))
    with pytest.raises(EmulateError, match="it has no mp_type_fun_bc"):
        symbols.write(path, tmp_path)


def elf(places):
    """An ELF file with nothing but functions."""
    texts = b"\0" + b"".join(name.encode() + b"\0" for name in places)
    table, at = b"", 1
    for name, address in places.items():
        table += struct.pack("<IIIBBH", at, address, 2, 2, 0, 1)
        at += len(name) + 1
    head = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\x01\x01\x01", 2, 40, 1, 0, 0, 52, 0, 52,
                       0, 0, 40, 2, 1)  # fmt: skip
    behind = 52 + 80
    sections = struct.pack("<10I", 0, 2, 0, 0, behind, len(table), 1, 0, 4, 16)
    sections += struct.pack("<10I", 0, 3, 0, 0, behind + len(table), len(texts), 0, 0, 1, 0)
    return head + sections + table + texts


def test_the_symbols_that_the_emulator_gets(tmp_path):
    path = tmp_path / "a.elf"
    path.write_bytes(
        elf({"main": 0x10000101, "mp_type_fun_bc": 0x10041000, "mp_state_ctx": 0x20001F50})
    )
    told = json.loads(symbols.write(path, tmp_path).read_text())
    assert (told["type"], told["state"]) == (0x10041000, 0x20001F50)
    assert told["code"][0] == [0x10000100, "main"]


# --------------------------------------------------------------------------- host
def answer(body):
    text = body.encode()
    return text + b"*%04X\n" % crc16(text, 0, len(text), START)


def test_the_host_asks_20_times_a_second_and_follows_events():
    sent = []
    host = Host(sent.append)
    seen = []
    host.listener = seen.append
    host.act(900)
    assert not sent
    host.open(1000)
    for now_ms in range(1000, 2000):
        before = len(sent)
        host.act(now_ms)
        if len(sent) > before:
            number = sent[-1].split()[0].decode()
            if b"events" in sent[-1]:
                told = answer("+7 1234 state machine=table to=ready") if not seen else b""
                host.receive(answer("%s ok n=1 first=1 next=8" % number) + told, now_ms + 20)
            else:
                host.receive(answer("%s ok" % number), now_ms + 20)
    assert 19 <= len(sent) <= 21
    assert sent[0] == answer("1 hello")
    assert host.hello_ms == 20
    assert seen == [
        {"number": "7", "t_ms": "1234", "event": "state", "machine": "table", "to": "ready"}
    ]
    assert b"events from=8*" in sent[-1] + sent[-2]


def test_a_question_without_an_answer_is_asked_again():
    sent = []
    host = Host(sent.append)
    host.open(0)
    for now_ms in range(0, 1000, ASK_MS):
        host.act(now_ms)
    assert sent[0] == sent[1] == sent[2]
    assert host.asked_again == 2
    host.receive(b"1 ok*0000\n", 1000)
    assert (host.wrong, host.hello_ms) == (1, -1)


# --------------------------------------------------------------------------- figures
def measured(*scans):
    sums = {"cycles": 1000, "idle": 100, "irq": 50, "irqs": 5, "hertz": 200_000_000, "steps": 1}
    return {"us": 0, "meter": {"scans": [list(each) for each in scans], **sums}}


def test_busy_is_what_lies_between_two_scans_without_the_waiting():
    figures = Figures()
    figures.take(
        measured((1000, 1900, 0, 10), (6000, 7500, 3900, 20), (11000, 12000, 7000, 50)), "ready"
    )
    assert figures.rows() == [[1000, 5000, 1100, 10], [6000, 5000, 1900, 30]]
    assert figures.busy_us() == [1900]  # the first scan does not count
    assert figures.scan_us("ready") == [1500, 1000]
    assert figures.busy_us("sorting") == []


def test_quantiles_and_lines_of_a_known_series():
    values = list(range(100, 10_100, 100))
    assert [quantile(values, share) for share in (0.5, 0.99)] == [5100, 10000]
    assert "mean  5.05" in summary("x", values) and "over 5 ms: 50" in summary("x", values)
    assert histogram([100, 400, 600]) == [
        "   0.0 ms      2 " + "#" * 50,
        "   0.5 ms      1 " + "#" * 25,
    ]
    assert "worst  0.00 ms" in summary("none", [])


# --------------------------------------------------------------------------- the two runs
def event(t_ms, to):
    return {"number": 1, "t_ms": t_ms, "event": "state", "machine": "table", "to": to}


def test_two_runs_are_the_same_up_to_the_first_event_that_differs():
    chip = [
        event(700, "homing"),
        event(1010, "ready"),
        event(2025, "loading"),
        event(3000, "fault"),
    ]
    twin = [
        event(5, "homing"),
        event(305, "ready"),
        event(1310, "loading"),
        event(2300, "sorting"),
    ]
    found = Comparison(chip, twin)
    assert (found.same, found.worst_ms, found.at_ms) == (3, 10, 1310)
    assert found.differ == (
        "event=state machine=table to=fault",
        "event=state machine=table to=sorting",
    )
    assert Comparison(chip[:3], twin).differ is None


def test_two_things_of_one_moment_may_be_told_either_way_round():
    chip = [event(0, "a"), event(105, "b"), event(120, "c"), event(900, "d")]
    twin = [event(0, "a"), event(110, "c"), event(112, "b"), event(800, "d")]
    found = Comparison(chip, twin)
    assert found.same == 1
    assert found.alone == ["900 ms event=state machine=table to=d (chip)",
                           "800 ms event=state machine=table to=d (simulator)"]  # fmt: skip


def test_the_words_of_the_chip_are_made_of_its_bits_in_their_order():
    chance = random.Random(5)
    bits = [chance.randrange(2) for _ in range(9000)]
    found = words(bits)
    proven = bits[1024:]
    pairs = [a for a, b in zip(proven[0::2], proven[1::2], strict=True) if a != b]
    wanted = [int("".join(map(str, pairs[i : i + 16])), 2) for i in range(0, len(pairs) - 15, 16)]
    assert found[:50] == wanted[:50]
    drawn = Drawn(found)
    assert [drawn.getrandbits(16) for _ in range(3)] == found[:3]


class Now:
    now_ms = 0
    hatch_open = True


def test_people_see_what_happened_a_moment_ago_at_both_tables():
    table = Now()
    late = Late(table)
    late.hear(event(0, "ready"), 1000)
    late.hear({"event": "dice"}, 1500)
    table.now_ms = 1000 + LATE_MS - 1
    assert (late.state, late.dice_ms, late.hatch_open) == ("power_on", 0, True)
    table.now_ms = 1500 + LATE_MS
    assert (late.state, late.dice_ms) == ("ready", 1500)
