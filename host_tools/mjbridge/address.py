"""Where the broker is and how one gets in: from `--mqtt URL` and what goes with it.

A password never comes in the address: that would stand in every list of processes and in logs.
"""

import os
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from mjtool.errors import UsageError

PASSWORD = "MJTOOL_MQTT_PASSWORD"
PORTS = {"mqtt": 1883, "mqtts": 8883}
HERE = ("127.0.0.1", "localhost", "::1")
WRITE = "write mqtt://[USER@]HOST[:PORT], or mqtts:// for a broker with TLS"


@dataclass(frozen=True)
class Address:
    """A broker. `password` is kept out of everything that is printed."""

    host: str
    port: int
    user: str = ""
    password: str = field(default="", repr=False)
    tls: ssl.SSLContext | None = field(default=None, repr=False)

    def __str__(self) -> str:
        scheme = "mqtts" if self.tls else "mqtt"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"

    @property
    def is_open(self) -> bool:
        """A password goes over a network that others can listen to."""
        return bool(self.password) and self.tls is None and self.host not in HERE


def address(url: str, *, password_file: Path | None = None, ca: Path | None = None,
            cert: Path | None = None, key: Path | None = None) -> Address:
    """The broker these options mean, or UsageError."""
    parts, port = split(url)
    if parts.scheme == "mqtt" and (ca or cert or key):
        raise UsageError("--ca, --cert and --key are for a broker with TLS", "--mqtt", "",
                         "write mqtts:// instead of mqtt://")
    if key and not cert:
        raise UsageError("a key needs its certificate", "--key", "", "name it with --cert")
    password = secret(password_file)
    user = unquote(parts.username or "")
    if password and not user:
        raise UsageError("there is a password, but no user", "--mqtt", "",
                         "write the user into the address: mqtt://USER@HOST")
    tls = trusted(ca, cert, key) if parts.scheme == "mqtts" else None
    return Address(parts.hostname or "", port, user, password, tls)


def split(url: str) -> tuple[SplitResult, int]:
    """The parts of an address; what is wrong with it is said without repeating it."""
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        raise UsageError("the address of the broker has no good host or port", "--mqtt", "",
                         WRITE) from None
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query:
        raise UsageError("this is no address of a broker", "--mqtt", "", WRITE)
    if parts.password is not None:
        raise UsageError("a password in the address can be read by everybody on this computer",
                         "--mqtt", "",
                         f"put it into a file for --password-file, or into {PASSWORD}")
    return parts, port


def secret(file: Path | None) -> str:
    """The password: the first line of the file, else from the environment."""
    if file is None:
        return os.environ.get(PASSWORD, "")
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is no text"
        raise UsageError(f"the password file cannot be read ({why})", str(file), "",
                         "name a file that is yours and holds nothing but the password") from None
    return text.split("\n")[0].rstrip("\r")


def trusted(ca: Path | None, cert: Path | None, key: Path | None) -> ssl.SSLContext:
    """What TLS trusts, and what we show."""
    named = ca
    try:
        context = ssl.create_default_context(cafile=str(ca) if ca else None)
        if cert:
            named = cert
            # an encrypted key would ask on the terminal, where a service has nobody
            context.load_cert_chain(cert, key, password=lambda: "")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or getattr(problem, "reason", "") or "no PEM"
        raise UsageError(f"the certificate cannot be used ({why})", str(named), "",
                         "name a PEM file that can be read; --key is the unencrypted key of --cert"
                         ) from None
    return context
