"""`mjtool doctor` and `mjtool report`: with a table, without one, with the wrong one."""

import getpass
import io
import json
import socket
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from mjsim.replay.record_file import read
from mjsim.table.flight import RING
from mjtool import doctor, report
from mjtool.dictionary import load
from mjtool.redact import Redactor, hashed
from mjtool.settings_file import read_settings
from tests.mjtool.device import Device
from tests.mjtool.sim_device import SimDevice

UID = "E6614103E7452D2F"


def test_a_healthy_table(device, run, run_json):
    result = run("doctor", "-p", device.url)
    assert result.exit_code == 0 and result.stderr == ""
    for text in ("good  Python", "good  dictionary", f"good  port {device.url}", "good  firmware",
                 "good  faults", "good  line"):
        assert text in result.stdout
    code, [value] = run_json("doctor", "-p", device.url)
    assert code == 0 and value["bad"] == 0
    assert {"what", "found", "verdict", "do", "exit_code"} == set(value["findings"][0])


def test_no_table_at_all(run):
    result = run("doctor")
    assert result.exit_code == 3
    assert "bad   table" in result.stdout and "good  Python" in result.stdout
    assert "-> plug the USB cable in (one that carries data)" in result.stdout
    assert result.stderr.startswith("mjtool: table: none was found. What to do: plug")


def test_a_fault_is_bad_and_an_older_dictionary_is_worth_a_look(device, run, monkeypatch):
    device.table.faults.rows = [(521, "line_a", 0)]
    monkeypatch.setattr(load(), "hash", "00000000")
    result = run("doctor", "-p", device.url)
    assert result.exit_code == 5
    assert "E521 Head jam" in result.stdout and "mjtool ack" in result.stderr
    assert "look  firmware" in result.stdout and "Update whichever is older." in result.stdout


def test_a_wrong_device_is_named(run):
    with Device() as device:
        device.says(b"login: ")
        result = run("doctor", "-p", device.url)
    assert result.exit_code == 3
    assert "look  port " + device.url in result.stdout
    assert "a computer's shell answers" in result.stdout


def test_a_port_that_may_not_be_opened(monkeypatch, tmp_path):
    port = tmp_path / "ttyACM9"
    port.touch()
    info = SimpleNamespace(device=str(port), vid=0x2E8A, pid=0x0005, description="Board")
    monkeypatch.setattr(doctor.list_ports, "comports", lambda: [info])
    monkeypatch.setattr(doctor.os, "access", lambda path, mode: False)
    monkeypatch.setattr(Path, "group", lambda self: "uucp")
    [finding] = doctor.permissions(None)
    assert finding.verdict == "bad" and finding.exit_code == 3
    assert finding.do == "`sudo usermod -aG uucp $USER`, then log out and in again"
    monkeypatch.undo()
    monkeypatch.setattr(doctor.list_ports, "comports", lambda: [info])
    [finding] = doctor.permissions(None)
    assert finding.verdict == "good"


def test_a_board_in_its_boot_loader(monkeypatch, tmp_path):
    drive = tmp_path / "media" / "mei" / "RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    monkeypatch.setattr(doctor, "DRIVES", (str(tmp_path / "media" / "*" / "RP*")[1:],))
    [finding] = [one for one in doctor.ports(None) if one.what == "boot loader"]
    assert finding.verdict == "look" and str(drive) in finding.found
    assert "then `mjtool flash`" in finding.do


def test_an_old_python_and_a_package_that_is_missing(monkeypatch):
    monkeypatch.setattr(doctor.sys, "version_info", (3, 9))
    old = next(doctor.computer())
    assert (old.verdict, old.do) == ("bad", "install Python 3.11 or newer")
    monkeypatch.undo()
    assert sys.version_info >= (3, 11)
    assert doctor.package("no-such-thing").do == "run `make setup` in the project's folder"


def archive(path):
    with zipfile.ZipFile(path) as found:
        return {name: found.read(name) for name in found.namelist()}


