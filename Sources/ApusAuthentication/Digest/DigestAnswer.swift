extension Authentication {
  /// The answer to a Digest challenge in one request, which can check the server's proof in the
  /// response.
  public struct DigestAnswer: Sendable, Equatable {
    /// The value of the `Authorization` or `Proxy-Authorization` field.
    public let value: HTTP.FieldValue
    let quality: DigestChallenge.Quality?
    let proof: DigestProof

    /// The result of checking the server's proof that the server knows the password.
    public enum Verdict: Sendable, Equatable {
      /// The server has proved that the server knows the password.
      case proven
      /// The response contains no proof of the server.
      case notSaid
      /// The server's proof covers content that is not available for the check.
      case notChecked
    }

    /// Checks the server's proof that the server knows the password. Throws an error if the proof
    /// is wrong.
    ///
    /// The proof may cover the received content of the response.
    ///
    /// RFC 7616 section 3.5.
    ///
    /// - Parameters:
    ///   - info: The authentication info of the server in the response.
    ///   - content: The received content of the response. The value is `nil` if the content is not
    ///     available.
    public func check(
      _ info: AuthenticationInfo, content: [UInt8]? = nil
    ) throws(AuthenticationError) -> Verdict {
      guard let response = info.response else { return .notSaid }
      guard info.clientNonce == nil || info.clientNonce == proof.clientNonce,
        info.count == nil || info.count == proof.countDigits
      else { throw .wrongServerProof }
      let covered = info.quality ?? quality
      // The proof covers the content for `auth-int`, so missing content must not be treated as
      // empty content.
      if covered == .authInt, content == nil { return .notChecked }
      let expected = proof.response(method: "", covered, content: content ?? [])
      guard ConstantTime.areEqual(response.map(ASCII.lowercased), expected) else {
        throw .wrongServerProof
      }
      return .proven
    }
  }

  /// The authentication info of a server, which contains the server's proof and the next nonce.
  ///
  /// RFC 7616 section 3.5.
  public struct AuthenticationInfo: Sendable, Equatable {
    let nextNonce: [UInt8]?
    let response: [UInt8]?
    let clientNonce: [UInt8]?
    let count: [UInt8]?
    let quality: DigestChallenge.Quality?

    /// Parses the authentication info of a response or of its trailers.
    /// The result is `nil` if the field is missing.
    ///
    /// - Parameters:
    ///   - fields: The header fields or the trailers of the response.
    ///   - party: The kind of server: an origin server or a proxy.
    public init?(_ fields: HTTP.Fields, by party: Party) throws(AuthenticationError) {
      guard let field = fields[party.infoField] else { return nil }
      try self.init(parsing: field.bytes.span)
    }

    /// Parses the value of an authentication info field.
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
  /// Parses all parameters up to the end of an authentication info field, and adds the parameters.
  fileprivate mutating func addParameters(
    of field: Span<UInt8>
  ) throws(Authentication.ChallengeFault) {
    let limit = Authentication.ChallengeList.byteLimit
    guard field.count <= limit else { throw .tooLong(byteCount: field.count, limit: limit) }
    var cursor = Cursor(0..<field.count)
    while cursor.skipListMarks(in: field) { try add(try cursor.readNamedParameter(in: field)) }
  }
}

/// The description of a Digest answer, which omits the secret field values.
extension Authentication.DigestAnswer: CustomStringConvertible, CustomReflectable {
  public var description: String { "a Digest authorization <redacted>" }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
