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

/// A response fault, for tests of a client's error handling.
public enum AnswerFault: Sendable, Hashable {
  /// The server ends the connection correctly after a number of bytes of the response.
  case finish(afterByteCount: Int)
  /// The server ends the connection after a number of bytes of the response, in TLS without
  /// close_notify.
  case cut(afterByteCount: Int)
  /// The server resets the connection after a number of bytes of the response.
  case reset(afterByteCount: Int)
  /// The server sends the response in pieces of a number of bytes, with a pause between two pieces.
  case drip(byteCount: Int, every: Duration)
  /// The server reads the request and never responds.
  case silence
  /// The server announces a content length that differs from the number of sent bytes, and ends the
  /// connection.
  case wrongLength(by: Int)
  /// The server sends the content in chunks, and the size line of the last chunk is invalid.
  case badChunk
  /// The server sends a number of informational responses before the final response.
  case informational(count: Int)
  /// The server sends a header field with a value of this number of bytes.
  case hugeField(byteCount: Int)
  /// The server sends these unsolicited bytes after the response.
  case strayBytes([UInt8])
}