@pytest.fixture
def sim():
    with SimDevice(seed=1, record=RING) as found:
        found.do(lambda table: table.press("elevator"))
        found.do(lambda table: table.run_until("ready", 30_000))
        yield found


def test_a_report_has_everything_and_no_names(sim, run, tmp_path):
    path = tmp_path / "bug.zip"
    result = run("report", path, "-p", sim.url)
    assert result.exit_code == 0, result.stderr
    assert f"{path}: 9 files" in result.stdout
    files = archive(path)
    assert list(files) == ["README.txt", *report.WHAT]
    names = (getpass.getuser(), socket.gethostname(), str(Path.home()), UID)
    for name, content in files.items():
        text = Redactor(UID).text(content.decode("latin-1"))
        if name != "recording.mjrec":
            assert text == content.decode("latin-1"), f"{name} holds a name: {names}"
        assert UID.encode() not in content
    assert json.loads(files["table.json"])["hello"]["uid"] == hashed(UID)
    assert b"Key elevator" in files["log.txt"]
    (tmp_path / "settings.toml").write_bytes(files["settings.toml"])
    assert read_settings(tmp_path / "settings.toml", list(load().settings.values()))
    assert json.loads(files["stats.json"])["overruns"] >= 0
    assert read(io.BytesIO(files["recording.mjrec"]).getvalue(), "x").uid == hashed(UID)


def test_a_report_without_a_table_is_still_one(run, run_json, tmp_path):
    path = tmp_path / "bug.zip"
    result = run("report", path)
    assert result.exit_code == 3
    assert "it is not whole. " in result.stderr and "no table found" in result.stderr
    files = archive(path)
    assert list(files) == ["README.txt", "doctor.txt"]
    assert b"table.json is not here: no table found" in files["README.txt"]
    code, [value] = run_json("report", tmp_path / "b.zip")
    assert code == 3 and value["lacking"]["table.json"]["error"] == "no_device"


def test_a_report_of_somebody_at_home(run, tmp_path, monkeypatch):
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "mei")
    monkeypatch.setenv("HOME", "/home/mei")
    monkeypatch.setattr(socket, "gethostname", lambda: "salon-pc")
    assert run("report", tmp_path / "b.zip", "-p", "/home/mei/tty-salon-pc").exit_code == 3
    text = "".join(content.decode() for content in archive(tmp_path / "b.zip").values())
    assert "mei" not in text and "salon" not in text and "~/tty-HOST" in text


def test_a_report_replaces_nothing(run, tmp_path):
    path = tmp_path / "bug.zip"
    path.write_text("mine")
    result = run("report", path)
    assert result.exit_code == 2 and "the file is there already" in result.stderr
    assert path.read_text() == "mine"


def test_a_report_looks_where_it_shall_be_before_it_asks_the_table(device, run, tmp_path,
                                                                   monkeypatch):
    folder = tmp_path / "none"
    result = run("report", folder / "bug.zip", "-p", device.url)
    assert result.exit_code == 2 and device.hosts == 0
    assert f"cannot write the archive: there is no folder {folder}" in result.stderr
    assert "make that folder, or name one that is there" in result.stderr
    monkeypatch.setattr("os.access", lambda path, mode: False)
    result = run("report", tmp_path / "bug.zip", "-p", device.url)
    assert result.exit_code == 2 and device.hosts == 0
    assert "cannot write the archive: you may not write to its folder" in result.stderr


def test_names_are_taken_out_as_words():
    redactor = Redactor("ABCD1234", user="mei", host="salon-pc", home="/home/mei")
    table = redactor.table
    assert redactor.text("/home/mei/x by MEI at salon-pc: meier, usb-Board_abcd1234") == (
        f"~/x by USER at HOST: meier, usb-Board_{table}")
    assert table == hashed("ABCD1234") == hashed("abcd1234") != hashed("ABCD1235")
    assert redactor.text(f"another table: {UID}.") == f"another table: {hashed(UID)}."
    assert Redactor("", user="", host="", home="").text("as it is") == "as it is"
