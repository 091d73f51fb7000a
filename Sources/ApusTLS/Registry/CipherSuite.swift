public import ApusCrypto

extension TLS {
  /// A TLS cipher suite: a cipher for records and a hash function for the key derivation.
  ///
  /// All cipher suites of TLS 1.2 use ephemeral Diffie-Hellman over elliptic curves; the client
  /// never offers other suites. RFC 8446 section B.4, RFC 5289 section 3.2, and RFC 7905 section 2.
  public enum CipherSuite: UInt16, Sendable, Hashable, CaseIterable {
    case aes128GCM = 0x1301
    case aes256GCM = 0x1302
    case chaCha20Poly1305 = 0x1303
    case ecdheECDSAWithAES128GCM = 0xc02b
    case ecdheECDSAWithAES256GCM = 0xc02c
    case ecdheRSAWithAES128GCM = 0xc02f
    case ecdheRSAWithAES256GCM = 0xc030
    case ecdheRSAWithChaCha20Poly1305 = 0xcca8
    case ecdheECDSAWithChaCha20Poly1305 = 0xcca9

    /// The TLS version that the cipher suite belongs to.
    public var version: Version {
      switch self {
      case .aes128GCM, .aes256GCM, .chaCha20Poly1305: .tls13
      case .ecdheECDSAWithAES128GCM, .ecdheECDSAWithAES256GCM, .ecdheRSAWithAES128GCM,
        .ecdheRSAWithAES256GCM, .ecdheRSAWithChaCha20Poly1305, .ecdheECDSAWithChaCha20Poly1305:
        .tls12
      }
    }

    /// The AEAD cipher that protects records.
    public var cipher: AEADAlgorithm {
      switch self {
      case .aes128GCM, .ecdheECDSAWithAES128GCM, .ecdheRSAWithAES128GCM: .aes128GCM
      case .aes256GCM, .ecdheECDSAWithAES256GCM, .ecdheRSAWithAES256GCM: .aes256GCM
      case .chaCha20Poly1305, .ecdheRSAWithChaCha20Poly1305, .ecdheECDSAWithChaCha20Poly1305:
        .chaCha20Poly1305
      }
    }

    /// The hash function for the handshake transcript and the key derivation.
    public var hash: HashAlgorithm { cipher == .aes256GCM ? .sha384 : .sha256 }
  }
}

extension TLS {
  /// A group for the TLS key exchange: an elliptic curve or a hybrid of a curve and ML-KEM.
  ///
  /// RFC 8446 section 4.2.7. The draft draft-ietf-tls-ecdhe-mlkem defines the hybrid group.
  public enum NamedGroup: UInt16, Sendable, Hashable, CaseIterable {
    case secp256r1 = 0x0017
    case secp384r1 = 0x0018
    case secp521r1 = 0x0019
    case x25519 = 0x001d
    case x25519MLKEM768 = 0x11ec
  }
}
