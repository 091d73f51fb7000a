public import ApusASN1
public import ApusNames

extension X509 {
  /// The purpose for which a leaf is judged.
  ///
  /// RFC 5280 section 4.2.1.12 and RFC 9525 section 6.
  public enum Purpose: Hashable, Sendable {
    /// That it is the TLS server of that name or address.
    case server(CanonicalHost)
    /// That it is some TLS server. Its name is not compared: the caller must do so.
    case unnamedServer
    /// That it is a TLS client. Who it is stands in the certificate.
    case client

    /// The purpose as certificates name it.
    public var keyPurpose: OID {
      switch self {
      case .server, .unnamedServer: .serverAuthentication
      case .client: .clientAuthentication
      }
    }
  }
}

extension X509.Purpose: CustomStringConvertible {
  public var description: String {
    switch self {
    case .server(let host): "the server \(host)"
    case .unnamedServer: "a server"
    case .client: "a client"
    }
  }
}
