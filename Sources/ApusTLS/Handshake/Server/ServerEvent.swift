public import ApusX509

extension TLS {
  /// The events of a server.
  public enum ServerEvent: Sendable {
    /// More bytes are needed before the next event.
    case needsInput
    /// The key of the certificate must sign: continue with `sign` or `refuse`.
    case signing(SigningRequest)
    /// The client has sent its certificates: continue with `trust` or `refuse`.
    case certificates(PresentedCertificates)
    /// The handshake is complete.
    case connected(ServerFacts)
    /// More application data is available.
    case applicationData
    /// The client has closed its sending direction.
    case closed
  }

  /// The results of a handshake for a server.
  public struct ServerFacts: Sendable {
    /// The cipher suite of the records.
    public let suite: CipherSuite
    /// The group of the key exchange.
    public let group: NamedGroup
    /// A Boolean value that indicates whether an earlier session was resumed.
    public let isResumed: Bool
    /// A Boolean value that indicates whether a second ClientHello was requested.
    public let isRetried: Bool
    /// The negotiated application protocol, as ALPN names it, if there is one.
    public let applicationProtocol: [UInt8]?
    /// The requested host, if the client has named one.
    public let hostName: [UInt8]?
    /// The path that makes the client's certificate trusted, if it has sent one.
    public let clientChain: X509.VerifiedChain?
    /// The client's signature scheme, if it signed.
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
