"""CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, no final inversion.

The checksum of every line of the serial link (design architecture, "Serial link") and of every
record kept over power loss. "123456789" gives 0x29B1.
"""

from mjtable.kit.flat import flat

START = 0xFFFF


@flat("ptr8 int int int")
def crc16(buf, start, end, crc):
    """Checksum 0..65535 of `buf[start:end]`, going on from `crc` (START at first)."""
    for i in range(start, end):
        x = crc >> 8 ^ buf[i]
        x ^= x >> 4
        crc = (crc << 8 ^ x << 12 ^ x << 5 ^ x) & 0xFFFF  # the polynomial's 2^12 + 2^5 + 1
    return crc
