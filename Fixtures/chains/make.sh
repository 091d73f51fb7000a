#!/bin/sh
# Certificates as people make them for themselves, with openssl 3.0. Run in this folder; the keys
# are thrown away. Tests judge them a day after they become valid.
set -e
keys=$(mktemp -d)
trap 'rm -r "$keys"' EXIT
new="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500"

# What every tutorial says: a server that is its own authority, with CA:TRUE.
openssl req -x509 $new -keyout "$keys/own.key" -out self-signed.pem \
  -subj "/CN=intranet.example.org" -addext "subjectAltName=DNS:intranet.example.org,IP:192.0.2.7"

# A private authority, and a server by it without any key identifier.
openssl req -x509 $new -keyout "$keys/ca.key" -out private-ca.pem -subj "/O=Example/CN=Private CA"
openssl req -new $new -keyout "$keys/server.key" -out "$keys/server.csr" \
  -subj "/CN=db.internal.example" 2>/dev/null
printf 'subjectAltName=DNS:db.internal.example,DNS:db_main\n' > "$keys/server.cnf"
openssl x509 -req -in "$keys/server.csr" -CA private-ca.pem -CAkey "$keys/ca.key" -days 36500 \
  -set_serial 0 -extfile "$keys/server.cnf" -out private-server.pem

# A client of the same authority, for mutual TLS.
openssl req -new $new -keyout "$keys/client.key" -out "$keys/client.csr" -subj "/CN=worker 7" \
  2>/dev/null
printf 'extendedKeyUsage=clientAuth\nkeyUsage=digitalSignature\n' > "$keys/client.cnf"
openssl x509 -req -in "$keys/client.csr" -CA private-ca.pem -CAkey "$keys/ca.key" -days 36500 \
  -set_serial 2 -extfile "$keys/client.cnf" -out private-client.pem
