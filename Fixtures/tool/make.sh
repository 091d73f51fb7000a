#!/bin/sh
# Objects beside certificates that the tool shows, with openssl 3.0. Run in this folder; the keys of
# ../keys protect nothing.
set -e

# A request with what requests ask for, and with a challenge password.
cat > request.cnf <<'END'
[req]
distinguished_name = name
req_extensions = wanted
attributes = challenge
prompt = no
[name]
O = Example
CN = shop.example
[wanted]
subjectAltName = DNS:shop.example,IP:192.0.2.9
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
[challenge]
challengePassword = planted-challenge
END
openssl req -new -key ../keys/p256.pem -config request.cnf -out request.pem
rm request.cnf

# The certificates of ../chains and the list of ../revocation in one message, both ways.
openssl crl2pkcs7 -in ../revocation/list.pem -certfile ../chains/private-ca.pem \
  -certfile ../chains/private-server.pem -out message.pem
openssl pkcs7 -in message.pem -outform DER -out message.p7b
