public import ApusBytes

extension TLS {
  /// The source of keying material that only the client and the server of a TLS connection have.
  ///
  /// The exporter can exist longer than the connection. The exporter wipes its secret when it is
  /// deinitialized, and no description shows the secret. RFC 8446 section 7.5, RFC 5705.
  public final class Exporter: Sendable {
    private let secret: Secret
    /// The proof that the server's certificate chain is trusted.
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

    /// The secrets that TLS 1.2 uses to derive exported keying material.
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

    /// Returns exported keying material for a label and a context.
    ///
    /// TLS 1.3 derives the same keying material for no context and for an empty context. TLS 1.2
    /// derives different keying material, and requires the extended master secret.
    ///
    /// - Parameters:
    ///   - label: The exporter label that a standard assigns to the purpose.
    ///   - context: The exporter context, which both sides must know, or `nil` for no context.
    ///   - byteCount: The number of bytes of keying material to return.
    public func keyingMaterial(
      _ label: String, context: [UInt8]? = nil, byteCount: Int
    ) throws(TLSError) -> SecretBytes {
      try secret.keyingMaterial(label, context, byteCount)
    }

    /// Returns the bytes of a channel binding for the TLS connection.
    ///
    /// The result is `nil` if the signature algorithm of the certificate has no separate hash
    /// function, such as Ed25519. RFC 9266 section 2.
    ///
    /// - Parameter binding: The kind of channel binding, such as `tls-exporter`.
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
  /// Returns the source of exported keying material after the handshake is complete.
  public func exporter() throws(TLSError) -> TLS.Exporter {
    switch handshake {
    case .some(.connected(let state)): return state.exporter
    case .some(.older(.connected(let state))): return state.exporter
    case .some(.failed(let error)): throw error
    default: throw .notConnected
    }
  }
}
