extension Authentication {
  /// A protection space, which is the part of a server that one credential opens.
  /// The server, the realm and the scheme identify the space.
  ///
  /// Realms are compared byte for byte. The protection space of a proxy never equals the protection
  /// space of an origin server.
  ///
  /// RFC 9110 section 11.5.
  public struct ProtectionSpace: Hashable, Sendable {
    /// The origin server or the proxy to which the protection space belongs.
    public let server: Server
    /// The realm of the protection space, which is empty if the challenge has no realm.
    public let realm: [UInt8]
    /// The authentication scheme of the protection space.
    public let scheme: Scheme

    /// Creates a protection space of a server.
    ///
    /// - Parameters:
    ///   - server: The server of the challenge.
    ///   - realm: The bytes of the realm.
    ///   - scheme: The scheme of the challenge.
    public init(_ server: Server, realm: [UInt8], scheme: Scheme) {
      self.server = server
      self.realm = realm
      self.scheme = scheme
    }

    /// Returns whether two protection spaces have the same server and the same realm, in any
    /// scheme.
    func isRealm(of other: ProtectionSpace) -> Bool {
      server == other.server && realm == other.realm
    }
  }

  /// A challenge that the client can answer, with its protection space and strength.
  struct Offer: Sendable, Equatable {
    let space: ProtectionSpace
    let challenge: Challenge
    /// The parameters of the Digest challenge. The value is `nil` if the scheme is not Digest.
    let digest: DigestChallenge?

    /// Creates an answerable challenge from a server's challenge. Throws an error if the client
    /// must not or cannot answer the challenge.
    init(
      _ challenge: Challenge, of server: Server, inClear isClearAllowed: Bool
    ) throws(AuthenticationError) {
      self.challenge = challenge
      switch challenge.scheme {
      case .digest: digest = try DigestChallenge(challenge)
      case .basic, .bearer:
        digest = nil
        guard isClearAllowed || server.origin.scheme.isSecure else {
          throw .secretInClear(challenge.scheme)
        }
      case .ntlm, .negotiate: throw .schemeRefused(challenge.scheme)
      case .other: throw .unknownScheme(challenge.scheme)
      }
      space = ProtectionSpace(
        server, realm: challenge["realm"]?.bytes ?? [], scheme: challenge.scheme)
    }

    /// The strength of the challenge's authentication scheme. A stronger scheme reveals less of the
    /// secret.
    var strength: Int {
      switch digest {
      case let digest?: 1 + digest.algorithm.function.rawValue
      case nil: 0
      }
    }

    /// Returns the paths below which the client may send the credential without a challenge.
    ///
    /// For Basic and Bearer, the list contains the path of the request up to its last slash (RFC
    /// 7617 section 2.2). For Digest, the list contains the paths of the challenge's `domain`
    /// parameter on the same server (RFC 7616 section 3.3). The paths of other servers are ignored.
    /// The list contains all paths of the server if the `domain` parameter is missing. A proxy is a
    /// single space.
    func paths(around path: [UInt8]) -> [[UInt8]] {
      let root: [[UInt8]] = [[0x2f]]
      guard space.server.party == .origin else { return root }
      guard let digest else {
        return [Array(path[...(path.lastIndex(of: 0x2f) ?? 0)])]
      }
      guard !digest.domain.isEmpty else { return root }
      let origin = space.server.origin
      guard let base = try? HTTP.URL("\(origin)/") else { return [] }
      return digest.domain.compactMap { reference in
        let text = String(decoding: reference, as: UTF8.self)
        guard let url = try? base.resolving(text), url.origin == origin else { return nil }
        return url.path.isEmpty ? [0x2f] : Array(url.path.utf8)
      }
    }
  }
}
