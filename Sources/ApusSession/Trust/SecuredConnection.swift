public import ApusHTTP
public import ApusTLS

extension HTTPSession {
  /// What a handshake with a server has come to.
  public struct SecuredConnection: Sendable {
    /// Who was asked.
    public let origin: HTTP.Origin
    /// The address that answered.
    public let address: String
    /// Version, suite, group, whether a session was resumed, and why the server is believed.
    public let facts: TLS.HandshakeFacts
  }
}
