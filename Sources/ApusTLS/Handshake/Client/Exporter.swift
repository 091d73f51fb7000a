public import ApusBytes

extension TLS {
  /// The source of keying material for others, which both sides of a connection alone have.
  ///
  /// It may outlive the connection. Its secret is wiped with it, and shown by no description. RFC
  /// 8446 section 7.5, RFC 5705.
  public final class Exporter: Sendable {
    private let secret: Secret
    /// The proof by which the server is believed.
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

    /// What TLS 1.2 makes it of.
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

    /// Returns keying material for a purpose that a label names, in a context.
    ///
    /// No context is as good as an empty one in TLS 1.3, and another one in TLS 1.2, which exports
    /// nothing without the extended master secret.
    public func keyingMaterial(
      _ label: String, context: [UInt8]? = nil, byteCount: Int
    ) throws(TLSError) -> SecretBytes {
      try secret.keyingMaterial(label, context, byteCount)
    }

    /// Returns the value of a channel binding.
    ///
    /// It is nil where it is not defined: for a certificate whose signature has no hash function of
    /// its own. RFC 9266 section 2.
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
  /// Returns what keying material for others is made of, once the handshake is complete.
  public func exporter() throws(TLSError) -> TLS.Exporter {
    switch handshake {
    case .some(.connected(let state)): return state.exporter
    case .some(.older(.connected(let state))): return state.exporter
    case .some(.failed(let error)): throw error
    default: throw .notConnected
    }
  }
}
