extension Authentication {
  /// A header field with credentials, which answers a challenge or is sent before a challenge.
  public struct Answer: Sendable {
    /// The `Authorization` or `Proxy-Authorization` field, whose value is a secret.
    public let field: HTTP.Field
    /// The protection space for which the credentials are valid.
    public let space: ProtectionSpace
    /// A Boolean value that indicates whether the credentials are sent before a challenge.
    public let isPreemptive: Bool
    /// The credential that the header field contains.
    package let credential: Credential
    /// The Digest answer, which checks the server's proof. The value is `nil` if the scheme is not
    /// Digest.
    let digest: DigestAnswer?
    /// The number of changes in the credential store before the answer was made.
    let generation: Int

    init(
      to space: ProtectionSpace, with credential: Credential, digest: DigestAnswer?,
      isPreemptive: Bool, generation: Int
    ) throws(AuthenticationError) {
      let value =
        if let digest { digest.value } else { try credential.plainAnswer(space.scheme) }
      field = HTTP.Field(space.server.party.answerField, value)
      self.space = space
      self.credential = credential
      self.digest = digest
      self.isPreemptive = isPreemptive
      self.generation = generation
    }

    /// Checks the server's authentication info in the response.
    /// Throws an error if the server's proof is wrong.
    ///
    /// The proof may cover the received content of the response.
    ///
    /// - Parameters:
    ///   - info: The authentication info of the server in the response.
    ///   - content: The received content of the response. The value is `nil` if the content is not
    ///     available.
    public func check(
      _ info: AuthenticationInfo, content: [UInt8]? = nil
    ) throws(AuthenticationError) -> DigestAnswer.Verdict {
      try digest?.check(info, content: content) ?? .notSaid
    }
  }
}
