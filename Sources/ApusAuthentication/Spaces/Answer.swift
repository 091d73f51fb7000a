extension Authentication {
  /// A field that answers a challenge, or that is sent before one comes.
  public struct Answer: Sendable {
    /// The field, whose value is a secret.
    public let field: HTTP.Field
    /// What it opens.
    public let space: ProtectionSpace
    /// Whether it is sent before a challenge comes.
    public let isPreemptive: Bool
    /// The credential that the field was made with.
    package let credential: Credential
    /// What judges the server's own proof, where the scheme is Digest.
    let digest: DigestAnswer?
    /// How often credentials had been set in the store that it is of.
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

    /// Checks what the server says of itself in the response; a wrong proof is an error.
    ///
    /// The content is the response's, as it was received; nil where that is not at hand.
    public func check(
      _ info: AuthenticationInfo, content: [UInt8]? = nil
    ) throws(AuthenticationError) -> DigestAnswer.Verdict {
      try digest?.check(info, content: content) ?? .notSaid
    }
  }
}
