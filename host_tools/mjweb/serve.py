"""Runs the server: on the loopback, or on one address of the network by links with tokens."""

from __future__ import annotations

import ipaddress
import signal
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

import uvicorn

from mjtool.client import Client
from mjtool.errors import UsageError

from .access.rights import OWNER, PLAY, READ, Rights
from .app import build

LOOPBACK = ("127.0.0.1", "localhost", "::1")
WITH_NAMES = ("127.0.0.1", "localhost")
END_S = 1


@dataclass
class Asked:
    """Where to serve; `names`: what else the browser may call this address."""

    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()
    certificate: str = ""
    key: str = ""

    @property
    def is_open(self) -> bool:
        """Whether others than this computer can come."""
        return self.host not in LOOPBACK

    @property
    def scheme(self) -> str:
        """http or https."""
        return "https" if self.certificate else "http"


@dataclass
class Links:
    """What is printed: the address for each right."""

    owner: str
    play: str = ""
    read: str = ""


class Ending(uvicorn.Server):
    """Told to end, it ends the pages' streams too: they would go on for ever."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal has come."""
        super().handle_exit(sig, frame)
        self.config.app.state.stream.end()  # type: ignore[union-attr]


class Server:
    """One server. `links` are known once it is made; `run` serves until it is told to end."""

    def __init__(self, connect: Callable[[], Client] | None, asked: Asked) -> None:
        check(asked)
        self._socket = bound(asked)
        self.port = self._socket.getsockname()[1]
        rights = Rights(asked.is_open)
        names = {asked.host, *asked.names, *(() if asked.is_open else WITH_NAMES)}
        hosts = {"%s:%d" % (bracketed(name), self.port) for name in names}
        usual = {"http": 80, "https": 443}[asked.scheme]
        hosts |= {bracketed(name) for name in names if self.port == usual}
        self.links = links(asked, self.port, rights)
        self.app = build(connect, rights, frozenset(hosts), bool(asked.certificate))
        self._server = Ending(uvicorn.Config(
            self.app, log_level="error", access_log=False, server_header=False,
            ssl_certfile=asked.certificate or None, ssl_keyfile=asked.key or None,
            timeout_graceful_shutdown=END_S))

    def run(self) -> None:
        """Serve until Ctrl-C or `end`."""
        self._server.run(sockets=[self._socket])

    def end(self) -> None:
        """End it from another thread."""
        self._server.handle_exit(signal.SIGTERM, None)


def check(asked: Asked) -> None:
    """UsageError for all addresses at once, and for half a certificate."""
    try:
        everywhere = ipaddress.ip_address(asked.host).is_unspecified
    except ValueError:
        everywhere = False  # a name
    if everywhere:
        raise UsageError("that is every address of this computer", f"--host {asked.host}",
                         "", "name the one address that others shall come by")
    if bool(asked.certificate) != bool(asked.key):
        raise UsageError("a certificate needs its key, and a key its certificate",
                         "--tls-cert, --tls-key", "", "give both, or neither")
    if asked.certificate:
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
                asked.certificate, asked.key)
        except (OSError, ssl.SSLError) as problem:
            reason = getattr(problem, "reason", "") or problem.strerror or str(problem)
            raise UsageError(f"certificate and key cannot be used ({reason})",
                             f"{asked.certificate}, {asked.key}", "",
                             "both are PEM files that belong together") from None


def links(asked: Asked, port: int, rights: Rights) -> Links:
    """The addresses; with a token each where others can come."""
    base = "%s://%s:%d/" % (asked.scheme, bracketed(asked.host), port)
    if not asked.is_open:
        return Links(base, base + "play")
    return Links("%s?token=%s" % (base, rights.link(OWNER)),
                 "%splay?token=%s" % (base, rights.link(PLAY)),
                 "%s?token=%s" % (base, rights.link(READ)))


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return "[%s]" % host if ":" in host else host


def bound(asked: Asked) -> socket.socket:
    """The listening socket; UsageError when that address cannot be had."""
    family = socket.AF_INET6 if ":" in asked.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((asked.host, asked.port))
    except (OSError, OverflowError) as problem:
        listening.close()
        reason = getattr(problem, "strerror", "") or str(problem)
        raise UsageError("the dashboard cannot listen there (%s)" % reason,
                         "%s port %d" % (asked.host, asked.port),
                         "another program has that port, or the address is not this computer's",
                         "leave out --tcp-port, and name one address of this computer with --host"
                         ) from None
    listening.listen(64)
    return listening
