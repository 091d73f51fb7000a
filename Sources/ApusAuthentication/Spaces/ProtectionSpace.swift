extension Authentication {
  /// The part of a server that one credential opens, by realm and scheme.
  ///
  /// A realm is compared byte for byte, and a realm of a proxy never equals one of an origin.
  ///
  /// RFC 9110 section 11.5.
  public struct ProtectionSpace: Hashable, Sendable {
    /// The server or the proxy.
    public let server: Server
    /// The realm of the space; empty if the challenge has none.
    public let realm: [UInt8]
    /// The scheme with which it is opened.
    public let scheme: Scheme

    /// Creates a space of a server.
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

    /// Returns whether both are the same part of the same server, in any scheme.
    func isRealm(of other: ProtectionSpace) -> Bool {
      server == other.server && realm == other.realm
    }
  }

  /// A challenge that can be answered, if there is a credential.
  struct Offer: Sendable, Equatable {
    let space: ProtectionSpace
    let challenge: Challenge
    /// The parsed challenge, if its scheme is Digest.
    let digest: DigestChallenge?

    /// Reads a challenge of a server, and rejects it if it may not or cannot be answered.
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

    /// The strength of an answer: a higher value reveals less of the secret.
    var strength: Int {
      switch digest {
      case let digest?: 1 + digest.algorithm.function.rawValue
      case nil: 0
      }
    }

    /// The paths below which an answer may be sent without a challenge.
    ///
    /// For Basic and Bearer it is the path of the request up to its last slash (RFC 7617 section
    /// 2.2). For Digest it is the paths in the challenge that belong to its own server, or all
    /// paths (RFC 7616 section 3.3); paths of other servers are ignored. A proxy is one space.
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
