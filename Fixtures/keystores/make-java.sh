#!/bin/sh
# Makes the key stores of Java anew with keytool, and a file with the code of the NULL password. The
# password is "apuspass", except for the last. They protect nothing.
#
#   cd Fixtures/keystores && ./make-java.sh
set -eu
rm -f java-* null-password.p12

trust() { # FILE OPTIONS...
  file=$1
  shift
  for name in authority p256; do
    keytool -importcert -noprompt -alias $name -file $name.pem -keystore "$file" \
      -storepass apuspass "$@" 2>/dev/null
  done
}
trust java-trust.p12 -storetype PKCS12
trust java-trust.jks -storetype JKS
keytool -importcert -noprompt -alias authority -file authority.pem -keystore java-plain.p12 \
  -storetype PKCS12 -storepass apuspass -J-Dkeystore.pkcs12.certProtectionAlgorithm=NONE \
  -J-Dkeystore.pkcs12.macAlgorithm=NONE 2>/dev/null
for type in jks jceks; do
  keytool -importkeystore -srckeystore rsa.p12 -srcstoretype PKCS12 -srcstorepass apus \
    -srcalias 1 -destalias key -destkeystore java-key.$type -deststoretype $type \
    -deststorepass apuspass -destkeypass apuspass 2>/dev/null
done

# The code of a file without encryption, made again with a password of no bytes: RFC 7292
# appendix B.2 with an empty P.
python3 - <<'PYTHON'
import hashlib, hmac
der = open("plain.p12", "rb").read()
key = b"\x03" * 64
at = der.rindex(b"\x04", 0, len(der) - 3 - 8)
salt, count = der[-3 - 8:-3], der[-1]
start = 4 + 3
length = int.from_bytes(der[start + 2:start + 4], "big")
info = der[start:start + 4 + length]
content = info[info.index(b"\x04\x82", 15) + 4:]
digest = key + salt * 8
for _ in range(count):
    digest = hashlib.sha256(digest).digest()
code = hmac.new(digest, content, hashlib.sha256).digest()
place = len(der) - 3 - 10 - 32
assert der[place - 2:place] == b"\x04\x20", der[place - 4:place].hex()
open("null-password.p12", "wb").write(der[:place] + code + der[place + 32:])
PYTHON
chmod 644 java-* null-password.p12
