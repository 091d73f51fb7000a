extension Authentication {
  /// A field that answers a challenge, or that is sent before one comes.
  public struct Answer: Sendable {
    /// The field, whose value is a secret.
    public let field: HTTP.Field
    /// The space for which the answer is.
    public let space: ProtectionSpace
    /// A Boolean value that indicates whether it is sent before a challenge.
    public let isPreemptive: Bool
    /// The credential that the field was made with.
    package let credential: Credential
    /// The check of the server's own proof, if the scheme is Digest.
    let digest: DigestAnswer?
    /// The number of times that credentials had been set in the store of the answer.
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

    /// Checks the server's authentication info in the response; a wrong proof is an error.
    ///
    /// The content is the response's, as received; nil if it is not available.
    ///
    /// - Parameters:
    ///   - info: The server's fields in the response.
    ///   - content: The content of the response, as received; nil if it is not available.
    public func check(
      _ info: AuthenticationInfo, content: [UInt8]? = nil
    ) throws(AuthenticationError) -> DigestAnswer.Verdict {
      try digest?.check(info, content: content) ?? .notSaid
    }
  }
}
