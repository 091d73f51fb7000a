/// A connection fault below HTTP, for tests of a client's error handling.
public enum ConnectionFault: Sendable, Hashable {
  /// The server refuses the connection.
  case refused
  /// The connection attempt receives no response.
  case unanswered
  /// The server accepts the connection but sends no bytes, also in the TLS handshake.
  case silent
  /// The server resets the connection after sending a number of bytes, including TLS records.
  case reset(afterByteCount: Int)
  /// The server sends a number of bytes at a time, with a pause before each piece.
  case slow(byteCount: Int, every: Duration)
  /// The server sends a certificate that a client must not trust.
  case certificate(WrongCertificate)

  /// The reason why a client must not trust a certificate.
  public enum WrongCertificate: Sendable, Hashable, CaseIterable {
    /// The certificate has expired.
    case expired
    /// The certificate is for a different host.
    case otherHost
    /// An untrusted authority issued the certificate.
    case otherAuthority
  }
}
