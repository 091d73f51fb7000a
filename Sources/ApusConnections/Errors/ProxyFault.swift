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
    case .connection(let reason): "the proxy \(proxy) cannot be used: \(reason)"
    case .exchange(let reason): "the proxy \(proxy) was asked, and then: \(reason)"
    case .status(let code): "the proxy \(proxy) refused a tunnel with status \(code)"
    case .authentication(.noCredential):
      "the proxy \(proxy) asks for a credential, and none is set for it"
    case .authentication(.credentialRefused):
      "the proxy \(proxy) rejected the user or the password that is set for it"
    case .authentication(let error): "the proxy \(proxy) asks for a credential: \(error)"
    case .bytesBehindAnswer:
      "the proxy \(proxy) sent bytes behind its answer, which cannot be the server's"
    case .socks(let fault): "the proxy \(proxy) made no connection: \(fault)"
    case .zone: "the address is in a zone of this machine, which means nothing to proxy \(proxy)"
    }
  }
}

extension Connections.SOCKSFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .otherVersion(let version): "its answer begins with \(version), which is not SOCKS5"
    case .noAcceptableMethod: "it takes none of the ways to authenticate that were offered"
    case .credentialRefused: "it refused the user or the password"
    case .unfitCredential: "SOCKS5 takes a user and a password of 1 to 255 bytes each"
    case .refused(let code): Self.words[code] ?? "it refused with code \(code)"
    case .malformed: "its answer is not what RFC 1928 allows"
    }
  }

  /// RFC 1928 section 6.
  private static let words = [
    1: "it failed", 2: "its rules do not allow the connection", 3: "the network is unreachable",
    4: "the host is unreachable", 5: "the server refused the connection",
    6: "the time to live expired", 7: "it knows no command to connect",
    8: "it knows no addresses of this type",
  ]
}
