"""Removes symbols and debug information from Linux libraries: a quarter of the size of the whole extension.

By hand, because binutils' strip knows only the processor it was built for, and one machine packages every target.
"""

import struct

MAGIC = b"\x7fELF\x02\x01"  # 64 bits, little-endian, as all our targets are
LOADED = 1
# Where the header has the offsets and the numbers of program headers and section headers.
PROGRAMS_AT, SECTIONS_AT, PROGRAM_COUNT_AT, SECTION_COUNT_AT = 0x20, 0x28, 0x38, 0x3C
PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")


def stripped(library: bytes) -> bytes:
    """The library up to the end of its loaded part: loaders read program headers, sections are for linkers."""
    if not library.startswith(MAGIC):
        return library
    (start,) = struct.unpack_from("<Q", library, PROGRAMS_AT)
    (count,) = struct.unpack_from("<H", library, PROGRAM_COUNT_AT)
    end = start + count * PROGRAM_HEADER.size
    for index in range(count):
        kind, _, offset, _, _, size, _, _ = PROGRAM_HEADER.unpack_from(library, start + index * PROGRAM_HEADER.size)
        if kind == LOADED:
            end = max(end, offset + size)
    kept = bytearray(library[:end])
    struct.pack_into("<Q", kept, SECTIONS_AT, 0)
    struct.pack_into("<HH", kept, SECTION_COUNT_AT, 0, 0)
    return bytes(kept)
