"""The files a person gives: what is taken, and what is said about each wrong one."""

import struct

import pytest

from tools.check.emulate import boot_rom, storage, uf2
from tools.check.emulate.problems import EmulateError

from .kit import images, uf2_of


@pytest.fixture(scope="module")
def good():
    rom, image = images("chain")
    return rom, image


def refused(load, tmp_path, content, name="file.uf2"):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(EmulateError) as caught:
        load(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_a_whole_image_is_taken(tmp_path, good):
    path = tmp_path / "good.uf2"
    path.write_bytes(uf2_of(good[1]))
    assert uf2.flat(uf2.load(path)) == good[1]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", "this is no UF2 file, it is empty"),
        (b"\x00\x20\x04\x20" + bytes(600), "it looks like a plain image (.bin)"),
        (b"\x7fELF" + bytes(508), "it looks like an ELF program"),
        (b"<!DOCTYPE html>", "it looks like a web page"),
        (b"PK\x03\x04", "it looks like a zip archive"),
    ],
)
def test_another_kind_of_file(tmp_path, content, text):
    said = refused(uf2.load, tmp_path, content)
    assert text in said
    assert "What to do: give the RP2040 image of MicroPython, as RPI_PICO-" in said


def test_files_the_wrong_way_round(tmp_path, good):
    rom, image = good
    assert "UF2 and BOOTROM are perhaps the wrong way round" in refused(uf2.load, tmp_path, rom)
    said = refused(boot_rom.load, tmp_path, uf2_of(image))
    assert "UF2 and BOOTROM are perhaps the wrong way round" in said


def test_an_image_for_the_pico_2(tmp_path, good):
    said = refused(uf2.load, tmp_path, uf2_of(good[1], family=0xE48BFF59))
    assert "block 0: the image is for an RP2350 (Pico 2). Likely cause: only the RP2040" in said


def test_an_image_for_a_controller_nobody_knows(tmp_path, good):
    said = refused(uf2.load, tmp_path, uf2_of(good[1], family=0x1C5F21B0))
    assert "another controller (family 0x1C5F21B0)" in said


def test_a_download_cut_within_a_block(tmp_path, good):
    said = refused(uf2.load, tmp_path, uf2_of(good[1])[:-100])
    assert "no whole number of UF2 blocks of 512" in said
    assert "download it again" in said


def test_a_download_cut_between_blocks(tmp_path, good):
    blocks = len(uf2_of(good[1])) // 512
    said = refused(uf2.load, tmp_path, uf2_of(good[1])[:-512])
    assert "%d of %d blocks are there" % (blocks - 1, blocks) in said


def test_a_damaged_block(tmp_path, good):
    raw = bytearray(uf2_of(good[1]))
    raw[512 + 508] ^= 1
    assert "block 1: the marks of a UF2 block are missing" in refused(uf2.load, tmp_path, raw)


def test_an_image_for_a_bigger_flash(tmp_path, good):
    said = refused(uf2.load, tmp_path, uf2_of(good[1], base=0x101FFF00))
    assert "block 1: 256 bytes for address 0x10200000, outside the 2 MB" in said


def test_an_image_that_a_boot_rom_would_not_start(tmp_path, good):
    raw = bytearray(good[1])
    raw[5] ^= 1
    assert "no valid second stage" in refused(uf2.load, tmp_path, uf2_of(bytes(raw)))
    assert "no valid second stage" in refused(uf2.load, tmp_path, uf2_of(good[1], base=0x10010000))


def test_a_file_that_is_not_there(tmp_path):
    for load in (uf2.load, boot_rom.load):
        with pytest.raises(EmulateError, match="cannot read it: No such file"):
            load(tmp_path / "none")


def test_a_boot_rom_and_its_version(tmp_path, good):
    path = tmp_path / "rom.bin"
    path.write_bytes(good[0])
    assert boot_rom.load(path) == "B2"
    assert {"RE", "RP", "IF", "EX"} <= set(boot_rom.functions(good[0]))


def test_boot_roms_that_are_none(tmp_path, good):
    rom = good[0]
    assert "16383 bytes; the boot ROM of an RP2040 has 16384" in refused(
        boot_rom.load, tmp_path, rom[:-1]
    )
    assert "its mark at 0x10 is missing" in refused(boot_rom.load, tmp_path, bytes(16384))
    pico2 = bytearray(32768)
    pico2[0x10:0x13] = b"Mu\x02"
    assert "the boot ROM of an RP2350 (Pico 2)" in refused(boot_rom.load, tmp_path, pico2)
    assert "an ELF program; its plain image" in refused(
        boot_rom.load, tmp_path, b"\x7fELF" + rom[4:] + b"x"
    )


def test_a_boot_rom_without_the_flash_functions(tmp_path, good):
    rom = bytearray(good[0])
    struct.pack_into("<H", rom, boot_rom.TABLE_AT, 0x3000)
    assert "its table of functions lacks RE, RP, EX, FC" in refused(
        boot_rom.load, tmp_path, rom, "rom.bin"
    )


def test_the_image_goes_into_the_flash_and_the_file_system_stays(tmp_path):
    path = tmp_path / "deep" / "flash.bin"
    assert storage.flash(path, {0: b"abc"}) is True
    raw = bytearray(path.read_bytes())
    raw[5000:5003] = b"fs!"
    raw[100:103] = b"old"
    path.write_bytes(raw)
    assert storage.flash(path, {0: b"new"}) is False
    now = path.read_bytes()
    assert (len(now), now[:3], now[5000:5003]) == (2 * 1024 * 1024, b"new", b"fs!")
    assert now[100:103] == b"\xff\xff\xff"


def test_a_file_of_another_size_is_left_alone(tmp_path):
    path = tmp_path / "thesis.doc"
    path.write_bytes(b"important")
    for use in (lambda: storage.flash(path, {0: b"abc"}), lambda: storage.fram(path)):
        with pytest.raises(EmulateError, match="9 bytes; the .* it is another file, and is left"):
            use()
    assert path.read_bytes() == b"important"


def test_a_folder_one_may_not_write(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    with pytest.raises(EmulateError, match="cannot use it for the FRAM: .* What to do: name a"):
        storage.fram(blocked / "fram.bin")
