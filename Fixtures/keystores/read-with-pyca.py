#!/usr/bin/env python3
"""Reads the keys and the files of PKCS #12 of cryptography_vectors with pyca's cryptography.

One line per file: its path, the password in hexadecimal digits ("none" for no password), the public
key as a SubjectPublicKeyInfo in hexadecimal digits, and the SHA-256 of each certificate. A file that
is not read has the path and "rejected" alone, and one without a key has "-" in place of the key.
"""
import glob
import os
import warnings

import cryptography_vectors
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.serialization import pkcs12

warnings.simplefilter("ignore")
ROOT = os.path.dirname(cryptography_vectors.__file__)
PASSWORDS = [None] + [
    word.encode()
    for word in (
        "", "password", "123456", "foobar", "cryptography", "baz", "PolarSSLTest", "a",
        "Red Hat Enterprise Linux 7.4",
    )
]


def spki(key):
    return key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    ).hex()


def key_store(data, password):
    key, own, others = pkcs12.load_key_and_certificates(data, password)
    certificates = ([own] if own else []) + others
    prints = [certificate.fingerprint(hashes.SHA256()).hex() for certificate in certificates]
    return spki(key.public_key()) if key else "-", ",".join(prints)


def key_file(data, password, is_pem):
    private = serialization.load_pem_private_key if is_pem else serialization.load_der_private_key
    public = serialization.load_pem_public_key if is_pem else serialization.load_der_public_key
    try:
        return spki(private(data, password).public_key()), ""
    except Exception:
        if password is not None:
            raise
        return spki(public(data)), ""


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    for password in PASSWORDS:
        try:
            if path.endswith(".p12"):
                found = key_store(data, password)
            else:
                found = key_file(data, password, path.endswith(".pem"))
            return ["none" if password is None else password.hex(), *found]
        except Exception:
            pass
    return ["rejected"]


for path in sorted(glob.glob(ROOT + "/pkcs12/**/*.p12", recursive=True)) + sorted(
    glob.glob(ROOT + "/asymmetric/**/*.[pd]e[mr]", recursive=True)
):
    print("\t".join([path] + read(path)))
