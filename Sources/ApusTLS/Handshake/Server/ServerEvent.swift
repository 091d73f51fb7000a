public import ApusX509

extension TLS {
  /// An event of a TLS server that the caller receives.
  public enum ServerEvent: Sendable {
    /// The server needs more bytes from the client before the next event.
    case needsInput
    /// The server needs a signature with the private key of its certificate, and the caller must
    /// call `sign` or `refuse`.
    case signing(SigningRequest)
    /// The client has sent its certificates, and the caller must call `trust` or `refuse`.
    case certificates(PresentedCertificates)
    /// The TLS handshake with the client is complete.
    case connected(ServerFacts)
    /// The server has received more application data.
    case applicationData
    /// The client has closed its sending direction.
    case closed
  }

  /// The results of a TLS handshake on the server's side.
  public struct ServerFacts: Sendable {
    /// The cipher suite that protects the TLS records.
    public let suite: CipherSuite
    /// The Diffie-Hellman group of the key exchange.
    public let group: NamedGroup
    /// A Boolean value that indicates whether the handshake resumed an earlier session.
    public let isResumed: Bool
    /// A Boolean value that indicates whether the server requested a second ClientHello.
    public let isRetried: Bool
    /// The ALPN name of the negotiated application protocol, or `nil` without an agreement.
    public let applicationProtocol: [UInt8]?
    /// The host name that the client requested, or `nil` if the client requested no host name.
    public let hostName: [UInt8]?
    /// The trusted certification path of the client, or `nil` if the client sent no certificate.
    public let clientChain: X509.VerifiedChain?
    /// The scheme of the client's handshake signature, or `nil` if the client did not sign.
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
