internal import ApusBytes
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
  }
}

extension TLS.Client {
  private static let bindingLabel = "EXPORTER-Channel-Binding"
  private static let bindingByteCount = 32

  /// Returns the value of a channel binding, once the handshake is complete.
  ///
  /// It is nil where it is not defined: for a certificate whose signature has no hash function of
  /// its own. Without the extended master secret TLS 1.2 exports nothing, which is thrown. RFC 9266
  /// section 2.
  public func channelBinding(_ binding: TLS.ChannelBinding) throws(TLSError) -> [UInt8]? {
    switch binding {
    case .exporter:
      let nothing: [UInt8] = []
      return try keyingMaterial(
        Self.bindingLabel, context: nothing.span, byteCount: Self.bindingByteCount
      ).withBytes { $0.copy() }
    case .serverEndPoint: return try serverChain().leaf.endPointDigest
    }
  }

  /// The proof by which the server is believed on a connection that stands.
  private func serverChain() throws(TLSError) -> TLS.TrustedChain {
    switch handshake {
    case .some(.connected(let state)): return state.facts.chain
    case .some(.older(.connected(let state))): return state.chain
    case .some(.failed(let error)): throw error
    default: throw .notConnected
    }
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
