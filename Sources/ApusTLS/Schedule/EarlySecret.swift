internal import ApusBytes
internal import ApusCrypto

/// The first stage of the key schedule of TLS 1.3, with or without a pre-shared key.
///
///     PSK ->  HKDF-Extract = Early Secret
///
/// RFC 8446 section 7.1.
struct EarlySecret: ~Copyable, Sendable {
  let hash: HashAlgorithm
  private let secret: SecretBytes

  /// Creates the secret of a handshake without a pre-shared key.
  init(_ hash: HashAlgorithm) {
    self.init(hash, preSharedKey: SecretBytes(zeros: hash.digestByteCount))
  }

  /// Creates the secret of a handshake with a pre-shared key.
  init(_ hash: HashAlgorithm, preSharedKey: borrowing SecretBytes) {
    self.hash = hash
    let salt = SecretBytes(zeros: hash.digestByteCount)
    secret = HKDF.extract(hash, salt: salt, secret: preSharedKey)
  }

  /// Returns the proof that the client has the pre-shared key of an earlier connection, over the
  /// hash of its ClientHello up to the binders. RFC 8446 section 4.2.11.2.
  func binder(over digest: [UInt8]) -> [UInt8] {
    var key = binderMAC()
    key.update(digest.span)
    return key.finalize()
  }

  /// Returns a Boolean value that indicates whether a binder is valid, in constant time.
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

  /// Returns the secret for early data of a client.
  ///
  /// This client sends none; this is the source of its key.
  func clientTraffic(after digest: [UInt8]) -> TrafficSecret {
    var expander = HKDF.Expander(hash, key: secret)
    return TrafficSecret(
      hash, expander.expandLabel("c e traffic", context: digest.span, byteCount: digest.count))
  }

  /// Returns the next stage, from the shared secret and the hash of both Hellos.
  consuming func handshakeSecrets(
    _ sharedSecret: borrowing SecretBytes, after digest: [UInt8]
  ) -> HandshakeSecrets {
    HandshakeSecrets(hash, following: secret, sharedSecret, digest)
  }
}
