#!/usr/bin/env python3
"""Writes Sources/ApusNames/IDNA/UnicodeTable+Data.swift.

    python3 -m venv venv && venv/bin/pip install idna==3.20 unicodedata2==18.0.0
    venv/bin/python Fixtures/unicode/make-tables.py

`idna` carries IdnaMappingTable.txt and DerivedJoiningType.txt of Unicode, `unicodedata2` its
character database. What the table holds, and in which order, is said where it is read:
Sources/ApusNames/IDNA/UnicodeTable.swift.
"""

import base64
import bisect
import datetime
import pathlib
import textwrap

import unicodedata2 as ucd
from idna import idnadata, uts46data

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "Sources/ApusNames/IDNA/UnicodeTable+Data.swift"
SCALARS = range(0x110000)
VERSION = ucd.unidata_version
assert VERSION == uts46data.__version__ == idnadata.__version__

VALID, IGNORED, MAPPED, DISALLOWED = range(4)
BIDI = ["L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"]
JOINING = ["U", "L", "R", "D", "T"]

# STD3 leaves these of ASCII in a label. The last three are not among them, but U+0338 may follow
# one and compose with it into a sign that is valid.
ASCII_KEPT = set(map(ord, "abcdefghijklmnopqrstuvwxyz0123456789-_.<=>"))


def statuses():
    """The status of every scalar, and what the mapped ones become.

    Processing is not transitional, so deviations are valid. Whatever is or becomes ASCII that no
    label can hold is refused either way, and is written as disallowed, which is shorter.
    """
    kinds, targets = [], {}
    for scalar in SCALARS:
        index = bisect.bisect_right(uts46data.uts46_starts, scalar) - 1
        letter = chr(uts46data.uts46_statuses[index])
        kind = {"V": VALID, "D": VALID, "I": IGNORED, "M": MAPPED, "X": DISALLOWED}[letter]
        if kind == MAPPED:
            targets[scalar] = list(map(ord, uts46data.uts46_replacements[index]))
        becomes = targets.get(scalar, [scalar])
        if any(each < 0x80 and each not in ASCII_KEPT for each in becomes):
            kind = DISALLOWED
        kinds.append(kind)
    targets = {s: t for s, t in targets.items() if kinds[s] == MAPPED}
    assert all(kinds[each] == VALID for target in targets.values() for each in target)
    return kinds, targets


def joining_types():
    types = {}
    for letter, ranges in idnadata.joining_types.items():
        for packed in ranges:
            for scalar in range(packed >> 32, packed & 0xFFFFFFFF):
                types[scalar] = letter if letter in JOINING else "U"
    return types


def record(scalar, kind, joining):
    """ScalarProperties.rawValue of one scalar; only valid ones are ever asked for the rest."""
    if kind != VALID:
        return kind << 16
    character = chr(scalar)
    return (
        ucd.combining(character)
        | BIDI.index(ucd.bidirectional(character)) << 8
        | JOINING.index(joining.get(scalar, "U")) << 12
        | (ucd.category(character)[0] == "M") << 15
        | kind << 16
    )


def runs(values):
    """[(value, count)] of consecutive equal values."""
    result = []
    for value in values:
        if result and result[-1][0] == value:
            result[-1][1] += 1
        else:
            result.append([value, 1])
    return result


def compositions(kinds):
    """(first, second, composite) of all pairs that can meet once a name has been mapped.

    Hangul syllables are left to arithmetic. What is valid has no other decomposition than one that
    composes again, so that these pairs are all that NFC of a mapped name needs.
    """
    possible = lambda scalar: kinds[scalar] == VALID
    pairs = []
    for scalar in SCALARS:
        decomposition = ucd.decomposition(chr(scalar))
        if not decomposition or decomposition[0] == "<" or 0xAC00 <= scalar <= 0xD7A3:
            continue
        parts = [int(part, 16) for part in decomposition.split()]
        composes = len(parts) == 2 and ucd.normalize("NFC", chr(scalar)) == chr(scalar)
        full = ucd.normalize("NFD", chr(scalar))
        composes = composes and all(possible(ord(each)) for each in full)
        assert composes or not possible(scalar), hex(scalar)
        if composes:
            pairs.append((*parts, scalar))
    seconds = {second for _, second, _ in pairs}
    assert not seconds & {composite for _, _, composite in pairs}
    return sorted(pairs)


