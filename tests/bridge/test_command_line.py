"""What is typed: addresses, files, names; each mistake is one sentence."""

import importlib.util

import pytest

from mjbridge.address import address
from mjtool.cli import app
from mjtool.commands.bridge import own_id
from mjtool.errors import UsageError
from tests.command_line import ran


@pytest.mark.parametrize(("url", "host", "port", "shown"), [
    ("mqtt://house", "house", 1883, "mqtt://house:1883"),
    ("mqtts://ann@house", "house", 8883, "mqtts://house:8883"),
    ("mqtt://[::1]:1884/", "::1", 1884, "mqtt://[::1]:1884")])
def test_addresses(url, host, port, shown):
    found = address(url)
    assert (found.host, found.port, str(found)) == (host, port, shown)


def test_a_password_is_in_no_text_of_an_address(monkeypatch):
    monkeypatch.setenv("MJTOOL_MQTT_PASSWORD", "red dragon")
    found = address("mqtt://ann@house")
    assert found.password == "red dragon" and "dragon" not in f"{found} {found!r}"
    assert found.is_open and not address("mqtts://ann@house").is_open
    assert not address("mqtt://ann@localhost").is_open


@pytest.mark.parametrize("url", ["house", "http://house", "mqtt://", "mqtt://house/topic",
                                 "mqtt://house:x", "mqtt://house:99999", "mqtt://[::1"])
def test_what_is_no_address(url):
    with pytest.raises(UsageError, match="write mqtt://"):
        address(url)


def test_files_that_are_not_there_or_no_certificates(tmp_path):
    with pytest.raises(UsageError, match="no-file: the password file cannot be read"):
        address("mqtt://ann@h", password_file=tmp_path / "no-file")
    text = tmp_path / "text"
    text.write_text("not a certificate")
    for words in ({"ca": text}, {"cert": text}, {"ca": tmp_path / "gone"}):
        with pytest.raises(UsageError, match="the certificate cannot be used .*PEM"):
            address("mqtts://h", **words)
    with pytest.raises(UsageError, match="write mqtts:// instead"):
        address("mqtt://h", ca=text)
    with pytest.raises(UsageError, match="name it with --cert"):
        address("mqtts://h", key=text)


def test_a_password_without_a_user(monkeypatch):
    monkeypatch.setenv("MJTOOL_MQTT_PASSWORD", "x")
    with pytest.raises(UsageError, match="no user.*mqtt://USER@HOST"):
        address("mqtt://h")


@pytest.mark.parametrize(("words", "sentence"), [
    (("--name", "Salon"), "`Salon` is no PORT=NAME"),
    (("--name", "socket://127.0.0.1:2=Salon"),
     "there is no --port socket://127.0.0.1:2. What to do: try socket://127.0.0.1:1"),
    (("--id", "a/b"), "`a/b` is no name for topics")])
def test_names(words, sentence):
    said = ran(app, "bridge", "--mqtt", "mqtt://127.0.0.1:1", "-p", "socket://127.0.0.1:1", *words)
    assert said.exit_code == 2 and sentence in said.stderr


def test_a_bridge_is_called_as_its_computer(monkeypatch):
    monkeypatch.setattr("platform.node", lambda: "back room.local")
    assert own_id("") == "back-room-local" and own_id("bar") == "bar"


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    said = ran(app, "bridge", "--mqtt", "mqtt://h", "-p", "x")
    assert said.exit_code == 2
    assert "the package paho-mqtt is not installed" in said.stderr
    assert "pip install -e '.[mqtt]'" in said.stderr


def test_a_table_that_is_not_there_has_its_own_exit_code():
    said = ran(app, "bridge", "--once", "--mqtt", "mqtt://127.0.0.1:1", "-p",
               "socket://127.0.0.1:1")
    assert said.exit_code == 3 and "socket://127.0.0.1:1" in said.stderr
