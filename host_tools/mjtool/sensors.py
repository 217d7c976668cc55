"""The input image with names: which sensor is on."""

from dataclasses import dataclass

from .errors import WrongDeviceError


@dataclass(frozen=True)
class Sensor:
    """One input; level 1 = tile present, switch actuated, key pressed."""

    name: str
    index: int
    level: int

    @property
    def place(self) -> str:
        """Byte and bit in the I/O chain."""
        return f"IN{self.index // 8}.{self.index % 8}"


def read(image: str, names: list[str]) -> list[Sensor]:
    """The sensors of an `image` answer, in the order of `io.list kind=in`, spares left out."""
    try:
        data = bytes.fromhex(image)
    except ValueError:
        data = b""
    if len(data) * 8 < len(names):
        raise WrongDeviceError(f"the input image `{image}` is too short for {len(names)} inputs",
                               "", "the table's firmware is of another version",
                               "update firmware and mjtool")
    return [Sensor(name, index, data[index // 8] >> index % 8 & 1)
            for index, name in enumerate(names) if name != "-"]
