internal import ApusBytes
internal import ApusCrypto

/// The first stage of the key schedule of TLS 1.3: what a pre-shared key gives, or none.
///
///     PSK ->  HKDF-Extract = Early Secret
///
/// RFC 8446 section 7.1.
struct EarlySecret: ~Copyable, Sendable {
  let hash: HashAlgorithm
  private let secret: SecretBytes

  /// The secret of a handshake without a pre-shared key.
  init(_ hash: HashAlgorithm) {
    self.init(hash, preSharedKey: SecretBytes(zeros: hash.digestByteCount))
  }

  /// The secret of a handshake by a pre-shared key.
  init(_ hash: HashAlgorithm, preSharedKey: borrowing SecretBytes) {
    self.hash = hash
    let salt = SecretBytes(zeros: hash.digestByteCount)
    secret = HKDF.extract(hash, salt: salt, secret: preSharedKey)
  }

  /// What shows that the client has the pre-shared key that an earlier connection left, over the
  /// hash of its ClientHello up to the binders. RFC 8446 section 4.2.11.2.
  func binder(over digest: [UInt8]) -> [UInt8] {
    var key = binderMAC()
    key.update(digest.span)
    return key.finalize()
  }

  /// Whether a binder is right, in constant time.
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

  /// What protects data that a client sends with its ClientHello.
  ///
  /// This client sends none; here is where it would have the key from.
  func clientTraffic(after digest: [UInt8]) -> TrafficSecret {
    var expander = HKDF.Expander(hash, key: secret)
    return TrafficSecret(
      hash, expander.expandLabel("c e traffic", context: digest.span, byteCount: digest.count))
  }

  /// The next stage, from what both sides' shares come to and the hash of both Hellos.
  consuming func handshakeSecrets(
    _ sharedSecret: borrowing SecretBytes, after digest: [UInt8]
  ) -> HandshakeSecrets {
    HandshakeSecrets(hash, following: secret, sharedSecret, digest)
  }
}
