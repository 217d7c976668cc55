"""Whatever fails in these tests leaves its recording in the test's own folder."""

import pytest

from mjsim.table.flight import FOLDER


@pytest.fixture(autouse=True)
def recordings(tmp_path, monkeypatch):
    """The folder of the recordings."""
    folder = tmp_path / "recordings"
    folder.mkdir()
    monkeypatch.setenv(FOLDER, str(folder))
    return folder
