extension Authentication {
  /// A challenge of the Digest scheme that can be answered.
  ///
  /// RFC 7616 section 3.3.
  public struct DigestChallenge: Sendable, Equatable {
    /// The part of a request that the digest covers.
    enum Quality: String, Sendable {
      /// The method and the target.
      case auth
      /// The content as well.
      case authInt = "auth-int"
    }

    /// The realm, the server's name for the protected part.
    public let realm: [UInt8]
    /// The algorithm of the answer; MD5 if the challenge names none.
    public let algorithm: DigestAlgorithm
    /// A Boolean value that indicates whether only the nonce of the previous answer was rejected.
    public let isStale: Bool
    /// The server's nonce.
    let nonce: [UInt8]
    /// The value that the server wants back unchanged.
    let opaque: [UInt8]?
    /// The parts that the digest may cover; empty for the form of RFC 2069, which has no such list.
    let qualities: [Quality]
    /// A Boolean value that indicates whether the server wants a hashed user name.
    let hashesUser: Bool
    /// A Boolean value that indicates whether names and passwords are in UTF-8.
    let isUTF8: Bool
    /// A Boolean value that indicates whether the challenge, and so the answer, names an algorithm.
    let namesAlgorithm: Bool
    /// The other URLs for which the answer may be used: references, to be resolved.
    let domain: [[UInt8]]

    /// The number of references of a domain that are used.
    static let domainLimit = 64

    /// Reads the parameters of a challenge, and rejects ambiguous ones.
    ///
    ///     challenge = "Digest" 1*SP #( realm / domain / nonce / opaque / stale / algorithm
    ///                                / qop-options / charset / userhash / auth-param )
    ///
    /// RFC 7616 section 3.3.
    ///
    /// - Parameter challenge: The challenge of the scheme `Digest`.
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
      // Without a quality there is no client nonce, which the session key needs.
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

    /// The part of a request that the digest covers: the content only if the server requires it.
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
  /// Returns whether a parameter has a value, compared without letter case.
  fileprivate func hasValue(_ value: String, for name: String) -> Bool {
    self[name].map { ASCII.equalsIgnoringCase($0.bytes.span, value) } ?? false
  }

  fileprivate func isTrue(_ name: String) -> Bool { hasValue("true", for: name) }
}
