/// What goes wrong with a connection beneath HTTP, so that a client can be seen to bear it.
public enum ConnectionFault: Sendable, Hashable {
  /// No one listens.
  case refused
  /// No one answers the attempt to connect.
  case unanswered
  /// The connection stands, and the server says nothing, not even in TLS.
  case silent
  /// The connection is reset once the server has sent that many bytes, those of TLS among them.
  case reset(afterByteCount: Int)
  /// The server sends that many bytes at a time, with a pause before each piece.
  case slow(byteCount: Int, every: Duration)
  /// The server shows a certificate that is not to be believed.
  case certificate(WrongCertificate)

  /// Why a certificate is not to be believed.
  public enum WrongCertificate: Sendable, Hashable, CaseIterable {
    /// Its time is over.
    case expired
    /// It is for another host.
    case otherHost
    /// An authority has issued it that no one trusts.
    case otherAuthority
  }
}
