# certificates.sh FOLDER [NAMES]: a root, an authority below it and a certificate for localhost, all with
# keys of P-256 and all with RSA; the chains are ecdsa.pem and rsa.pem, the keys are in them too.
set -eu
cd "$1"

key() {
  case $1 in
  ecdsa) openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 ;;
  rsa) openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 ;;
  esac
}

# signed NAME BY EXTENSIONS
signed() {
  openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.csr"
  printf '%b' "$3" >"$1.ext"
  openssl x509 -req -in "$1.csr" -CA "$2.crt" -CAkey "$2.key" -CAcreateserial -days 30 \
    -extfile "$1.ext" -out "$1.crt"
}

for kind in ecdsa rsa; do
  for name in root middle leaf; do key $kind >$kind-$name.key; done
  openssl req -x509 -key $kind-root.key -subj /CN=$kind-root -days 30 -out $kind-root.crt
  signed $kind-middle $kind-root \
    'basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\n'
  signed $kind-leaf $kind-middle \
    "subjectAltName=${2:-DNS:localhost}"'\nkeyUsage=digitalSignature\nextendedKeyUsage=serverAuth\n'
  cat $kind-leaf.crt $kind-middle.crt $kind-leaf.key >$kind.pem
done
cat ecdsa-root.crt rsa-root.crt >roots.pem
