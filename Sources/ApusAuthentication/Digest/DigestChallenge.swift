extension Authentication {
  /// A Digest challenge that the client can answer.
  ///
  /// RFC 7616 section 3.3.
  public struct DigestChallenge: Sendable, Equatable {
    /// The quality of protection, which names the parts of a request that the digest covers.
    enum Quality: String, Sendable {
      /// The digest covers the method and the request target.
      case auth
      /// The digest covers the method, the request target and the content.
      case authInt = "auth-int"
    }

    /// The realm of the Digest challenge, which is the server's name for a protected area.
    public let realm: [UInt8]
    /// The algorithm of the Digest response, which is MD5 if the challenge names no algorithm.
    public let algorithm: DigestAlgorithm
    /// A Boolean value that indicates whether the server rejected only the nonce of the previous
    /// response, and not the password.
    public let isStale: Bool
    /// The nonce that the server chose for the Digest challenge.
    let nonce: [UInt8]
    /// The `opaque` value of the challenge, which the client returns unchanged to the server.
    let opaque: [UInt8]?
    /// The qualities of protection that the server offers. The list is empty for the form of RFC
    /// 2069, which has no qualities.
    let qualities: [Quality]
    /// A Boolean value that indicates whether the server requires a hashed user name.
    let hashesUser: Bool
    /// A Boolean value that indicates whether the server expects user names and passwords in UTF-8.
    let isUTF8: Bool
    /// A Boolean value that indicates whether the challenge names an algorithm, which the
    /// `Authorization` field then repeats.
    let namesAlgorithm: Bool
    /// The URL references in the challenge's `domain` parameter. The client may use the answer for
    /// these URLs.
    let domain: [[UInt8]]

    /// The maximum number of URL references of a `domain` parameter that the client uses.
    static let domainLimit = 64

    /// Parses the parameters of a Digest challenge, and rejects ambiguous parameters.
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
      // A session key depends on the client nonce, which a Digest response without `qop` does not
      // contain.
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

    /// Returns the quality of protection for a request. The digest covers the content if the server
    /// accepts no other quality.
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
  /// Returns whether a challenge parameter has a value, which is compared without regard to letter
  /// case.
  fileprivate func hasValue(_ value: String, for name: String) -> Bool {
    self[name].map { ASCII.equalsIgnoringCase($0.bytes.span, value) } ?? false
  }

  fileprivate func isTrue(_ name: String) -> Bool { hasValue("true", for: name) }
}
