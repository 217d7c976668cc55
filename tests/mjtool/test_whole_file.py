"""A file whole or not at all: what was there stays until all of the new text is on the disk."""

import os

import pytest

from mjtool import whole_file


def test_it_makes_its_folder_and_replaces_what_was_there(tmp_path):
    path = tmp_path / "deep" / "file.json"
    whole_file.write(path, "one")
    whole_file.write(path, "two")
    assert path.read_text() == "two"
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_disk_that_takes_no_more_leaves_the_old_text(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    whole_file.write(path, "one")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(OSError, match="full"):
        whole_file.write(path, "two")
    assert path.read_text() == "one"


def test_one_for_its_owner_alone(tmp_path):
    whole_file.write(tmp_path / "mine", "x", 0o600)
    assert (tmp_path / "mine").stat().st_mode & 0o077 == 0
