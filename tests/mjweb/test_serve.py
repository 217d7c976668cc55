"""Where the dashboard listens, and its links."""

import socket
import subprocess

import pytest

from mjtool.errors import UsageError
from mjweb.serve import Asked, Server, check


def nobody():
    raise AssertionError("the table is not asked before the server runs")


def test_on_the_loopback_the_links_have_no_token():
    links = Server(nobody, Asked()).links
    assert links.owner.startswith("http://127.0.0.1:") and "token" not in links.owner
    assert links.read == ""


def test_on_another_address_each_link_has_a_token_of_its_own():
    links = Server(nobody, Asked(host="127.0.0.2")).links
    tokens = {link.partition("token=")[2] for link in (links.owner, links.play, links.read)}
    assert len(tokens) == 3 and all(tokens) and "/play?token=" in links.play


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_every_address_at_once_is_refused(host):
    with pytest.raises(UsageError, match="that is every address of this computer.*name the one"):
        check(Asked(host=host))


def test_a_port_that_somebody_has_is_told():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(UsageError, match="cannot listen there .*in use.*leave out --tcp-port"):
            Server(nobody, Asked(port=taken.getsockname()[1]))


def test_an_address_of_another_computer_is_told():
    with pytest.raises(UsageError, match="192.0.2.1 port 0: the dashboard cannot listen there"):
        Server(nobody, Asked(host="192.0.2.1"))


def test_half_a_certificate_is_told():
    with pytest.raises(UsageError, match="a certificate needs its key"):
        check(Asked(certificate="cert.pem"))


def test_files_that_are_no_certificate_are_told(tmp_path):
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("nothing")
    with pytest.raises(UsageError, match="certificate and key cannot be used .*both are PEM"):
        check(Asked(certificate=str(wrong), key=str(wrong)))
    with pytest.raises(UsageError, match="cannot be used .No such file"):
        check(Asked(certificate=str(tmp_path / "none.pem"), key=str(wrong)))


def test_a_certificate_makes_the_links_secure(tmp_path):
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj",
                    "/CN=table", "-keyout", key, "-out", certificate], check=True,
                   capture_output=True)
    links = Server(nobody, Asked(certificate=str(certificate), key=str(key))).links
    assert links.owner.startswith("https://127.0.0.1:")
