"""CRC-16/CCITT-FALSE against its published check value and a bit-by-bit reference."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtable.kit.crc import START, crc16
from tests.protocol.bench import crc


@pytest.mark.parametrize(
    ("data", "value"),
    [(b"123456789", 0x29B1), (b"", 0xFFFF), (b"A", 0xB915), (b"\x00", 0xE1F0)],
)
def test_published_values(data, value):
    assert crc16(data, 0, len(data), START) == value


@given(st.binary(max_size=200))
def test_agrees_with_the_polynomial(data):
    assert crc16(data, 0, len(data), START) == crc(data)


def test_only_the_named_part_counts():
    assert crc16(b"xx123456789yy", 2, 11, START) == 0x29B1
