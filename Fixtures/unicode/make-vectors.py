#!/usr/bin/env python3
"""Writes Fixtures/unicode/idna-vectors.txt out of Unicode's IdnaTestV2.txt.

    python3 -m venv venv && venv/bin/pip install idna==3.20 unicodedata2==18.0.0
    venv/bin/pip download --no-deps --no-binary :all: idna==3.20 idna==3.10
    venv/bin/python Fixtures/unicode/make-vectors.py idna-3.20.tar.gz idna-3.10.tar.gz

No package carries the file of Unicode 18.0 itself. The tests of idna 3.20 were generated from it:
they hold the sources of 6,329 of its lines, and the results wherever IDNA2008 allows them too. So
a refusal there may be IDNA2008's alone. Such a line, and each that those tests leave out, takes
its answer from the file of Unicode 13.0, which idna 3.10 carries whole, if that agrees with what
UTS 46 computed by other people's code (the rules of `idna`, normalization of `unicodedata2`, the
punycode of Python) gives for Unicode 18.0, and else from that computation. Where Unicode 18.0
itself answers, the computation must agree, or this script fails.
"""

import ast
import bisect
import collections
import pathlib
import re
import sys
import tarfile

import unicodedata2 as ucd
from idna import core, idnadata, uts46data

OUTPUT = pathlib.Path(__file__).resolve().parent / "idna-vectors.txt"
core.unicodedata = ucd

HEADER = """\
# Names and what UTS 46 makes of them. Written by make-vectors.py; README.md says how.
#
# source; toUnicode; toASCII (not transitional); who says so
#
# `!` is a refusal. U: IdnaTestV2.txt of Unicode 18.0. V: that of 13.0, and computation with the
# data of 18.0 agrees. C: that computation alone. A scalar may be written as \\u{hex}.
#
# Copyright 1991-2026 Unicode, Inc. Under the Unicode License V3, see LICENSE.
"""


class Refused(Exception):
    pass


def status(character):
    index = bisect.bisect_right(uts46data.uts46_starts, ord(character)) - 1
    return chr(uts46data.uts46_statuses[index]), uts46data.uts46_replacements[index]


def mapped(source):
    text = ""
    for character in source:
        kind, replacement = status(character)
        text += {"M": replacement, "I": ""}.get(kind, character)
    return ucd.normalize("NFC", text)


def decoded(label):
    if not label.startswith("xn--"):
        return label
    try:
        text = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        raise Refused
    if text.isascii() or text.encode("punycode").decode() != label[4:]:
        raise Refused
    return text


def check(label):
    if label[2:4] == "--" or label[:1] == "-" or label[-1:] == "-":
        raise Refused
    if label and ucd.category(label[0])[0] == "M" or ucd.normalize("NFC", label) != label:
        raise Refused
    for position, character in enumerate(label):
        if character.isascii() and not re.fullmatch("[a-z0-9-]", character):
            raise Refused
        if status(character)[0] not in "VD":
            raise Refused
        if character in "\u200c\u200d" and not core.valid_contextj(label, position):
            raise Refused


def compute(source):
    """(toUnicode or None, toASCII or None)"""
    try:
        labels = [decoded(label) for label in mapped(source).split(".")]
        for label in labels:
            check(label)
        if "" in labels[:-1] or labels == [""]:
            raise Refused
        if any(ucd.bidirectional(each) in ("R", "AL", "AN") for label in labels for each in label):
            for label in filter(None, labels):
                core.check_bidi(label, check_ltr=True)
    except (Refused, core.IDNAError):
        return None, None
    coded = [l if l.isascii() else "xn--" + l.encode("punycode").decode() for l in labels]
    text = ".".join(coded)
    fits = len(text) <= 253 and all(1 <= len(label) <= 63 for label in coded)
    return ".".join(labels), text if fits else None


def lines_of_18(archive):
    """{source: (toUnicode or None, toASCII or None)}"""
    module = read(archive, "/tests/test_idna_uts46.py")
    lines = {}
    for test in ast.walk(ast.parse(module)):
        if not isinstance(test, ast.FunctionDef):
            continue
        results = {}
        for statement in test.body:
            call = statement.value
            if call.func.attr == "assertEqual":
                source = ast.literal_eval(call.args[0].args[0])
                results[call.args[0].func.attr] = ast.literal_eval(call.args[1])
            else:
                source = ast.literal_eval(call.args[2])
                results[call.args[1].attr] = None
        code = results["encode"]
        lines[source] = (results["decode"], code if code is None else code.decode())
    return lines


def lines_of_13(archive):
    unescape = lambda text: re.sub(
        r"\\u([0-9A-F]{4})|\\x\{([0-9A-F]+)\}", lambda m: chr(int(m[1] or m[2], 16)), text)
    lines = {}
    for line in read(archive, "/tests/IdnaTestV2.txt").splitlines():
        fields = [unescape(field.strip()) for field in line.split("#")[0].split(";")]
        if len(fields) < 5:
            continue
        source, text, text_status, code, code_status = fields[:5]
        text, text_status = text or source, text_status or "[]"
        code, code_status = code or text, code_status or text_status
        lines[source] = (
            text if text_status == "[]" else None, code if code_status == "[]" else None)
    return lines


def read(archive, suffix):
    with tarfile.open(archive) as tar:
        member = next(each for each in tar.getmembers() if each.name.endswith(suffix))
        return tar.extractfile(member).read().decode()


def allowed_by_idna2008():
    scalars = set()
    for ranges in idnadata.codepoint_classes.values():
        for packed in ranges:
            scalars.update(range(packed >> 32, packed & 0xFFFFFFFF))
    return scalars


def escaped(text):
    plain = lambda c: c.isascii() and c.isprintable() and c not in " ;#\\!" or (
        not c.isascii() and ucd.category(c)[0] in "LNS" and ucd.bidirectional(c) in ("L", "ON"))
    return "".join(c if plain(c) else f"\\u{{{ord(c):X}}}" for c in text)


def main():
    newest, older = lines_of_18(sys.argv[1]), lines_of_13(sys.argv[2])
    allowed = allowed_by_idna2008()
    output, counts = [], collections.Counter()
    for source in [*newest, *(each for each in older if each not in newest)]:
        computed = compute(source)
        who = "C"
        if source in newest:
            answer = newest[source]
            valid = lambda c: not c.isascii() and status(c)[0] in "VD" and ord(c) not in allowed
            try:
                text = mapped(source) + "".join(decoded(l) for l in mapped(source).split("."))
            except Refused:
                text = ""
            if answer[1] is not None or not any(map(valid, text)):
                assert answer == computed, (source, answer, computed)
                who = "U"
        if who == "C" and source in older and older[source] == computed:
            who = "V"
        counts[who, computed[1] is not None] += 1
        fields = [source, *("!" if each is None else each for each in computed)]
        output.append("; ".join([*(f if f == "!" else escaped(f) for f in fields), who]))
    OUTPUT.write_text(HEADER + "\n".join(output) + "\n", encoding="utf-8")
    print(len(output), counts)


main()
