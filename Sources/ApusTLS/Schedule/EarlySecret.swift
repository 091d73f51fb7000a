internal import ApusBytes
internal import ApusCrypto

/// The first stage of the TLS 1.3 key schedule, with or without a pre-shared key.
///
///     PSK ->  HKDF-Extract = Early Secret
///
/// RFC 8446 section 7.1.
struct EarlySecret: ~Copyable, Sendable {
  let hash: HashAlgorithm
  private let secret: SecretBytes

  /// Creates the early secret of a handshake without a pre-shared key.
  init(_ hash: HashAlgorithm) {
    self.init(hash, preSharedKey: SecretBytes(zeros: hash.digestByteCount))
  }

  /// Creates the early secret of a handshake with a pre-shared key.
  init(_ hash: HashAlgorithm, preSharedKey: borrowing SecretBytes) {
    self.hash = hash
    let salt = SecretBytes(zeros: hash.digestByteCount)
    secret = HKDF.extract(hash, salt: salt, secret: preSharedKey)
  }

  /// Returns the binder, which proves that the client has the pre-shared key of an earlier
  /// connection.
  ///
  /// The digest is the hash of the handshake messages and the ClientHello up to the binder list.
  /// RFC 8446 section 4.2.11.2.
  func binder(over digest: [UInt8]) -> [UInt8] {
    var key = binderMAC()
    key.update(digest.span)
    return key.finalize()
  }

  /// Verifies a binder in constant time. Returns `true` if the binder is valid.
  func isBinder(_ binder: Span<UInt8>, over digest: [UInt8]) -> Bool {
    var key = binderMAC()
    key.update(digest.span)
    return key.isValid(code: binder)
  }

  private func binderMAC() -> HMAC {
    var expander = HKDF.Expander(hash, key: secret)
    let nothing = hash.digest(of: [UInt8]().span)
    return TrafficSecret(
      hash, expander.expandLabel("res binder", context: nothing.span, byteCount: nothing.count)
    ).finishedMAC()
  }

  /// Returns the traffic secret for the early data of a client.
  ///
  /// Only tests use the traffic secret, because the client of this library sends no early data.
  func clientTraffic(after digest: [UInt8]) -> TrafficSecret {
    var expander = HKDF.Expander(hash, key: secret)
    return TrafficSecret(
      hash, expander.expandLabel("c e traffic", context: digest.span, byteCount: digest.count))
  }

  /// Derives the handshake secrets from the shared secret and the hash of ClientHello and
  /// ServerHello.
  consuming func handshakeSecrets(
    _ sharedSecret: borrowing SecretBytes, after digest: [UInt8]
  ) -> HandshakeSecrets {
    HandshakeSecrets(hash, following: secret, sharedSecret, digest)
  }
}
