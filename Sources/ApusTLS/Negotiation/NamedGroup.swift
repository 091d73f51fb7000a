extension TLS {
  /// A group in which keys are agreed on.
  ///
  /// RFC 8446 section 4.2.7; the hybrid is that of draft-ietf-tls-ecdhe-mlkem.
  public enum NamedGroup: UInt16, Sendable, Hashable, CaseIterable {
    case secp256r1 = 0x0017
    case secp384r1 = 0x0018
    case secp521r1 = 0x0019
    case x25519 = 0x001d
    case x25519MLKEM768 = 0x11ec
  }
}
