"""`python -m tools.check.emulate` itself, on own programs: booted, shown, talked to, ended."""

import json
import os
import select
import signal
import subprocess
import sys
import time

import pytest
import serial

from tests.patience import HANG_S
from tools.check.emulate import __main__ as command

from .kit import HERE, files, images, uf2_of

ROOT = HERE.parents[1]
LIMIT_S = HANG_S


class Run:
    """The program as a person starts it; `lines` of what it prints."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "tools.check.emulate", *options, "--speed", "0"],
            cwd=ROOT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
        self.text = ""

    def until(self, wanted):
        end = time.monotonic() + LIMIT_S
        while wanted not in self.text:
            assert time.monotonic() < end, self.text
            ready, _, _ = select.select([self.process.stdout], [], [], 1)
            if ready:
                data = os.read(self.process.stdout.fileno(), 65536)
                assert data, "ended before %r:\n%s" % (wanted, self.text)
                self.text += data.decode()
        return self.text

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        rest, _ = self.process.communicate(timeout=LIMIT_S)
        self.text += rest.decode()
        return self.process.returncode


@pytest.fixture
def start(tmp_path):
    runs = []

    def begin(program, *more):
        runs.append(Run(*files(tmp_path, program), *more))
        return runs[-1]

    yield begin
    for run in runs:
        if run.process.poll() is None:
            run.process.kill()
            run.process.communicate()


def test_a_program_switches_motors_on_and_ctrl_c_ends_it(start):
    run = start("chain")
    run.until("motors: drum ring")
    assert "image: tiny.uf2: no MicroPython in it" in run.text
    assert "boot ROM: RP2040 B2" in run.text
    assert run.end(signal.SIGINT) == 0
    assert run.text.rstrip().endswith("ended; flash and FRAM are kept")


def test_states_as_json_and_keys_from_stdin(start):
    run = start("chain", "--json", "--plant", "single_port")
    run.until('"motors": ["drum", "ring"]')
    states = [json.loads(line) for line in run.text.splitlines() if line.startswith("{")]
    assert (states[0]["enabled"], states[-1]["enabled"]) == (False, True)
    run.type("press elevator")
    run.until("elevator down for 200 ms")
    run.type("quit")
    run.until("ended; flash and FRAM are kept")
    assert run.process.wait(LIMIT_S) == 0


def test_the_reset_button_and_the_power_switch_restart_the_program(start):
    run = start("chain")
    run.until("motors: drum ring")
    run.type("reset")
    run.until("the chip starts again: run pin")
    run.type("power off")
    run.until("power off")
    run.until("outputs dead, no live signal, not armed, motors: none, on: nothing, resets: 1")
    run.text = ""
    run.type("power on")
    run.until("motors: drum ring")


def test_flash_is_kept_from_one_run_to_the_next(start, tmp_path):
    flash = tmp_path / "flash.bin"
    run = start("remember")
    end = time.monotonic() + LIMIT_S
    while not flash.exists() or flash.read_bytes()[0x100000:0x100001] != b"\0":
        assert time.monotonic() < end
        time.sleep(0.05)
    assert run.end() == 0
    assert flash.read_bytes()[0x100000:0x100004] == bytes.fromhex("0012cdab")
    again = start("remember")
    assert "its file system was kept" in again.until("Ctrl-C ends")
    assert again.end() == 0
    assert flash.read_bytes()[0x100000:0x100004] == bytes.fromhex("0012cdab")


def test_a_program_on_the_computer_talks_to_one_on_the_chip(start, tmp_path):
    link = tmp_path / "table"
    run = start("echo", "--link", str(link))
    run.until("serial port: %s" % link)
    for text in (b"hello", b"again " * 50):
        with serial.Serial(str(link), timeout=LIMIT_S) as port:
            port.write(text)
            assert port.read(len(text)) == text
    assert run.end() == 0
    assert not link.is_symlink()


def test_wrong_files_are_exit_code_2_and_a_sentence(tmp_path, capsys):
    rom, image = images("chain")
    (tmp_path / "rom.bin").write_bytes(rom)
    (tmp_path / "pico2.uf2").write_bytes(uf2_of(image, family=0xE48BFF59))
    options = ["--uf2", str(tmp_path / "pico2.uf2"), "--bootrom", str(tmp_path / "rom.bin")]
    assert command.main(options) == 2
    said = capsys.readouterr().err
    assert said.startswith("emulate: ") and "an RP2350 (Pico 2)" in said
    (tmp_path / "good.uf2").write_bytes(uf2_of(image))
    options[1] = str(tmp_path / "good.uf2")
    assert command.main([*options, "--plant", "five_port"]) == 2
    assert "unknown machine 'five_port'; the nearest is" in capsys.readouterr().err


@pytest.mark.parametrize("speed", ["-1", "fast", "inf"])
def test_a_speed_that_is_none(speed, capsys):
    with pytest.raises(SystemExit) as caught:
        command.main(["--uf2", "a", "--bootrom", "b", "--speed", speed])
    assert caught.value.code == 2
    assert "0 (as fast as possible) or more" in capsys.readouterr().err


def test_make_emulate_without_files_says_how(capsys):
    with pytest.raises(SystemExit) as caught:
        command.main(["--uf2", "", "--bootrom", ""])
    assert caught.value.code == 2
    assert "no file given; write `make emulate UF2=FILE BOOTROM=FILE`" in capsys.readouterr().err


def test_the_version_of_the_image_is_told():
    blocks = {0: b"..MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040"}
    assert command.version(blocks) == "MicroPython v1.28.0"
    assert "run all the same" in command.version({0: b"something"})
