@_exported public import ApusBytes
@_exported public import ApusCrypto
@_exported public import ApusX509

/// The namespace of the TLS handshake and the TLS record layer, which do no input or output.
public enum TLS {
  /// The supported TLS versions, TLS 1.2 and TLS 1.3.
  ///
  /// The TLS client never negotiates a version that is older than TLS 1.2.
  ///
  /// RFC 8446 section 4.1.2.
  public enum Version: UInt16, Sendable, Hashable, CaseIterable {
    case tls12 = 0x0303
    case tls13 = 0x0304
  }
}

extension TLS.Version: Comparable {
  public static func < (a: TLS.Version, b: TLS.Version) -> Bool { a.rawValue < b.rawValue }
}
