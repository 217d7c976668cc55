"""A traceback of the board, which has short names, is given back in the names of the sources."""

import json

from tools.make.board.explain import explain, main


def test_every_place_says_what_it_may_be(whole):
    names = whole.names
    method = names["attributes"]["raise_fault"]
    owner = names["globals"]["Power"]
    private = names[owner + "._"]["_try"]
    said = explain(
        "Traceback (most recent call last):\n"
        f'  File "mjtable/__init__.py", line 1, in {method}\n'
        f'  File "mjtable/__init__.py", line 1, in {private}\n'
        "TypeError: function takes 3 positional arguments but 2 were given", names).splitlines()
    assert said[0] == "Traceback (most recent call last):"
    assert "raise_fault" in said[1].partition(" = ")[2].split(" or ")
    assert "Power._try" in said[2].partition(" = ")[2].split(" or ")
    assert said[3].endswith("but 2 were given")


def test_another_builds_names_can_be_given(tmp_path, monkeypatch, capsys):
    path = tmp_path / "names.json"
    path.write_text(json.dumps({"attributes": {"step": "q"}, "globals": {}, "parameters": {}}))
    monkeypatch.setattr("sys.stdin", type("In", (), {
        "read": lambda self: '  File "hal/__init__.py", line 1, in q\n'})())
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == '  File "hal/__init__.py", line 1, in q  = step\n'


def test_a_missing_list_of_names_is_said(tmp_path, capsys):
    assert main([str(tmp_path / "names.json")]) == 2
    assert "names.json: No such file or directory; give the names.json" in capsys.readouterr().err
