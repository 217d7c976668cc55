"""Which port is taken, and the reason for every one that is not."""

from types import SimpleNamespace

import pytest

from mjshare.frame import encode
from mjtool import ports
from mjtool.errors import NoDeviceError, UsageError


class Info(SimpleNamespace):
    """A row of pyserial's list of ports."""

    def __lt__(self, other):
        return self.device < other.device


def listed(monkeypatch, *rows):
    infos = [Info(device=url, description=text, vid=vid, pid=pid) for url, text, vid, pid in rows]
    monkeypatch.setattr("mjtool.ports.list_ports.comports", lambda: infos)


def test_the_only_table_is_found(monkeypatch, device):
    listed(monkeypatch, ("/dev/ttyS0", "", None, None), ("/dev/ttyUSB0", "meter", 0x0403, 0x6001),
           (device.url, "Pico", 0x2E8A, 0x0005))
    assert ports.choose(None) == device.url
    whys = {port.url: port.why for port in ports.survey()}
    assert whys["/dev/ttyS0"].startswith("not tried: it is no USB serial port")
    assert whys["/dev/ttyUSB0"].startswith("not tried: USB id 0403:6001 is not that of a table")
    assert whys[device.url] == ("taken: simulated table E6614103E7452D2F, firmware 0.1.0, "
                                "four_port")


def test_a_stranger_with_the_right_usb_id_hears_hello_alone(monkeypatch, device):
    device.says(b"", lambda line: b">>> \n")
    listed(monkeypatch, (device.url, "Pico", 0x2E8A, 0x0005))
    with pytest.raises(NoDeviceError,
                       match="no table found .*a MicroPython prompt answers.*mjsim serve"):
        ports.choose(None)
    assert set(device.heard.splitlines()) == {encode("1 hello").strip()}


def test_ports_that_are_not_named_are_never_opened(monkeypatch):
    listed(monkeypatch, ("/dev/ttyS0", "", None, None), ("/dev/ttyUSB0", "", 0x0403, 0x6001))

    def opened(*args, **options):
        raise AssertionError("opened")

    monkeypatch.setattr("serial.serial_for_url", opened)
    assert not any(port.taken for port in ports.survey())


def test_two_tables_have_to_be_told_apart(monkeypatch, device):
    listed(monkeypatch, (device.url, "", 0x2E8A, 5), (device.url, "", 0x2E8A, 5))
    with pytest.raises(UsageError, match="more than one table: .*E6614103E7452D2F.*MJTOOL_PORT"):
        ports.choose(None)


def test_a_named_port_goes_first_then_the_environment(monkeypatch):
    monkeypatch.setenv("MJTOOL_PORT", "socket://127.0.0.1:9")
    assert ports.choose("loop://") == "loop://"
    assert ports.choose(None) == "socket://127.0.0.1:9"


def test_no_port_at_all():
    with pytest.raises(NoDeviceError, match="this computer has no ports.*USB cable"):
        ports.choose(None)


def test_a_named_port_of_the_list_is_tried(monkeypatch, device):
    listed(monkeypatch, (device.url, "adapter", 0x0403, 0x6001))
    found = ports.survey(device.url)
    assert [port.taken for port in found] == [True]
    assert found[0].as_json()["hello"]["uid"] == "E6614103E7452D2F"
