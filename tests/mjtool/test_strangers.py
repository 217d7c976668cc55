"""Devices that are no table, or none for this mjtool: each is named by its own sentence, over TCP.

Nothing but `hello` is sent to any of them.
"""

import time

import pytest

from mjshare.frame import decode, encode
from tests.mjtool.device import Device


def hello(product="mjtable", proto="1.0", dictionary="00000000"):
    return encode(f"1 ok product={product} uid=1 fw=9.9.9 proto={proto} dict={dictionary} sim=0")


def nothing(line):
    return b""


def prompt(line):
    """MicroPython's prompt: echoes what is typed, and complains."""
    return line.replace(b"\n", b"\r\n") + (
        b'Traceback (most recent call last):\r\n  File "<stdin>", line 1\r\n'
        b"SyntaxError: invalid syntax\r\n>>> ")


def shell(line):
    return line.replace(b"\n", b"\r\n") + b"sh: 1: command not found\r\nroot@pi:~# "


def damaged(line):
    return hello()[:-5] + b"0000\n"


STRANGERS = [
    ("an echo", b"", lambda line: line, 4, "the port only sends back what it is sent"),
    ("a MicroPython prompt", b"", prompt, 4, "a MicroPython prompt answers"),
    ("a shell", b"", shell, 4, "a computer's shell answers"),
    ("a login", b"raspberrypi login: ", nothing, 4, "a computer's shell answers"),
    ("protocol 0.9", b"", lambda line: hello(proto="0.9"), 4, "the table speaks protocol 0.9"),
    ("protocol 2.0", b"", lambda line: hello(proto="2.0"), 4, "the table speaks protocol 2.0"),
    ("a flood", b"", None, 4, "it sends without end, "),
    ("bad checksums", b"", damaged, 4, "its lines have a wrong checksum"),
    ("half lines", b"", lambda line: hello()[:40], 4, "only half lines come"),
    ("silence", b"", nothing, 3, "the port is silent: nobody answered `hello`"),
    ("a second host", encode("0 err busy"), nothing, 3,
     "another program already talks to this table"),
    ("another product", b"", lambda line: hello(product="mjoven"), 4, "this is a `mjoven`"),
    ("a boot loader", b"UF2 Bootloader v3.0\r\n", nothing, 4, "a board in its boot loader"),
    ("a modem", b"", lambda line: b"\r\nERROR\r\n", 4, "a modem answers"),
    ("noise", b"\xf3\x00\x81\xfe", nothing, 4, "it sent 4 bytes that are no line of a table"),
    ("other lines", b"", lambda line: encode("9 ok"), 4,
     "something answers, but never to `hello`"),
]


def flood(device):
    def serve(connection):
        connection.settimeout(0.05)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            connection.sendall(b"$GPGGA,123519,4807.038,N,01131.000,E,1,08\r\n" * 20)
            time.sleep(0.001)

    device.serve = serve


@pytest.mark.parametrize(("name", "first", "answer", "code", "sentence"), STRANGERS,
                         ids=[row[0] for row in STRANGERS])
def test_a_stranger_is_named(run, name, first, answer, code, sentence):
    with Device() as device:
        if answer is None:
            flood(device)
        else:
            device.says(first, answer)
        result = run("status", "-p", device.url)
        heard = set(device.heard.splitlines())
    assert result.exit_code == code, result.stderr
    assert sentence in result.stderr and device.url in result.stderr
    assert "Likely cause: " in result.stderr and "What to do: " in result.stderr
    assert heard <= {encode("1 hello").strip()}, "a stranger hears nothing else"


def test_each_has_a_sentence_of_its_own():
    """But for the two faces of a shell."""
    assert len({row[4] for row in STRANGERS}) == len(STRANGERS) - 1


def test_an_older_dictionary_is_a_warning_and_the_command_goes_on(run, device):
    device.spoil = hello_respelt
    result = run("marker", "-p", device.url)
    assert result.exit_code == 0
    assert "has the dictionary 00000000" in result.stderr
    assert "Update whichever is older." in result.stderr


def hello_respelt(data):
    """The table's answer with another dictionary's hash."""
    body = decode(data[:-1]) or ""
    at = body.find("dict=")
    return data if at < 0 else encode(body[: at + 5] + "00000000" + body[at + 13:])
