public import ApusAuthentication

extension Connections {
  /// A failure of a proxy to forward a request to the server.
  ///
  /// The session never passes a response of the proxy to the caller as the server's response.
  public struct ProxyFault: Equatable, Sendable {
    /// The URL of the proxy without its user.
    public let proxy: String
    /// The reason that the proxy did not forward the request to the server.
    public let cause: Cause

    /// A reason that a proxy did not forward a request to the server.
    public enum Cause: Equatable, Sendable {
      /// The proxy itself cannot be reached, or the certificate of an HTTPS proxy is not trusted.
      case connection(ConnectionError)
      /// The proxy was reached, but the proxy's response is missing, late or malformed.
      case exchange(ConnectionError)
      /// The proxy rejected a tunnel with this status code.
      case status(Int)
      /// The proxy requires a credential, and the credential is missing or the proxy rejects it.
      case authentication(AuthenticationError)
      /// The proxy sent unexpected bytes after its response, before the tunnel was used.
      case bytesBehindAnswer
      /// The SOCKS5 proxy rejected the connection, or the proxy's reply is invalid.
      case socks(SOCKSFault)
      /// The server's address has an IPv6 zone, which has no meaning for a proxy.
      case zone
    }
  }

  /// The reason that a SOCKS5 proxy has not made a connection to the server.
  ///
  /// RFC 1928 and RFC 1929.
  public enum SOCKSFault: Error, Equatable, Sendable {
    /// The proxy speaks another version of SOCKS, or does not speak SOCKS.
    case otherVersion(Int)
    /// The SOCKS proxy accepts none of the offered authentication methods.
    case noAcceptableMethod
    /// The SOCKS proxy rejected the user name or the password.
    case credentialRefused
    /// The credential for the SOCKS proxy is not a user name and a password of 1 to 255 bytes.
    case unfitCredential
    /// The reply of the SOCKS proxy reports a failure with this code.
    case refused(Int)
    /// The reply of the SOCKS proxy does not conform to RFC 1928.
    case malformed
  }
}

extension Connections.ProxyFault {
  /// A Boolean value that indicates whether the proxy itself is unreachable. A request through
  /// another proxy may succeed in that case.
  var isOfConnection: Bool { if case .connection = cause { true } else { false } }
}

extension Connections.ProxyFault.Cause {
  /// A stable word for the reason that the proxy did not forward the request.
  var code: String {
    switch self {
    case .connection: "proxy-connection"
    case .exchange: "proxy-exchange"
    case .status: "proxy-status"
    case .authentication: "proxy-authentication"
    case .bytesBehindAnswer: "proxy-bytes-behind-answer"
    case .socks: "proxy-socks"
    case .zone: "proxy-zone"
    }
  }
}

extension Connections.ProxyFault: CustomStringConvertible {
  public var description: String {
    switch cause {
    case .connection(let reason): "the connection to the proxy \(proxy) failed: \(reason)"
    case .exchange(let reason): "the request to the proxy \(proxy) failed: \(reason)"
    case .status(let code): "the proxy \(proxy) rejected the tunnel with status \(code)"
    case .authentication(.noCredential):
      "the proxy \(proxy) requires a credential, but the session has no credential for this proxy"
    case .authentication(.credentialRefused):
      "the proxy \(proxy) rejected the user name or the password"
    case .authentication(let error): "the authentication at the proxy \(proxy) failed: \(error)"
    case .bytesBehindAnswer:
      "the proxy \(proxy) sent unexpected bytes after its response, before the tunnel was used"
    case .socks(let fault): "the proxy \(proxy) did not connect to the server: \(fault)"
    case .zone: "the address has a zone of this machine, which the proxy \(proxy) cannot use"
    }
  }
}

extension Connections.SOCKSFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .otherVersion(let version):
      "the proxy's response begins with the version \(version), which is not SOCKS5"
    case .noAcceptableMethod: "the SOCKS5 proxy accepts none of the offered authentication methods"
    case .credentialRefused: "the SOCKS5 proxy rejected the user name or the password"
    case .unfitCredential:
      "the user name and the password for a SOCKS5 proxy must have 1 to 255 bytes each"
    case .refused(let code):
      Self.words[code] ?? "the SOCKS5 proxy rejected the request with code \(code)"
    case .malformed: "the response of the SOCKS5 proxy is malformed (RFC 1928)"
    }
  }

  /// RFC 1928 section 6.
  private static let words = [
    1: "the SOCKS5 proxy failed", 2: "the rules of the SOCKS5 proxy do not allow the connection",
    3: "the network of the server is unreachable",
    4: "the host of the server is unreachable",
    5: "the server refused the connection of the SOCKS5 proxy",
    6: "the time to live of the SOCKS5 proxy's packets expired",
    7: "the SOCKS5 proxy does not support the command CONNECT",
    8: "the SOCKS5 proxy does not support addresses of this type",
  ]
}
