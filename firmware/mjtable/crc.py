"""CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, no final inversion.

The checksum of every line of the serial link (design architecture, "Serial link") and of every
record kept over power loss. "123456789" gives 0x29B1.
"""

from array import array

POLYNOMIAL = 0x1021
START = 0xFFFF


def _table():
    """The 256 steps of one byte, as 16-bit integers (512 bytes of RAM)."""
    table = array("H", [0] * 256)
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ POLYNOMIAL if crc & 0x8000 else crc << 1
        table[byte] = crc & 0xFFFF
    return table


TABLE = _table()


def crc16(buf, start, end, crc=START):
    """Checksum 0..65535 of `buf[start:end]`, going on from `crc`; allocates nothing."""
    table = TABLE
    for i in range(start, end):
        crc = ((crc & 0xFF) << 8) ^ table[(crc >> 8) ^ buf[i]]
    return crc
