extension Authentication {
  /// A challenge of the Digest scheme that can be answered.
  ///
  /// RFC 7616 section 3.3.
  public struct DigestChallenge: Sendable, Equatable {
    /// What a response covers.
    enum Quality: String, Sendable {
      /// The method and the target.
      case auth
      /// The content as well.
      case authInt = "auth-int"
    }

    /// The realm, the server's name for the protected part.
    public let realm: [UInt8]
    /// The algorithm to answer by; MD5 where none is named.
    public let algorithm: DigestAlgorithm
    /// Whether the answer before was refused for its nonce alone.
    public let isStale: Bool
    /// The server's nonce.
    let nonce: [UInt8]
    /// What the server wants to have back as it is.
    let opaque: [UInt8]?
    /// What the response may cover; empty for the form of RFC 2069, which does not say it.
    let qualities: [Quality]
    /// Whether the server wants to have the name hashed.
    let hashesUser: Bool
    /// Whether names and passwords are in UTF-8.
    let isUTF8: Bool
    /// Whether the challenge names its algorithm; only then the answer does.
    let namesAlgorithm: Bool
    /// What else the answer may be given for: references, to be resolved.
    let domain: [[UInt8]]

    /// How many references of a domain are looked at.
    static let domainLimit = 64

    /// Reads the parameters of a challenge, and refuses what it could only guess.
    ///
    ///     challenge = "Digest" 1*SP #( realm / domain / nonce / opaque / stale / algorithm
    ///                                / qop-options / charset / userhash / auth-param )
    ///
    /// RFC 7616 section 3.3.
    public init(_ challenge: Challenge) throws(AuthenticationError) {
      guard challenge.scheme == .digest else { throw .unknownScheme(challenge.scheme) }
      guard let realm = challenge["realm"] else { throw .missingParameter("realm", .digest) }
      guard let nonce = challenge["nonce"] else { throw .missingParameter("nonce", .digest) }
      self.realm = realm.bytes
      self.nonce = nonce.bytes
      opaque = challenge["opaque"]?.bytes
      isStale = challenge.isTrue("stale")
      hashesUser = challenge.isTrue("userhash")
      isUTF8 = challenge.hasValue("utf-8", for: "charset")
      namesAlgorithm = challenge["algorithm"] != nil
      algorithm = try Self.algorithm(of: challenge)
      qualities = try Self.qualities(of: challenge)
      // Without a quality there is no nonce of the client, which the session's key is made of.
      if algorithm.hasSessionKey, qualities.isEmpty { throw .sessionKeyWithoutQuality }
      domain = (challenge["domain"]?.bytes ?? []).split(separator: 0x20)
        .prefix(Self.domainLimit).map(Array.init)
    }

    private static func algorithm(
      of challenge: Challenge
    ) throws(AuthenticationError) -> DigestAlgorithm {
      guard let name = challenge["algorithm"] else { return DigestAlgorithm(.md5) }
      guard let algorithm = DigestAlgorithm(named: name.bytes) else {
        throw .unknownAlgorithm(name.value)
      }
      return algorithm
    }

    ///     qop-options = "qop" "=" DQUOTE qop-value *( OWS "," OWS qop-value ) DQUOTE
    private static func qualities(
      of challenge: Challenge
    ) throws(AuthenticationError) -> [Quality] {
      guard let named = challenge["qop"] else { return [] }
      let words = named.bytes.split { $0 == 0x2c || $0 == 0x20 || $0 == 0x09 }
      let qualities = [Quality.auth, .authInt].filter { quality in
        words.contains { ASCII.equalsIgnoringCase(Array($0).span, quality.rawValue) }
      }
      guard !qualities.isEmpty else { throw .unknownQuality(named.value) }
      return qualities
    }

    /// What the response to a request covers: the content only where the server insists on that.
    func quality(
      for content: RequestFacts.Content
    ) throws(AuthenticationError) -> Quality? {
      guard let quality = qualities.first else { return nil }
      if quality == .authInt {
        guard case .bytes = content else { throw .contentNotHashable }
      }
      return quality
    }
  }
}

extension Authentication.Challenge {
  /// Whether a parameter has a value, whose letter case does not count.
  fileprivate func hasValue(_ value: String, for name: String) -> Bool {
    self[name].map { ASCII.equalsIgnoringCase($0.bytes.span, value) } ?? false
  }

  fileprivate func isTrue(_ name: String) -> Bool { hasValue("true", for: name) }
}
