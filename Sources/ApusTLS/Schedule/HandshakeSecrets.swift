internal import ApusBytes
internal import ApusCrypto

/// The second stage of the TLS 1.3 key schedule, with the traffic secrets for the handshake.
///
///           Derive-Secret(., "derived", "")
///                     |
///     (EC)DHE -> HKDF-Extract = Handshake Secret
///                     |
///                     +-----> Derive-Secret(., "c hs traffic", ClientHello...ServerHello)
///                     +-----> Derive-Secret(., "s hs traffic", ClientHello...ServerHello)
///                     v
///           Derive-Secret(., "derived", "")
///                     |
///     0 -> HKDF-Extract = Master Secret
///
/// RFC 8446 section 7.1.
struct HandshakeSecrets: ~Copyable, Sendable {
  let hash: HashAlgorithm
  /// The traffic secret for the client's handshake messages up to its Finished message.
  let client: TrafficSecret
  /// The traffic secret for the server's handshake messages up to its Finished message.
  let server: TrafficSecret
  private let master: SecretBytes

  init(
    _ hash: HashAlgorithm, following early: borrowing SecretBytes,
    _ sharedSecret: borrowing SecretBytes, _ digest: [UInt8]
  ) {
    self.hash = hash
    var earlyExpander = HKDF.Expander(hash, key: early)
    let secret = HKDF.extract(hash, salt: earlyExpander.derived(), secret: sharedSecret)
    var expander = HKDF.Expander(hash, key: secret)
    client = expander.traffic("c hs traffic", after: digest)
    server = expander.traffic("s hs traffic", after: digest)
    let zeros = SecretBytes(zeros: hash.digestByteCount)
    master = HKDF.extract(hash, salt: expander.derived(), secret: zeros)
  }

  /// Derives the application secrets from the hash of all handshake messages up to the server's
  /// Finished message.
  func applicationSecrets(after digest: [UInt8]) -> ApplicationSecrets {
    ApplicationSecrets(hash, master.copy(), digest)
  }
}

extension HKDF.Expander {
  /// Returns Derive-Secret(., "derived", ""), which is the salt of the next stage of the key
  /// schedule. RFC 8446 section 7.1.
  fileprivate mutating func derived() -> SecretBytes {
    let nothing = hash.digest(of: [UInt8]().span)
    return expandLabel("derived", context: nothing.span, byteCount: hash.digestByteCount)
  }

  /// Derives the traffic secret for one direction of the connection. RFC 8446 section 7.1.
  mutating func traffic(_ label: String, after digest: [UInt8]) -> TrafficSecret {
    TrafficSecret(
      hash, expandLabel(label, context: digest.span, byteCount: hash.digestByteCount))
  }
}
