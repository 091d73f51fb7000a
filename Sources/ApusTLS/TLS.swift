/// The TLS handshake and its records, without input or output.
public enum TLS {
  /// The supported versions; no older version is ever negotiated.
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
