#!/bin/sh
# Makes the files of this folder anew with OpenSSL 3.0: keys with their certificates as PKCS #12,
# with the password "apus" where no other is given. They protect nothing.
#
#   cd Fixtures/keystores && ./make-keystores.sh
set -eu
rm -f ./*.p12 ./*.pem

authority() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=Authority" \
    -days 36500 -keyout authority.key -out authority.pem 2>/dev/null
}
leaf() {
  openssl req -new -key "../keys/$1.pem" -subj "/CN=$1" |
    openssl x509 -req -CA authority.pem -CAkey authority.key -days 36500 -out "$1.pem" 2>/dev/null
}
store() { # NAME KEY OPTIONS...
  name=$1 key=$2
  shift 2
  openssl pkcs12 -export -inkey "../keys/$key.pem" -in "$key.pem" -passout pass:apus \
    -iter 16 -maciter "$@" -out "$name.p12"
}

authority
for key in p256 p384 ed25519 rsa; do
  leaf $key
  store $key $key -certfile authority.pem
done

# Every code and cipher that is read, with the certificates plain, and with a key that is plain.
for digest in sha1 sha256 sha384 sha512; do store mac-$digest p256 -macalg $digest; done
for cipher in 128 192 256; do
  store aes$cipher p256 -keypbe AES-$cipher-CBC -certpbe AES-$cipher-CBC
done
store plain-certificates p256 -certpbe NONE
store plain p256 -certpbe NONE -keypbe NONE
openssl pkcs12 -export -inkey ../keys/p256.pem -in p256.pem -passout pass: -iter 16 -out empty.p12
openssl pkcs12 -export -inkey ../keys/p256.pem -in p256.pem -passout "pass:Zürich 🗝" -iter 16 \
  -out unicode.p12

# What is read where legacy encryption is allowed.
old="-legacy -keypbe PBE-SHA1-3DES -macalg sha1"
store legacy p256 $old -certpbe PBE-SHA1-3DES -certfile authority.pem
store legacy-key p256 -legacy -keypbe PBE-SHA1-3DES -certpbe NONE
openssl pkcs12 -export -inkey ../keys/p256.pem -in p256.pem -passout pass: -iter 16 $old \
  -certpbe PBE-SHA1-3DES -out legacy-empty.p12
openssl pkcs12 -export -inkey ../keys/p256.pem -in p256.pem -passout "pass:Zürich 🗝" -iter 16 \
  $old -certpbe PBE-SHA1-3DES -out legacy-unicode.p12
store legacy-rc2-40 p256 -legacy -certpbe PBE-SHA1-RC2-40 -keypbe PBE-SHA1-RC2-40
store legacy-rc2-128 p256 -legacy -certpbe PBE-SHA1-RC2-128 -keypbe PBE-SHA1-RC2-128
store legacy-2des p256 -legacy -certpbe PBE-SHA1-2DES -keypbe PBE-SHA1-2DES
store legacy-pbes2-3des p256 -keypbe des-ede3-cbc -certpbe des-ede3-cbc

# What is refused.
store refused.no-code p256 -nomac
store refused.rc4 p256 -legacy -certpbe PBE-SHA1-RC4-128 -keypbe PBE-SHA1-3DES
openssl pkcs12 -export -nokeys -in p256.pem -passout pass:apus -iter 16 -out refused.no-key.p12
openssl pkcs12 -export -nocerts -inkey ../keys/p256.pem -in p256.pem -passout pass:apus -iter 16 \
  -out refused.no-certificate.p12
rm authority.key
chmod 644 ./*.p12
