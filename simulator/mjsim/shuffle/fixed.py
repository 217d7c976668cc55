"""The figures that shape a verdict of `mjsim shuffle`: fixed.toml, read, checked and hashed."""

import hashlib
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

PATH = Path(__file__).with_name("fixed.toml")


class FixedError(ValueError):
    """The file says what cannot be; the text names the place and what is possible."""


@dataclass(frozen=True)
class Fixed:
    """Its figures, shares of 1, and the SHA-256 of its bytes."""

    level: float
    sees: float
    stops: float
    sha256: str


def parse(data: bytes) -> Fixed:
    """Of the file's bytes; `FixedError` when it does not say what it must."""
    try:
        told = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FixedError(f"{PATH}: cannot be read: {error}") from error
    names = [one.name for one in fields(Fixed) if one.name != "sha256"]
    if sorted(told) != sorted(names):
        raise FixedError(f"{PATH}: has {', '.join(told)}; must have {', '.join(names)}")
    for name, value in told.items():
        if not isinstance(value, float) or not 0.0 < value < 1.0:
            raise FixedError(f"{PATH}: {name} is {value!r}, must be above 0 and below 1")
    return Fixed(**told, sha256=hashlib.sha256(data).hexdigest())


FIXED = parse(PATH.read_bytes())
