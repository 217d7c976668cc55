"""A broker that refuses, or is none: one sentence and an exit code; a password is never shown."""

import json
import socket
import subprocess
import threading

import pytest

from mjbridge import broker as broker_module
from mjtool.cli import app
from tests.bridge.certificates import certificates
from tests.command_line import ran
from tests.hardware.tools import absent
from tests.mjtool.device import Device
from tools.check.bridging.mosquitto import PASSWD, PROGRAM, Mosquitto, free_port

SECRET = "nine of dots"
UNREACHED, WRONG, REFUSED = 3, 4, 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("certificates")
    certificates(place)
    return place


@pytest.fixture
def mosquitto(tmp_path):
    if PROGRAM is None:
        absent("mosquitto")
    running = []

    def start(*lines, **more):
        running.append(Mosquitto(tmp_path, *lines, **more))
        return running[-1]

    yield start
    for one in running:
        one.stop()


@pytest.fixture
def guarded(mosquitto, tmp_path):
    """Lets `ann` in with her password."""
    file = tmp_path / "passwords"
    file.write_text("")
    subprocess.run([PASSWD, "-b", str(file), "ann", SECRET], check=True, capture_output=True)
    file.chmod(0o644)
    tmp_path.chmod(0o755)
    return mosquitto(f"password_file {file}", anonymous=False)


@pytest.fixture
def tls(mosquitto, folder):
    """`tls(more)`: a broker with our certificate."""
    for place in (folder, folder.parent):
        place.chmod(0o755)
    return lambda *more: mosquitto(f"certfile {folder}/server.pem", f"keyfile {folder}/server.key",
                                   f"cafile {folder}/ca.pem", *more)


def once(*words, code=0):
    with Device() as device:
        said = ran(app, "bridge", "--once", "-p", device.url, *words)
    assert said.exit_code == code, said.stdout + said.stderr
    assert SECRET not in said.stdout + said.stderr
    if code:
        assert "What to do: " in said.stderr and "Traceback" not in said.stderr
    return said.stdout + said.stderr


def test_the_right_password_by_file_and_by_environment(guarded, tmp_path, monkeypatch):
    url = guarded.url.replace("//", "//ann@")
    file = tmp_path / "secret"
    file.write_text(SECRET + "\n")
    assert "Published 1 of 1 tables" in once("--mqtt", url, "--password-file", file)
    monkeypatch.setenv("MJTOOL_MQTT_PASSWORD", SECRET)
    assert "Published 1 of 1 tables" in once("--mqtt", url)


@pytest.mark.parametrize("user", ["ann@", "nobody@", ""])
def test_a_wrong_password_or_none(guarded, tmp_path, user):
    file = tmp_path / "secret"
    file.write_text("wrong")
    words = ("--password-file", file) if user else ()
    said = once("--mqtt", guarded.url.replace("//", f"//{user}"), *words, code=REFUSED)
    assert "the broker does not let this user in" in said
    assert "check USER in --mqtt and the password" in said and guarded.url in said


def test_a_broker_that_refuses_ends_a_bridge_that_would_stay(guarded):
    """It would never get in; once it was in, it goes on trying."""
    with Device() as device:
        said = ran(app, "bridge", "-p", device.url, "--mqtt", guarded.url)
    assert said.exit_code == REFUSED and "does not let this user in" in said.stderr


def test_a_password_in_the_address_is_refused_and_not_repeated():
    said = once("--mqtt", "mqtt://ann:nine%20of%20dots@127.0.0.1", code=2)
    assert "can be read by everybody" in said and "nine" not in said


def test_tls_with_our_own_authority(tls, folder):
    url = tls().url.replace("mqtt:", "mqtts:")
    assert "Published 1 of 1" in once("--mqtt", url, "--ca", folder / "ca.pem")
    said = once("--mqtt", url, "--ca", folder / "stranger.pem", code=WRONG)
    assert "the broker's certificate is not trusted" in said and "--ca" in said
    assert "is not trusted" in once("--mqtt", url, code=WRONG)


def test_tls_that_asks_for_a_certificate(tls, folder):
    url = tls("require_certificate true").url.replace("mqtt:", "mqtts:")
    words = ("--mqtt", url, "--ca", folder / "ca.pem")
    assert "Published 1 of 1" in once(*words, "--cert", folder / "guest.pem", "--key",
                                      folder / "guest.key")
    assert "--cert and --key where it asks for them" in once(*words, code=WRONG)


def test_tls_to_a_broker_without_it(mosquitto):
    said = once("--mqtt", mosquitto().url.replace("mqtt:", "mqtts:"), code=WRONG)
    assert "what answers there does not speak TLS" in said and "write mqtt:// in --mqtt" in said


def test_no_tls_to_a_broker_that_wants_it(tls):
    said = once("--mqtt", tls().url, code=WRONG)
    assert "closed instead of a greeting" in said and "write mqtts:// in --mqtt" in said


def test_no_broker_there():
    said = once("--mqtt", f"mqtt://127.0.0.1:{free_port()}", code=UNREACHED)
    assert "no broker answers there" in said and "start it, or name another one" in said


def test_somebody_who_says_nothing(monkeypatch):
    monkeypatch.setattr(broker_module, "GREETING_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        said = once("--mqtt", f"mqtt://127.0.0.1:{silent.getsockname()[1]}", code=UNREACHED)
    assert "does not answer as a broker" in said


@pytest.mark.parametrize(("code", "sentence", "exit_code"), [
    (2, "does not take the bridge's name", REFUSED),
    (3, "not available now", UNREACHED), (4, "does not take user and password", REFUSED),
    (5, "does not let this user in", REFUSED)])
def test_each_answer_of_mqtt_has_its_sentence(code, sentence, exit_code):
    with socket.create_server(("127.0.0.1", 0)) as server:
        def answer():
            with server.accept()[0] as link:
                link.recv(1000)
                link.sendall(bytes((0x20, 2, 0, code)))
                link.recv(1000)
        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        said = once("--mqtt", f"mqtt://127.0.0.1:{server.getsockname()[1]}", code=exit_code)
    assert sentence in said


def test_as_json():
    with Device() as device:
        said = ran(app, "--json", "bridge", "--once", "-p", device.url, "--mqtt",
                   f"mqtt://127.0.0.1:{free_port()}")
    assert json.loads(said.stdout)["exit"] == said.exit_code == UNREACHED
