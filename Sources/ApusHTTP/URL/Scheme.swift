extension HTTP {
  /// The schemes of the URLs that can be asked for.
  ///
  /// RFC 9110 section 4.2.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// In clear text.
    case http
    /// Over TLS.
    case https

    /// The port of a URL that names none.
    public var defaultPort: UInt16 {
      switch self {
      case .http: 80
      case .https: 443
      }
    }

    /// Whether what is sent is protected by TLS.
    public var isSecure: Bool { self == .https }
  }
}

extension HTTP.Scheme: CustomStringConvertible {
  public var description: String { rawValue }
}
