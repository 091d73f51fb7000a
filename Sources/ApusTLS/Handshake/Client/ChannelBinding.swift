internal import ApusCrypto
internal import ApusX509

extension TLS {
  /// A value that binds an authentication within a connection to that connection.
  ///
  /// Both sides of a connection compute the same value, and an attacker between them another. RFC
  /// 5056.
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
  ///
  /// - Parameter binding: The kind of binding, such as `tls-exporter`.
  public func channelBinding(_ binding: TLS.ChannelBinding) throws(TLSError) -> [UInt8]? {
    try exporter().channelBinding(binding)
  }
}

extension X509.Certificate {
  /// The hash of the certificate with the function of its own signature, or with SHA-256 if that
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
