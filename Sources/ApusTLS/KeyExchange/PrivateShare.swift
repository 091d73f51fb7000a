internal import ApusBytes
internal import ApusCrypto

/// The private key of a key exchange, whose public key is sent to the peer.
///
/// Each private key is created for one handshake and wiped after the handshake. RFC 8446 section
/// 4.2.8.
enum PrivateShare: ~Copyable, Sendable {
  case p256(P256.PrivateKey)
  case p384(P384.PrivateKey)
  case p521(P521.PrivateKey)
  case x25519(X25519.PrivateKey)
  /// A client's private key for the hybrid group, to which the server responds with a ciphertext.
  case hybrid(X25519MLKEM768.PrivateKey)

  /// Creates a new private key for a key exchange group.
  static func make(
    in group: TLS.NamedGroup, using random: some RandomSource
  ) throws(TLSError) -> PrivateShare {
    do throws(CryptoError) {
      switch group {
      case .secp256r1: return .p256(try .generate(using: random))
      case .secp384r1: return .p384(try .generate(using: random))
      case .secp521r1: return .p521(try .generate(using: random))
      case .x25519: return .x25519(try .generate(using: random))
      case .x25519MLKEM768: return .hybrid(try .generate(using: random))
      }
    } catch {
      throw .keyExchangeFailed(group, error)
    }
  }

  /// The key exchange group of the private key.
  var group: TLS.NamedGroup {
    switch self {
    case .p256: .secp256r1
    case .p384: .secp384r1
    case .p521: .secp521r1
    case .x25519: .x25519
    case .hybrid: .x25519MLKEM768
    }
  }

  /// The public key bytes for the peer. A point of a NIST curve is in uncompressed format.
  ///
  /// RFC 8446 section 4.2.8.2.
  var publicBytes: [UInt8] {
    switch self {
    case .p256(let key): key.publicKey.x963
    case .p384(let key): key.publicKey.x963
    case .p521(let key): key.publicKey.x963
    case .x25519(let key): key.publicKey.rawRepresentation
    case .hybrid(let key): key.publicKey.rawRepresentation
    }
  }

  /// The X25519 part of the hybrid public key, or `nil` for other groups.
  var curvePublicBytes: [UInt8]? {
    switch self {
    case .hybrid(let key): key.curvePublicKey.rawRepresentation
    default: nil
    }
  }

  /// Returns the X25519 shared secret of the hybrid group's X25519 key and the peer's public key.
  func curveSharedSecret(with peer: Span<UInt8>) throws(TLSError) -> SecretBytes {
    do throws(CryptoError) {
      switch self {
      case .hybrid(let key):
        return try key.curveSharedSecret(with: try X25519.PublicKey(rawRepresentation: peer))
      default: throw .malformedPoint
      }
    } catch {
      throw .wrongKeyShare(.x25519, error)
    }
  }

  /// Returns the shared secret of this private key and the peer's public key.
  ///
  /// The method throws an error if the peer's public key is not a point of the group or has a small
  /// order. RFC 8446 section 7.4.
  func sharedSecret(with peer: Span<UInt8>) throws(TLSError) -> SecretBytes {
    do throws(CryptoError) {
      return try agreement(with: peer)
    } catch {
      throw .wrongKeyShare(group, error)
    }
  }

  /// The optimizer fails on two switches over `self` in one function, so the second switch is in a
  /// separate function.
  @inline(never)
  private func agreement(with peer: Span<UInt8>) throws(CryptoError) -> SecretBytes {
    switch self {
    case .p256(let key):
      try Self.expectUncompressed(peer)
      return try key.sharedSecret(with: try P256.PublicKey(x963: peer))
    case .p384(let key):
      try Self.expectUncompressed(peer)
      return try key.sharedSecret(with: try P384.PublicKey(x963: peer))
    case .p521(let key):
      try Self.expectUncompressed(peer)
      return try key.sharedSecret(with: try P521.PublicKey(x963: peer))
    case .x25519(let key):
      return try key.sharedSecret(with: try X25519.PublicKey(rawRepresentation: peer))
    case .hybrid(let key):
      return try key.sharedSecret(from: peer)
    }
  }

  /// Checks that the encoding of a point is uncompressed, which is the only form that the supported
  /// TLS versions allow.
  ///
  ///     struct {
  ///         uint8 legacy_form = 4;
  ///         opaque X[coordinate_length];
  ///         opaque Y[coordinate_length];
  ///     } UncompressedPointRepresentation;
  ///
  /// RFC 8446 section 4.2.8.2, RFC 8422 section 5.4.1. The type of the curve checks the length of
  /// the point.
  private static func expectUncompressed(_ point: Span<UInt8>) throws(CryptoError) {
    guard !point.isEmpty, point[0] == 4 else { throw .malformedPoint }
  }
}

/// The server's side of a key exchange: the public key for the client, and the shared secret.
///
/// RFC 8446 section 4.2.8.
struct AnsweringShare: ~Copyable, Sendable {
  /// The public key bytes that the server sends to the client.
  let publicBytes: [UInt8]
  let sharedSecret: SecretBytes

  /// Creates the server's public key and the shared secret from a client's key share.
  init(
    to client: Span<UInt8>, in group: TLS.NamedGroup, using random: some RandomSource
  ) throws(TLSError) {
    guard group == .x25519MLKEM768 else {
      let share = try PrivateShare.make(in: group, using: random)
      sharedSecret = try share.sharedSecret(with: client)
      publicBytes = share.publicBytes
      return
    }
    let encapsulation: MLKEM768.Encapsulation
    do throws(CryptoError) {
      let key = try X25519MLKEM768.PublicKey(rawRepresentation: client)
      encapsulation = try key.encapsulate(using: random)
    } catch {
      if case .randomness = error { throw .keyExchangeFailed(group, error) }
      throw .wrongKeyShare(group, error)
    }
    publicBytes = encapsulation.ciphertext
    sharedSecret = encapsulation.sharedSecret
  }
}
