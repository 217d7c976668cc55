"""docs/STATES.md is made from the firmware's tables, and says so when they cannot be read."""

import shutil
from pathlib import Path

import pytest

from tools.make.generate.errors import SourceError
from tools.make.generate.pages import states_page

ROOT = Path(__file__).parents[3]


def test_page_shows_charts_keys_and_interlocks():
    page = states_page.outputs_of_firmware(ROOT / "firmware")[states_page.TARGET]
    assert "homing --> raising: homed [walls_due]" in page
    assert "any_state --> fault: fault" in page
    assert "| `feed_lower` | belt |" in page
    assert "| `raising` | (walls_rising) | (walls_rising) | queue |" in page
    assert "- a wall lift moves only while no pusher is out" in page


def test_broken_firmware_is_named(tmp_path):
    shutil.copytree(ROOT / "firmware", tmp_path / "firmware")
    (tmp_path / "firmware/mjtable/mechanisms/hatch.py").write_text("import nothing_like_this\n")
    with pytest.raises(SourceError) as error:
        states_page.outputs_of_firmware(tmp_path / "firmware")
    text = str(error.value)
    assert "firmware/mjtable: the charts cannot be read" in text
    assert "nothing_like_this" in text
    assert "Mend the firmware first." in text
