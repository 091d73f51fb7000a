/// The authentication of an HTTP client, with challenges and credentials.
public enum Authentication {}

extension Authentication {
  /// An authentication scheme that a server requires.
  ///
  ///     auth-scheme = token
  ///
  /// RFC 9110 section 11.1.
  public enum Scheme: Hashable, Sendable {
    /// The Basic scheme, which sends the user name and the password without encryption, RFC 7617.
    case basic
    /// The Bearer scheme, which sends a token that every holder may use, RFC 6750.
    case bearer
    /// The Digest scheme, which proves the knowledge of a password without sending the password,
    /// RFC 7616.
    case digest
    /// The NTLM scheme of Microsoft, which the client recognizes but does not support.
    case ntlm
    /// The Negotiate scheme for Kerberos or NTLM, which the client recognizes but does not support.
    case negotiate
    /// An unknown authentication scheme with its name in lower case.
    case other(String)

    /// Creates the authentication scheme with a name, which is compared without regard to letter
    /// case.
    ///
    /// - Parameter name: The name of the scheme in a challenge.
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

  /// The party that requires authentication, which is the origin server or a proxy.
  ///
  /// RFC 9110 section 11.
  public enum Party: Hashable, Sendable, CaseIterable {
    /// The origin server, which provides the requested resource.
    case origin
    /// The proxy that forwards the request.
    case proxy

    /// The status code of a response with challenges, which is 401 for an origin server and 407 for
    /// a proxy.
    public var status: Int {
      switch self {
      case .origin: 401
      case .proxy: 407
      }
    }

    /// The name of the challenge field, which is `WWW-Authenticate` or `Proxy-Authenticate`.
    public var challengeField: HTTP.FieldName {
      switch self {
      case .origin: .wwwAuthenticate
      case .proxy: .proxyAuthenticate
      }
    }

    /// The name of the credential field, which is `Authorization` or `Proxy-Authorization`.
    public var answerField: HTTP.FieldName {
      switch self {
      case .origin: .authorization
      case .proxy: .proxyAuthorization
      }
    }

    /// The name of the authentication info field, which is `Authentication-Info` or
    /// `Proxy-Authentication-Info`.
    public var infoField: HTTP.FieldName {
      switch self {
      case .origin: "Authentication-Info"
      case .proxy: "Proxy-Authentication-Info"
      }
    }
  }

  /// An origin server or a proxy that may require authentication.
  ///
  /// An origin server and a proxy are never equal, even if they have the same address.
  public struct Server: Hashable, Sendable {
    /// The kind of server that requires authentication, which is an origin server or a proxy.
    public let party: Party
    /// The scheme, the host and the port of the server.
    public let origin: HTTP.Origin

    /// Creates an origin server or a proxy at an origin.
    ///
    /// - Parameters:
    ///   - party: The kind of server: an origin server or a proxy.
    ///   - origin: The scheme, the host and the port of the server.
    public init(_ party: Party, at origin: HTTP.Origin) {
      self.party = party
      self.origin = origin
    }
  }
}

extension Authentication.Scheme: CustomStringConvertible {
  /// The name of the authentication scheme as the standards write the name.
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
