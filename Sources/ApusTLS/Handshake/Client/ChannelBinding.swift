internal import ApusCrypto
internal import ApusX509

extension TLS {
  /// A value that binds an authentication to the TLS connection that transports it.
  ///
  /// Both sides of a TLS connection compute the same value. An attacker between the client and the
  /// server gets a different value. RFC 5056.
  public enum ChannelBinding: String, Sendable, Hashable, CaseIterable {
    /// A channel binding to keying material of the connection, as RFC 9266 defines it.
    case exporter = "tls-exporter"
    /// A channel binding to the hash of the server's certificate, as RFC 5929 section 4 defines it.
    ///
    /// All connections to a server with the same certificate have the same channel binding.
    case serverEndPoint = "tls-server-end-point"

    static let label = "EXPORTER-Channel-Binding"
    static let byteCount = 32
  }
}

extension TLS.Client {
  /// Returns the value of a channel binding after the handshake is complete, like `Exporter`.
  ///
  /// - Parameter binding: The kind of channel binding, such as `tls-exporter`.
  public func channelBinding(_ binding: TLS.ChannelBinding) throws(TLSError) -> [UInt8]? {
    try exporter().channelBinding(binding)
  }
}

extension X509.Certificate {
  /// The hash of the server's certificate for the channel binding `tls-server-end-point`.
  ///
  /// The hash function is the hash function of the certificate's signature, or SHA-256 if that hash
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
