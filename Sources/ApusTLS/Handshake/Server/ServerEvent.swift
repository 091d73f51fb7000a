public import ApusX509

extension TLS {
  /// What a server has come to.
  public enum ServerEvent: Sendable {
    /// Nothing more happens until more bytes are received.
    case needsInput
    /// The key of the certificate is to sign: go on with `sign` or `refuse`.
    case signing(SigningRequest)
    /// The client has shown its certificates: go on with `trust` or `refuse`.
    case certificates(PresentedCertificates)
    /// The handshake is complete.
    case connected(ServerFacts)
    /// There is more application data than there was.
    case applicationData
    /// The client sends nothing more.
    case closed
  }

  /// What a handshake has come to, as a server sees it.
  public struct ServerFacts: Sendable {
    /// How records are protected.
    public let suite: CipherSuite
    /// In which group the keys were agreed on.
    public let group: NamedGroup
    /// Whether an earlier session was resumed.
    public let isResumed: Bool
    /// Whether the client was asked for a second ClientHello.
    public let isRetried: Bool
    /// The application protocol, as ALPN names it, if one was agreed on.
    public let applicationProtocol: [UInt8]?
    /// The host that the client has asked for, if it has named one.
    public let hostName: [UInt8]?
    /// The path that the client's certificate was believed by, if it has shown one.
    public let clientChain: X509.VerifiedChain?
    /// How the client has signed, if it has.
    public let clientScheme: SignatureScheme?

    init(
      _ flight: ServerFlight, clientChain: X509.VerifiedChain?, clientScheme: SignatureScheme?
    ) {
      suite = flight.suite
      group = flight.group
      isResumed = flight.isResumed
      isRetried = flight.isRetried
      applicationProtocol = flight.applicationProtocol
      hostName = flight.offer.hostName
      self.clientChain = clientChain
      self.clientScheme = clientScheme
    }
  }
}
