#!/bin/sh
# Makes the keys of this folder anew with OpenSSL 3.0 and OpenSSH: one of each kind, in every form
# that it has, and all locked ones with the password "apus". They protect nothing.
#
#   cd Fixtures/keys && ./make-keys.sh
set -eu
rm -f ./*.pem

curve() { openssl genpkey -algorithm EC -pkeyopt "ec_paramgen_curve:$2" -out "$1.pem"; }
curve p256 P-256
curve p384 P-384
curve p521 P-521
openssl genpkey -algorithm ED25519 -out ed25519.pem
openssl genpkey -algorithm X25519 -out x25519.pem
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa.pem
openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048 -out rsa-pss.pem
openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048 \
  -pkeyopt rsa_pss_keygen_md:sha384 -pkeyopt rsa_pss_keygen_mgf1_md:sha384 \
  -pkeyopt rsa_pss_keygen_saltlen:48 -out rsa-pss-sha384.pem
for key in p256 p384 p521 ed25519 x25519 rsa rsa-pss rsa-pss-sha384; do
  openssl pkey -in $key.pem -pubout -out $key.public.pem
done

# The forms older than PKCS #8.
for key in p256 p384 p521; do
  openssl ec -in $key.pem -out $key.sec1.pem 2>/dev/null
done
openssl ecparam -name prime256v1 -out p256.parameters.pem
cat p256.parameters.pem p256.sec1.pem >p256.sec1-with-parameters.pem
rm p256.parameters.pem
openssl ec -in p256.pem -conv_form compressed -out p256.sec1-compressed.pem 2>/dev/null
openssl ec -in p256.pem -no_public -out p256.sec1-without-public.pem 2>/dev/null
openssl rsa -in rsa.pem -traditional -out rsa.pkcs1.pem 2>/dev/null

# Locked, by every cipher and every function that is read.
lock() { openssl pkcs8 -topk8 -passout pass:apus "$@"; }
for cipher in 128 192 256; do
  for function in SHA1 SHA256 SHA384 SHA512; do
    lock -in p256.pem -v2 aes-$cipher-cbc -v2prf hmacWith$function -iter 32 \
      -out p256.aes$cipher-$function.pem
  done
done
for key in p384 p521 ed25519 x25519 rsa; do
  lock -in $key.pem -v2 aes-256-cbc -iter 32 -out $key.locked.pem
done

# Locked in ways that are refused.
lock -in p256.pem -v2 des3 -out refused.pbes2-3des.pem
lock -in p256.pem -v1 PBE-SHA1-3DES -out refused.pbe-sha1-3des.pem
lock -in p256.pem -scrypt -scrypt_N 16 -out refused.scrypt.pem
openssl rsa -in rsa.pem -traditional -aes128 -passout pass:apus -out refused.rsa-legacy.pem \
  2>/dev/null
openssl ec -in p256.pem -aes128 -passout pass:apus -out refused.ec-legacy.pem 2>/dev/null

# Keys of other kinds.
openssl genpkey -genparam -algorithm DSA -pkeyopt dsa_paramgen_bits:1024 -out dsa
openssl genpkey -paramfile dsa -out refused.dsa.pem
openssl pkey -in refused.dsa.pem -traditional -out refused.dsa-traditional.pem
rm dsa
openssl genpkey -algorithm ED448 -out refused.ed448.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp256k1 -out refused.secp256k1.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 \
  -pkeyopt ec_param_enc:explicit -out refused.explicit.pem
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out refused.rsa1024.pem
ssh-keygen -q -t ed25519 -N '' -C '' -f refused.openssh.pem
rm refused.openssh.pem.pub
