"""`mjtool demo`: in a browser where a person can see one, else as text; both end with 0."""

import os
import pty
import subprocess
import sys

import pytest

from mjtool.commands import demo

PERSON = {"DISPLAY": ":0"}


@pytest.fixture
def place(monkeypatch):
    """`place(terminal, **variables)`: where `mjtool demo` is typed; a browser is installed."""
    def at(terminal=True, **variables):
        for name in (*demo.REMOTE, "DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(demo.sys.stdout, "isatty", lambda: terminal, raising=False)
        monkeypatch.setattr(demo.sys, "platform", "linux")
        monkeypatch.setattr(demo.webbrowser, "get", lambda: object())
        return demo.can_show()
    return at


def test_a_person_at_a_terminal_with_a_display_sees_it_in_a_browser(place):
    assert place(**PERSON)
    assert place(WAYLAND_DISPLAY="wayland-0")


@pytest.mark.parametrize("variables", [
    {}, {**PERSON, "CI": "true"}, {**PERSON, "SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"},
    {**PERSON, "SSH_TTY": "/dev/pts/1"}])
def test_elsewhere_it_is_text(place, variables):
    assert not place(**variables)


def test_in_a_pipe_it_is_text(place):
    assert not place(terminal=False, **PERSON)


def test_without_a_browser_it_is_text(place, monkeypatch):
    place(**PERSON)

    def none():
        raise demo.webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(demo.webbrowser, "get", none)
    assert not demo.can_show()


def test_without_a_browser_asked_for_the_simulator_plays_alone(monkeypatch, place):
    called = []
    monkeypatch.setattr(demo.subprocess, "call", lambda words: called.append(words) or 0)
    with pytest.raises(demo.typer.Exit) as end:
        demo.demo(browser=False)
    assert end.value.exit_code == 0 and called[0][1:] == ["-m", "mjsim", "demo"]


def test_in_a_browser_it_plays_two_hands_says_how_to_end_and_ends_with_0(tmp_path):
    """On a real terminal; the browser is a program that notes the address."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser.sh"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if key not in demo.REMOTE}
    environment |= {"DISPLAY": ":0", "BROWSER": str(browser)}
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-m", "mjtool", "demo"], stdin=theirs, stdout=theirs,
                          stderr=theirs, env=environment, start_new_session=True) as program:
        os.close(theirs)
        said = b""
        while b"Ctrl-C ends it" not in said:
            said += os.read(ours, 4096)
        program.send_signal(2)
        assert program.wait() == 0
    os.close(ours)
    text = said.decode()
    assert "Two hands at the simulated table, 8 times real time: http://127.0.0.1:" in text
    assert "Hand 1: the walls are up and the dice lie." in text and "Hand 2:" in text
    assert opened.read_text(encoding="utf-8").startswith("http://127.0.0.1:")
