public import ApusAuthentication

extension Connections {
  /// Says which proxy did not take a request to its server, and why.
  ///
  /// Nothing that the proxy has answered is the server's, and none of it is given to the caller as
  /// a response.
  public struct ProxyFault: Equatable, Sendable {
    /// The proxy's URL, without a user.
    public let proxy: String
    /// What went wrong on the way through it.
    public let cause: Cause

    /// What can go wrong on the way through a proxy.
    public enum Cause: Equatable, Sendable {
      /// The proxy itself cannot be reached, or is not believed over TLS.
      case connection(ConnectionError)
      /// The proxy was reached, and did not answer in time, in order or at all.
      case exchange(ConnectionError)
      /// The proxy has refused a tunnel with a status.
      case status(Int)
      /// The proxy asks for a credential that it was not given, or that it does not take.
      case authentication(AuthenticationError)
      /// The proxy has sent more than its answer before anything was sent through the tunnel.
      case bytesBehindAnswer
      /// The proxy of SOCKS5 has refused the connection, or said what means nothing.
      case socks(SOCKSFault)
      /// The server's address is in a zone of this machine, of which a proxy knows nothing.
      case zone
    }
  }

  /// Says why a proxy of SOCKS5 has made no connection.
  ///
  /// RFC 1928 and RFC 1929.
  public enum SOCKSFault: Error, Equatable, Sendable {
    /// The proxy speaks another version, or no SOCKS at all.
    case otherVersion(Int)
    /// The proxy takes none of the ways to authenticate that were offered.
    case noAcceptableMethod
    /// The proxy has refused the user or the password.
    case credentialRefused
    /// The credential is no user and password of 1 to 255 bytes each.
    case unfitCredential
    /// The proxy's reply is another than that it succeeded.
    case refused(Int)
    /// The proxy has said what RFC 1928 does not know.
    case malformed
  }
}

extension Connections.ProxyFault {
  /// Whether the proxy itself cannot be reached, so that another one may do.
  var isOfConnection: Bool { if case .connection = cause { true } else { false } }
}

extension Connections.ProxyFault.Cause {
  /// A word for the cause that will not change.
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
