internal import ApusBytes
internal import ApusCrypto

/// What the pre-shared keys of a connection's tickets are made of. RFC 8446 section 4.6.1.
struct ResumptionSecret: ~Copyable, Sendable {
  let hash: HashAlgorithm
  private let secret: SecretBytes

  init(_ hash: HashAlgorithm, _ secret: consuming SecretBytes) {
    self.hash = hash
    self.secret = secret
  }

  /// The pre-shared key of the ticket with a nonce, which has at most 255 bytes.
  ///
  ///     HKDF-Expand-Label(resumption_master_secret, "resumption", ticket_nonce, Hash.length)
  ///
  /// RFC 8446 section 4.6.1.
  func preSharedKey(nonce: Span<UInt8>) -> SecretBytes {
    var expander = HKDF.Expander(hash, key: secret)
    return expander.expandLabel("resumption", context: nonce, byteCount: hash.digestByteCount)
  }
}
