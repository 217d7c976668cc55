"""The client against the real link over TCP: retries, lost lines, lost links, wrong devices."""

import termios
import time

import pytest

from mjshare.frame import encode
from mjtool.client import Client
from mjtool.errors import LinkLostError, NoDeviceError, WrongDeviceError
from mjtool.transport import Transport
from tests.protocol.bench import tell


def open_client(device, **options):
    return Client(device.url, **options)


def test_the_handshake_says_who_is_there(device):
    with open_client(device) as client:
        hello = client.hello
    assert (hello.product, hello.uid, hello.machine) == ("mjtable", device.link.commands.handlers
                                                         .uid, "four_port")
    assert hello.sim
    assert hello.dictionary == client.dictionary.hash


def test_a_lost_answer_is_asked_for_again_and_not_executed_twice(device):
    with open_client(device) as client:
        lost = iter([b"", b""])
        device.spoil = lambda data: next(lost, data)
        assert client.request("press", key="marker").ok
        assert client.repeats == 2
    assert device.table.calls == [("press", "marker", 100)]


def test_a_spoilt_answer_is_asked_for_again(device):
    with open_client(device) as client:
        spoilt = iter([True])
        device.spoil = lambda data: data.replace(b"ok", b"oh") if next(spoilt, False) else data
        assert client.request("marker.get").fields["dealer"] == "A"
        assert client.discarded > 0


def test_a_line_spoilt_on_the_way_is_sent_again_at_once(device):
    with open_client(device) as client:
        client._exchange.transport.write(b"half a li")
        assert client.request("marker.get").ok
        assert client.repeats == 1


def test_event_lines_that_got_lost_are_asked_for_again(device):
    tell(device.table.events, 1, 4, "open")
    tell(device.table.events, 2, 4, "shut")
    with open_client(device) as client:
        cut = iter([True])
        device.spoil = lambda data: data[:60] if next(cut, False) else data
        events, following, lost = client.events(0)
    assert [event.fields["to"] for event in events] == ["open", "shut"]
    assert (following, lost) == (3, 0)


def test_overwritten_events_are_counted(device):
    for index in range(100):
        tell(device.table.events, index, 4, "open")
    with open_client(device) as client:
        events, _, lost = client.events(5)
    assert lost == events[0].number - 5 == 32


def test_ids_begin_again_behind_the_largest(device):
    with open_client(device) as client:
        client._exchange.last_id = 65534
        assert [client.request("marker.get").id for _ in range(3)] == [65535, 1, 2]


def test_a_lost_link_is_found_again(device):
    notes = []
    with open_client(device, note=notes.append) as client:
        device.kick.set()
        time.sleep(0.05)
        assert client.request("marker.get").ok
    assert device.hosts == 2
    assert "connecting again" in notes[0]
    assert notes[1] == "the table answers again"


def test_motion_is_never_sent_again_after_a_lost_link(device):
    with open_client(device) as client:
        device.kick.set()
        time.sleep(0.05)
        with pytest.raises(LinkLostError, match="while `press` was sent; it is back, but what "
                                                "moves something is never sent twice"):
            client.request("press", key="elevator")
        assert client.request("marker.get").ok
    assert device.table.calls == []


def test_another_table_behind_the_same_port_is_noticed(device):
    notes = []
    with open_client(device, note=notes.append) as client:
        device.link.commands.handlers.uid = "OTHER"
        device.kick.set()
        time.sleep(0.05)
        client.request("marker.get")
    assert "another table answers now: OTHER instead of E6614103E7452D2F" in notes


def test_a_table_that_stays_away_is_lost(device):
    with open_client(device, reconnect_s=0.2) as client:
        device.serve = lambda connection: None
        device.kick.set()
        with pytest.raises(LinkLostError, match="connection broke .*cable.*start the command"):
            client.request("marker.get")


def test_a_table_that_falls_silent_is_lost(device):
    with open_client(device, reconnect_s=0.1) as client:
        device.spoil = lambda data: b""
        with pytest.raises(LinkLostError, match="no answer to `status` after 3 tries.*restart"):
            client.request("status")