class Blob:
    def __init__(self):
        self.bytes = bytearray()

    def number(self, value):
        """Seven bits to a byte, the low ones first; the high bit says that more follow."""
        while value >= 0x80:
            self.bytes.append(value & 0x7F | 0x80)
            value >>= 7
        self.bytes.append(value)

    def difference(self, value):
        """Signed, as an even number if not negative and an odd one if it is."""
        self.number(value * 2 if value >= 0 else -value * 2 - 1)


def write_ranges(blob, kinds):
    joining = joining_types()
    ranges = runs(record(scalar, kinds[scalar], joining) for scalar in SCALARS)
    records = sorted({value for value, _ in ranges}, key=[v for v, _ in ranges].count, reverse=True)
    blob.number(len(records))
    for value in records:
        blob.number(value)
    blob.number(len(ranges))
    for value, count in ranges:
        blob.number(records.index(value))
        blob.number(count)
    return len(ranges), len(records)


def write_mappings(blob, targets):
    sources = sorted(targets)
    shift = lambda s: targets[s][0] - s if len(targets[s]) == 1 else None
    groups = runs(shift(source) for source in sources)
    merged = []
    for value, count in groups:
        if count == 1:
            value = None
        if value is None and merged and merged[-1][0] is None:
            merged[-1][1] += count
        else:
            merged.append([value, count])
    at, last = 0, 0
    blob.number(len(sources))
    for value, count in merged:
        blob.number(count * 2 + (value is None))
        if value is not None:
            blob.difference(value)
        else:
            for source in sources[at : at + count]:
                blob.number(len(targets[source]))
                for scalar in targets[source]:
                    blob.difference(scalar - last)
                    last = scalar
        at += count
    assert at == len(sources)


def write_compositions(blob, pairs):
    blob.number(len(pairs))
    first, second, composite = 0, 0, 0
    for pair in pairs:
        blob.difference(pair[0] - first)
        blob.difference(pair[1] - second)
        blob.difference(pair[2] - composite)
        first, second, composite = pair


def checksum(kinds, targets, pairs):
    """FNV-1a over the numbers that the test takes out of the table again."""
    joining = joining_types()
    parts = {composite: [first, second] for first, second, composite in pairs}
    sum = 0xCBF29CE484222325
    for scalar in range(0x40000):
        known = [record(scalar, kinds[scalar], joining)]
        for number in known + targets.get(scalar, []) + parts.get(scalar, []):
            sum = (sum ^ number) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return sum


def main():
    kinds, targets = statuses()
    pairs = compositions(kinds)
    blob = Blob()
    range_count, record_count = write_ranges(blob, kinds)
    after_ranges = len(blob.bytes)
    write_mappings(blob, targets)
    after_mappings = len(blob.bytes)
    write_compositions(blob, pairs)
    text = base64.b64encode(blob.bytes).decode()
    lines = " \\\n".join(textwrap.wrap(text, 94)).replace(" \\", "\\")
    OUTPUT.write_text(
        f'''// Written by Fixtures/unicode/make-tables.py on {datetime.date.today()}; not to be edited.
// Unicode {VERSION}, under the Unicode License V3: Fixtures/unicode/LICENSE.

extension UnicodeTable {{
  /// Of all that the table says of the scalars below U+40000, to be tested once it is unpacked.
  static let checksum: UInt64 = 0x{checksum(kinds, targets, pairs):_x}

  /// The table: {range_count} ranges of {record_count} kinds, {len(targets)} mappings, {len(pairs)} compositions.
  static let text = """
    {textwrap.indent(lines, "    ").lstrip()}
    """
}}
'''
    )
    print(f"{OUTPUT.name}: {len(blob.bytes)} bytes, of which ranges {after_ranges}, mappings "
          f"{after_mappings - after_ranges}, compositions {len(blob.bytes) - after_mappings}")


main()
