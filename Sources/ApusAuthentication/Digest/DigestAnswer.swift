extension Authentication {
  /// Answers a Digest challenge in one request, and checks the server's own proof in the response.
  public struct DigestAnswer: Sendable, Equatable {
    /// The value of the field.
    public let value: HTTP.FieldValue
    let quality: DigestChallenge.Quality?
    let proof: DigestProof

    /// The result of checking a server's proof that it knows the password.
    public enum Verdict: Sendable, Equatable {
      /// It has.
      case proven
      /// The response has no proof.
      case notSaid
      /// It covers content that is not at hand.
      case notChecked
    }

    /// Checks a server's proof; a wrong proof is an error.
    ///
    /// The content is the response's, as received; nil if it is not available.
    ///
    /// RFC 7616 section 3.5.
    ///
    /// - Parameters:
    ///   - info: The server's fields in the response.
    ///   - content: The content of the response, as received; nil if it is not available.
    public func check(
      _ info: AuthenticationInfo, content: [UInt8]? = nil
    ) throws(AuthenticationError) -> Verdict {
      guard let response = info.response else { return .notSaid }
      guard info.clientNonce == nil || info.clientNonce == proof.clientNonce,
        info.count == nil || info.count == proof.countDigits
      else { throw .wrongServerProof }
      let covered = info.quality ?? quality
      // Then the content counts; without any, that of no bytes would be taken for it.
      if covered == .authInt, content == nil { return .notChecked }
      let expected = proof.response(method: "", covered, content: content ?? [])
      guard ConstantTime.areEqual(response.map(ASCII.lowercased), expected) else {
        throw .wrongServerProof
      }
      return .proven
    }
  }

  /// The authentication info of a server: its proof and the next nonce.
  ///
  /// RFC 7616 section 3.5.
  public struct AuthenticationInfo: Sendable, Equatable {
    let nextNonce: [UInt8]?
    let response: [UInt8]?
    let clientNonce: [UInt8]?
    let count: [UInt8]?
    let quality: DigestChallenge.Quality?

    /// Reads the field of a response, or of its trailers, by a server or a proxy; nil without one.
    ///
    /// - Parameters:
    ///   - fields: The header fields or the trailers of the response.
    ///   - party: The kind of server: an origin or a proxy.
    public init?(_ fields: HTTP.Fields, by party: Party) throws(AuthenticationError) {
      guard let field = fields[party.infoField] else { return nil }
      try self.init(parsing: field.bytes.span)
    }

    /// Reads the value of a field.
    ///
    ///     Authentication-Info = #auth-param
    ///
    /// RFC 7615 section 3.
    init(parsing field: Span<UInt8>) throws(AuthenticationError) {
      var challenge = Challenge(.digest)
      do throws(ChallengeFault) {
        try challenge.addParameters(of: field)
      } catch {
        throw .malformedInfo(error)
      }
      nextNonce = challenge["nextnonce"]?.bytes
      response = challenge["rspauth"]?.bytes
      clientNonce = challenge["cnonce"]?.bytes
      count = challenge["nc"]?.bytes.map(ASCII.lowercased)
      quality = try challenge["qop"].map { (named) throws(AuthenticationError) in
        guard let quality = DigestChallenge.Quality(rawValue: named.value) else {
          throw .unknownQuality(named.value)
        }
        return quality
      }
    }
  }
}

extension Authentication.Challenge {
  /// Reads parameters up to the end of a field.
  fileprivate mutating func addParameters(
    of field: Span<UInt8>
  ) throws(Authentication.ChallengeFault) {
    let limit = Authentication.ChallengeList.byteLimit
    guard field.count <= limit else { throw .tooLong(byteCount: field.count, limit: limit) }
    var cursor = Cursor(0..<field.count)
    while cursor.skipListMarks(in: field) { try add(try cursor.readNamedParameter(in: field)) }
  }
}

/// The fields' values are secrets enough to be left out of descriptions.
extension Authentication.DigestAnswer: CustomStringConvertible, CustomReflectable {
  public var description: String { "a Digest authorization <redacted>" }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
