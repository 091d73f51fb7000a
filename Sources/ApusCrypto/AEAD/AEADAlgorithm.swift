package import CApus

/// The algorithms of authenticated encryption, RFC 5116, that TLS names.
public enum AEADAlgorithm: Sendable, Hashable, CaseIterable {
  case aes128GCM, aes256GCM, chaCha20Poly1305

  /// How many bytes every nonce has.
  public static let nonceByteCount = APUS_AEAD_NONCE_BYTES

  /// How many bytes the tag adds to every message.
  public static let tagByteCount = APUS_AEAD_TAG_BYTES

  /// The most bytes that a plaintext, or its additional data, may have. SP 800-38D section 5.2.1.1.
  public static let byteLimit = (1 << 36) - 32

  /// How many bytes a key has.
  public var keyByteCount: Int { self == .aes128GCM ? 16 : 32 }

  /// The shim's name for it.
  package var shim: apus_aead_algorithm {
    switch self {
    case .aes128GCM: APUS_AES_128_GCM
    case .aes256GCM: APUS_AES_256_GCM
    case .chaCha20Poly1305: APUS_CHACHA20_POLY1305
    }
  }
}
