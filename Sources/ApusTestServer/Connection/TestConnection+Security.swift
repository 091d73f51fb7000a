internal import ApusBytes
internal import ApusNet
public import ApusTLS

extension TestConnection {
  /// Goes on with the server's next key, and perhaps asks for the client's.
  public func updateKey(requestingPeer: Bool = false) async throws {
    try await secure.updateKey(requestingPeer: requestingPeer)
  }

  /// Gives the connection up with an alert, after which nothing is sent or received.
  public func refuse(_ alert: TLS.AlertDescription) async throws {
    try await secure.refuse(alert)
  }

  /// Sends bytes beneath TLS, where nothing but its records belongs.
  public func writeUnsealed(_ bytes: [UInt8]) async throws {
    try await secure.socket.send(bytes.span, until: .after(.seconds(60)))
  }

  private var secure: SecureServerTransport {
    get throws(TestServerError) {
      guard let secure = transport as? SecureServerTransport else { throw .withoutTLS }
      return secure
    }
  }
}
