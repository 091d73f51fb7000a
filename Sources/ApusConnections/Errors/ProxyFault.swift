public import ApusAuthentication

extension Connections {
  /// The failure of a proxy to forward a request to its server.
  ///
  /// A response of the proxy is never passed to the caller as the server's response.
  public struct ProxyFault: Equatable, Sendable {
    /// The proxy's URL, without a user.
    public let proxy: String
    /// The reason of the failure.
    public let cause: Cause

    /// A reason that a request through a proxy fails.
    public enum Cause: Equatable, Sendable {
      /// The proxy itself cannot be reached, or is not trusted over TLS.
      case connection(ConnectionError)
      /// The proxy was reached, but its response is missing, late or malformed.
      case exchange(ConnectionError)
      /// The proxy rejected a tunnel with a status.
      case status(Int)
      /// The proxy requires a credential that is missing or that it rejects.
      case authentication(AuthenticationError)
      /// The proxy sent more bytes than its response before the tunnel was used.
      case bytesBehindAnswer
      /// The SOCKS5 proxy rejected the connection, or its reply is invalid.
      case socks(SOCKSFault)
      /// The server's address has a zone, which has no meaning for a proxy.
      case zone
    }
  }

  /// The reason that a SOCKS5 proxy has made no connection.
  ///
  /// RFC 1928 and RFC 1929.
  public enum SOCKSFault: Error, Equatable, Sendable {
    /// The proxy speaks another version, or does not speak SOCKS.
    case otherVersion(Int)
    /// The proxy accepts none of the offered authentication methods.
    case noAcceptableMethod
    /// The proxy rejected the user or the password.
    case credentialRefused
    /// The credential is not a user and a password of 1 to 255 bytes each.
    case unfitCredential
    /// The reply of the proxy is a failure.
    case refused(Int)
    /// The reply of the proxy does not conform to RFC 1928.
    case malformed
  }
}

extension Connections.ProxyFault {
  /// A Boolean value that indicates whether the proxy itself is unreachable, so that another one
  /// may succeed.
  var isOfConnection: Bool { if case .connection = cause { true } else { false } }
}

extension Connections.ProxyFault.Cause {
  /// A stable word for the reason.
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
