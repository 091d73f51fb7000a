/// HTTP authentication of a client: challenges, answers, and the choice of credentials.
public enum Authentication {}

extension Authentication {
  /// The scheme that a server requires for authentication.
  ///
  ///     auth-scheme = token
  ///
  /// RFC 9110 section 11.1.
  public enum Scheme: Hashable, Sendable {
    /// A name and a password as they are, RFC 7617.
    case basic
    /// A bearer token: every holder may use it, RFC 6750.
    case bearer
    /// A proof that the password is known, RFC 7616.
    case digest
    /// Microsoft's scheme of three steps: recognised, and refused.
    case ntlm
    /// Kerberos or NTLM, whichever both sides have: recognised, and refused.
    case negotiate
    /// Another one, its name in lower case.
    case other(String)

    /// Creates the scheme of a name, whose letter case does not count.
    ///
    /// - Parameter name: The name as in a challenge.
    public init(_ name: Span<UInt8>) {
      let lowercased = name.copy().map(ASCII.lowercased)
      self =
        switch String(decoding: lowercased, as: UTF8.self) {
        case "basic": .basic
        case "bearer": .bearer
        case "digest": .digest
        case "ntlm": .ntlm
        case "negotiate": .negotiate
        case let other: .other(other)
        }
    }
  }

  /// The party that requires authentication: the origin server, or a proxy before it.
  ///
  /// RFC 9110 section 11.
  public enum Party: Hashable, Sendable, CaseIterable {
    /// The server that has the resource.
    case origin
    /// The proxy of the request.
    case proxy

    /// The status of a response that demands an answer.
    public var status: Int {
      switch self {
      case .origin: 401
      case .proxy: 407
      }
    }

    /// The header field of the challenges.
    public var challengeField: HTTP.FieldName {
      switch self {
      case .origin: .wwwAuthenticate
      case .proxy: .proxyAuthenticate
      }
    }

    /// The header field of the answer.
    public var answerField: HTTP.FieldName {
      switch self {
      case .origin: .authorization
      case .proxy: .proxyAuthorization
      }
    }

    /// The header field with which the party authenticates itself.
    public var infoField: HTTP.FieldName {
      switch self {
      case .origin: "Authentication-Info"
      case .proxy: "Proxy-Authentication-Info"
      }
    }
  }

  /// Names a server or a proxy that may demand an answer.
  ///
  /// The two are never the same, wherever they are.
  public struct Server: Hashable, Sendable {
    /// The kind of server: an origin server or a proxy.
    public let party: Party
    /// The origin of the server.
    public let origin: HTTP.Origin

    /// Creates a server at an origin.
    ///
    /// - Parameters:
    ///   - party: The kind of server: an origin or a proxy.
    ///   - origin: The scheme, host and port.
    public init(_ party: Party, at origin: HTTP.Origin) {
      self.party = party
      self.origin = origin
    }
  }
}

extension Authentication.Scheme: CustomStringConvertible {
  /// The name as the standards write it.
  public var description: String {
    switch self {
    case .basic: "Basic"
    case .bearer: "Bearer"
    case .digest: "Digest"
    case .ntlm: "NTLM"
    case .negotiate: "Negotiate"
    case .other(let name): ForeignText.escaped(name.utf8, limit: 64)
    }
  }
}

extension Authentication.Server: CustomStringConvertible {
  public var description: String {
    switch party {
    case .origin: "\(origin)"
    case .proxy: "the proxy \(origin)"
    }
  }
}
