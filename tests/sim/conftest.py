"""What the simulator's tests share."""

import pytest


@pytest.fixture(autouse=True)
def recordings_elsewhere(monkeypatch, tmp_path_factory):
    """Runs that fail on purpose leave their recordings in the tests' own folder."""
    monkeypatch.setenv("MJSIM_RECORDINGS", str(tmp_path_factory.getbasetemp()))
