public import ApusBytes

extension TLS {
  /// The source of keying material that only both sides of a connection have.
  ///
  /// It can outlive the connection. Its secret is wiped with it, and no description shows it. RFC
  /// 8446 section 7.5, RFC 5705.
  public final class Exporter: Sendable {
    private let secret: Secret
    /// The proof that the server is trusted.
    private let chain: TrustedChain

    private enum Secret: ~Copyable, Sendable {
      case current(ExporterSecret)
      case older(OlderSecret)

      func keyingMaterial(
        _ label: String, _ context: [UInt8]?, _ byteCount: Int
      ) throws(TLSError) -> SecretBytes {
        switch self {
        case .current(let state):
          let context = context ?? []
          return try state.keyingMaterial(label, context: context.span, byteCount: byteCount)
        case .older(let state):
          return try state.master.keyingMaterial(
            label, context: context, byteCount: byteCount, clientRandom: state.clientRandom,
            serverRandom: state.serverRandom)
        }
      }
    }

    /// The secrets for exports of TLS 1.2.
    private struct OlderSecret: ~Copyable, Sendable {
      let master: MasterSecret12
      let clientRandom: [UInt8]
      let serverRandom: [UInt8]
    }

    init(_ secret: consuming ExporterSecret, _ chain: TrustedChain) {
      self.secret = .current(secret)
      self.chain = chain
    }

    init(
      _ secret: consuming MasterSecret12, _ chain: TrustedChain, clientRandom: [UInt8],
      serverRandom: [UInt8]
    ) {
      self.secret = .older(
        OlderSecret(master: secret, clientRandom: clientRandom, serverRandom: serverRandom))
      self.chain = chain
    }

    /// Returns keying material for a purpose, which a label names, and a context.
    ///
    /// In TLS 1.3, no context is the same as an empty one. In TLS 1.2 it is different, and
    /// exports require the extended master secret.
    ///
    /// - Parameters:
    ///   - label: The label that a standard assigns to the purpose.
    ///   - context: The context, which both sides must know; nil for none.
    ///   - byteCount: The number of bytes to return.
    public func keyingMaterial(
      _ label: String, context: [UInt8]? = nil, byteCount: Int
    ) throws(TLSError) -> SecretBytes {
      try secret.keyingMaterial(label, context, byteCount)
    }

    /// Returns the value of a channel binding.
    ///
    /// It is nil if the standard does not define it: for a certificate whose signature has no
    /// separate hash function. RFC 9266 section 2.
    ///
    /// - Parameter binding: The kind of binding, such as `tls-exporter`.
    public func channelBinding(_ binding: ChannelBinding) throws(TLSError) -> [UInt8]? {
      switch binding {
      case .exporter:
        return try keyingMaterial(
          ChannelBinding.label, context: [], byteCount: ChannelBinding.byteCount
        ).withBytes { $0.copy() }
      case .serverEndPoint: return chain.leaf.endPointDigest
      }
    }
  }
}

extension TLS.Client {
  /// Returns the source of keying material, after the handshake is complete.
  public func exporter() throws(TLSError) -> TLS.Exporter {
    switch handshake {
    case .some(.connected(let state)): return state.exporter
    case .some(.older(.connected(let state))): return state.exporter
    case .some(.failed(let error)): throw error
    default: throw .notConnected
    }
  }
}
