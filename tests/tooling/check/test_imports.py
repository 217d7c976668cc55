"""An import against the arrow is one sentence: file, line, contract and what to do."""

from tools.check import imports

REPORT = """
Contracts: 13 kept, 1 broken.


----------------
Broken contracts
----------------

the firmware's rooms: each knows those below it
-----------------------------------------------

mjtable.scan is not allowed to import mjtable.people:

- mjtable.scan.image -> mjtable.people.keys (l.14)


"""


def test_an_import_against_the_arrow_is_a_sentence():
    assert list(imports.findings(REPORT)) == [
        "firmware/mjtable/scan/image.py:14: mjtable.scan.image imports mjtable.people.keys "
        "against the arrow (the firmware's rooms: each knows those below it): move what both need "
        "to a room below them, or hand it in from above; the arrows are in pyproject.toml, "
        "[tool.importlinter]"]


def test_kept_contracts_say_nothing():
    assert list(imports.findings("Contracts: 14 kept, 0 broken.\n")) == []
