#!/bin/bash
# Makes an authority, two servers of it, and its list, on which one of the servers stands. The keys
# are thrown away. Made with OpenSSL 3.0.22.
set -euo pipefail
cd "$(dirname "$0")"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

touch "$made/index"
echo 1000 >"$made/serial"
echo 01 >"$made/number"
cat >"$made/config" <<END
[ca]
default_ca = authority
[authority]
database = $made/index
serial = $made/serial
crlnumber = $made/number
new_certs_dir = $made
certificate = authority.pem
private_key = $made/authority.key
default_md = sha256
default_days = 36500
default_crl_days = 36500
policy = any
copy_extensions = copy
x509_extensions = server
crl_extensions = list
[any]
commonName = supplied
[server]
basicConstraints = critical, CA:FALSE
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[list]
authorityKeyIdentifier = keyid
END
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$made/$1.key"; }

key authority
openssl req -x509 -key "$made/authority.key" -subj "/CN=Apus Test Authority" -days 36500 \
  -addext "keyUsage = critical, keyCertSign, cRLSign" -out authority.pem
for name in kept revoked; do
  key "$name"
  openssl req -new -key "$made/$name.key" -subj "/CN=$name" \
    -addext "subjectAltName = DNS:$name.example" -out "$made/$name.csr"
  openssl ca -batch -notext -config "$made/config" -in "$made/$name.csr" -out "$name.pem"
done
openssl ca -config "$made/config" -revoke revoked.pem
openssl ca -config "$made/config" -gencrl -out list.pem
