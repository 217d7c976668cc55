"""Why there is no table: every kind of error has a sentence for a page, in every language."""

import re

import pytest

from mjtool.errors import (
    LinkLostError,
    NoDeviceError,
    PortInUseError,
    ToolError,
    WrongDeviceError,
)
from mjweb.pages.asking import plain
from mjweb.words import LANGUAGES, Words
from mjweb.words.links import KINDS, sentence, why

TERMINAL = ("what", "/dev/ttyACM0", "cause", "run `mjtool ports`")


@pytest.mark.parametrize("kind", [NoDeviceError, PortInUseError, WrongDeviceError, LinkLostError,
                                  ToolError])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_names_the_port_and_no_command(kind, language):
    said = sentence(kind(*TERMINAL), Words(language))
    assert "/dev/ttyACM0" in said and "`" not in said and "mjtool" not in said
    assert language == "en" or not re.search(r"[A-Za-z]{3,}", said.replace("/dev/ttyACM0", ""))


def test_every_kind_is_told_by_its_own_message():
    assert len({sentence(kind(*TERMINAL), Words("en")) for kind, _ in KINDS}) == len(KINDS)
    assert why(PortInUseError(*TERMINAL)) == {"why": "port_in_use", "where": "/dev/ttyACM0"}


def test_a_button_that_loses_the_link_says_it_as_a_page_does():
    said = plain(LinkLostError(*TERMINAL), Words("en"))
    assert "stopped answering" in said and "Look at what moves" in said
