"""What is said when the port named, or every port, is not one with a table behind it."""

import pytest

WRONG = [
    ("/dev/null", "/dev/null: this is no serial port."),
    ("socket://localhost", "not an address of a port (the number behind the colon is missing)"),
    ("socket://localhost:", "not an address of a port (the number behind the colon is missing)"),
    ("socket://127.0.0.1:99999",
     "not an address of a port (the number 99999 is outside 1 to 65535)"),
    ("socket://127.0.0.1:0", "not an address of a port (the number 0 is outside 1 to 65535)"),
    ("rfc2217://127.0.0.1:70000",
     "not an address of a port (the number 70000 is outside 1 to 65535)"),
    ("socket://127.0.0.1:-5",
     "not an address of a port (`-5` behind the colon is no number from 1 to 65535)"),
    ("socket://127.0.0.1:abc",
     "not an address of a port (`abc` behind the colon is no number from 1 to 65535)"),
    ("socket://[::1", "not an address of a port (a bracket is missing)"),
    ("socket://127.0.0.1:5000?a=1",
     "not an address of a port (nothing may stand behind the number, not `?a=1`)"),
    ("127.0.0.1:5000", "not an address of a port (`socket://` is missing before it)"),
    ("socket:127.0.0.1:5000", "not an address of a port (`socket://` is missing before it)"),
    ("carrier://x", "not an address of a port (there is no kind of port `carrier`)"),
    ("loop://?x=1", "not an address of a port (what follows `loop://` is not understood)"),
    ("hwgrep://(", "not an address of a port (what follows `hwgrep://` is not understood)"),
    ("/dev/nothing", "there is no such port (no such file or directory)"),
    ("unix:///nowhere/at/all", "there is no such port (no such file or directory)"),
]


@pytest.mark.parametrize(("port", "message"), WRONG, ids=[port for port, _ in WRONG])
def test_a_port_that_is_none_is_named(run, port, message):
    result = run("status", "--port", port)
    assert result.exit_code == 3
    assert message in result.stderr
    assert "Could not open" not in result.stderr and "debug|info" not in result.stderr
    assert "What to do: " in result.stderr
    assert result.stdout == ""


def test_a_plain_file_is_no_port(run, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not a table\n")
    result = run("status", "--port", str(path))
    assert result.exit_code == 3
    assert "notes.txt: this is no serial port." in result.stderr
    assert path.read_text() == "not a table\n", "nothing is sent to it"


def test_ports_without_a_table_is_one_value(run_json):
    code, values = run_json("ports")
    assert (code, len(values)) == (3, 1)
    assert values[0]["error"] == "no_device"
    assert values[0]["what"] == "this computer has no serial ports"
    assert isinstance(values[0]["ports"], list)