def hello_of(product="mjtable", proto="1.0"):
    return encode(f"1 ok product={product} uid=1 fw=9.9.9 proto={proto} dict=00000000 sim=0")


@pytest.mark.parametrize(
    ("first", "answer", "error", "text"),
    [
        (b"", lambda line: b"", NoDeviceError, "the port is silent.*switch the table on"),
        (b"", lambda line: b">>> \x00\xff junk\n", WrongDeviceError,
         "a MicroPython prompt answers: the board runs no table.*mjtool flash"),
        (b"MicroPython v1.26 on rp2\r\n>>> ", lambda line: b"", WrongDeviceError,
         "a MicroPython prompt answers.*restart it"),
        (b"", lambda line: line, WrongDeviceError, "only sends back what it is sent.*loop-back"),
        (b"", lambda line: encode("9 ok"), WrongDeviceError, "never to `hello`"),
        (b"", lambda line: encode("1 ok"), WrongDeviceError, "not as a table does to `hello`"),
        (b"", lambda line: encode("1 err unknown"), WrongDeviceError, "not as a table does"),
        (b"", lambda line: hello_of(product="mjoven"), WrongDeviceError,
         "this is a `mjoven`, not an automatic mahjong table.*mjtool ports"),
        (b"", lambda line: hello_of(proto="2.1"), WrongDeviceError,
         r"speaks protocol 2.1 \(firmware 9.9.9\), this mjtool speaks 1.1.*mjtool is too old"),
        (b"", lambda line: hello_of(proto="0.9"), WrongDeviceError,
         "protocol 0.9 .*table's firmware is too old"),
        (encode("0 err busy"), lambda line: b"", NoDeviceError,
         "another program already talks to this table.*end the other program"),
        (b"", lambda line: encode("0 err busy"), NoDeviceError, "another program already talks"),
    ],
)
def test_a_wrong_device_is_told_by_what_it_says(device, first, answer, error, text):
    device.says(first, answer)
    with pytest.raises(error, match=text):
        open_client(device)


def test_only_hello_is_sent_to_a_stranger(device):
    device.says(b"", lambda line: b"what?\n")
    with pytest.raises(WrongDeviceError):
        open_client(device)
    assert set(device.heard.splitlines()) == {encode("1 hello").strip()}


def test_a_port_that_closes_at_once(device):
    device.serve = lambda connection: None
    with pytest.raises(NoDeviceError, match="closed by the other side before it said a word"):
        open_client(device)


def test_a_loop_back_plug():
    with pytest.raises(WrongDeviceError, match="loop-back plug"):
        Client("loop://", answer_s=0.1)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("/dev/ttyNOPE", "there is no such port.*mjtool ports"),
        ("socket://127.0.0.1:1", "nobody listens there.*mjsim serve"),
        ("sockets://x", "not an address of a port.*socket://127.0.0.1:5000"),
    ],
)
def test_a_port_that_cannot_be_opened(url, text):
    with pytest.raises(NoDeviceError, match=text):
        Transport(url)


def test_opening_problems_in_words(monkeypatch):
    def fails(text):
        def serial_for_url(*args, **options):
            raise OSError(text)

        monkeypatch.setattr("serial.serial_for_url", serial_for_url)

    fails("[Errno 13] Permission denied: '/dev/ttyACM0'")
    with pytest.raises(NoDeviceError, match="may not be opened by you.*dialout"):
        Transport("/dev/ttyACM0")
    fails("Could not exclusively lock port /dev/ttyACM0")
    with pytest.raises(NoDeviceError, match="port is in use.*close the other program"):
        Transport("/dev/ttyACM0")


def test_an_error_of_the_terminal_is_a_lost_link(device):
    """It is no OSError; a pulled cable may raise either."""
    with open_client(device, reconnect_s=0.0) as client:
        def gone():
            raise termios.error(5, "Input/output error")

        client._exchange.transport._port.flush = gone
        device.serve = lambda connection: None
        device.kick.set()
        with pytest.raises(LinkLostError, match="the connection broke .*Input/output error"):
            client.request("marker.get")
