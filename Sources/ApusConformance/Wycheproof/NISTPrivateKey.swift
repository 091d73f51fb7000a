import ApusBytes
import ApusCrypto

/// What the private keys of the three curves have in common.
protocol NISTPrivateKey: ~Copyable {
  associatedtype Peer: NISTPublicKey
  init(rawRepresentation: Span<UInt8>) throws(CryptoError)
  func sharedSecret(with peer: Peer) throws(CryptoError) -> SecretBytes
}

/// What their public keys have in common.
protocol NISTPublicKey {
  init(x963: Span<UInt8>) throws(CryptoError)
  func isValid(
    signature: Span<UInt8>, _ encoding: ECDSA.Encoding, forDigest digest: Span<UInt8>
  ) -> Bool
}

extension P256.PrivateKey: NISTPrivateKey {}
extension P384.PrivateKey: NISTPrivateKey {}
extension P521.PrivateKey: NISTPrivateKey {}
extension P256.PublicKey: NISTPublicKey {}
extension P384.PublicKey: NISTPublicKey {}
extension P521.PublicKey: NISTPublicKey {}
