extension TLS {
  /// What a client has come to.
  public enum ClientEvent: Sendable {
    /// Nothing more happens until more bytes are received.
    case needsInput
    /// The server has shown its certificates: go on with `trust` or `refuse`.
    case certificates(PresentedCertificates)
    /// The server has asked who the client is: go on with `sign` or `refuse`.
    case signing(SigningRequest)
    /// The handshake is complete, and application data may be sent.
    case connected(HandshakeFacts)
    /// There is more application data than there was.
    case applicationData
    /// The server offers to resume the session later.
    case session(Session)
    /// The server sends nothing more. What was received until then is all there is.
    case closed
  }
}
