/// A fault of a connection below HTTP, for tests of a client's error handling.
public enum ConnectionFault: Sendable, Hashable {
  /// The connection is refused.
  case refused
  /// The connection attempt receives no response.
  case unanswered
  /// The connection is established, but the server sends no bytes, not even for TLS.
  case silent
  /// The connection is reset after the server has sent a number of bytes, including TLS records.
  case reset(afterByteCount: Int)
  /// The server sends a number of bytes at a time, with a pause before each piece.
  case slow(byteCount: Int, every: Duration)
  /// The server presents a certificate that must not be trusted.
  case certificate(WrongCertificate)

  /// A reason that a certificate must not be trusted.
  public enum WrongCertificate: Sendable, Hashable, CaseIterable {
    /// The certificate has expired.
    case expired
    /// The certificate is for another host.
    case otherHost
    /// The certificate was issued by an untrusted authority.
    case otherAuthority
  }
}
