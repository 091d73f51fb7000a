internal import ApusCrypto
internal import ApusX509

extension TLS {
  /// What ties an authentication within a connection to that very connection.
  ///
  /// Both sides of a connection come to the same value, and one who stands between them to another.
  /// RFC 5056.
  public enum ChannelBinding: String, Sendable, Hashable, CaseIterable {
    /// Keying material of this connection: RFC 9266.
    case exporter = "tls-exporter"
    /// The hash of the server's certificate, the same on all connections: RFC 5929 section 4.
    case serverEndPoint = "tls-server-end-point"

    static let label = "EXPORTER-Channel-Binding"
    static let byteCount = 32
  }
}

extension TLS.Client {
  /// Returns the value of a channel binding, once the handshake is complete, as `Exporter` does.
  public func channelBinding(_ binding: TLS.ChannelBinding) throws(TLSError) -> [UInt8]? {
    try exporter().channelBinding(binding)
  }
}

extension X509.Certificate {
  /// The hash of the certificate by the function of its own signature, or by SHA-256 where that
  /// function is broken.
  ///
  /// RFC 5929 section 4.1.
  var endPointDigest: [UInt8]? {
    let hash: HashAlgorithm?
    do throws(CryptoError) {
      hash = try SignatureAlgorithm(signatureAlgorithm, in: der.span).hash
    } catch {
      guard case .brokenAlgorithm = error else { return nil }
      hash = .sha256
    }
    return hash?.digest(of: der.span)
  }
}
