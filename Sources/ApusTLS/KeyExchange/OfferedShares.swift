import ApusBytes

/// The private keys of the key shares in a ClientHello.
///
/// The value contains at most two private keys, and none if the client supports only TLS 1.2.
struct OfferedShares: ~Copyable, Sendable {
  private let first: PrivateShare?
  private let second: PrivateShare?
  /// A Boolean value that indicates whether the hybrid key share and the X25519 key share use the
  /// same X25519 key.
  ///
  /// The shared key saves the creation of a second key, as draft-ietf-tls-hybrid-design-09 section
  /// 3.2 allows.
  private let lendsCurve: Bool

  /// Creates new private keys for the first two of the given groups.
  init(in groups: [TLS.NamedGroup], using random: some RandomSource) throws(TLSError) {
    guard let group = groups.first else {
      self.init(nil, nil)
      return
    }
    let first = try PrivateShare.make(in: group, using: random)
    guard groups.count > 1 else {
      self.init(first, nil)
      return
    }
    guard group != .x25519MLKEM768 || groups[1] != .x25519 else {
      self.init(first, nil, lendsCurve: true)
      return
    }
    let second = try PrivateShare.make(in: groups[1], using: random)
    self.init(first, second)
  }

  /// Creates the offered key shares from existing private keys.
  init(
    _ first: consuming PrivateShare?, _ second: consuming PrivateShare?, lendsCurve: Bool = false
  ) {
    self.first = first
    self.second = second
    self.lendsCurve = lendsCurve
  }

  /// The public key shares that the client sends to the server.
  var keyShares: [KeyShare] {
    var shares: [KeyShare] = []
    switch first {
    case .some(let first):
      shares.append(KeyShare(first.group.rawValue, first.publicBytes))
      if lendsCurve, let bytes = first.curvePublicBytes {
        shares.append(KeyShare(TLS.NamedGroup.x25519.rawValue, bytes))
      }
    case .none: break
    }
    switch second {
    case .some(let second): shares.append(KeyShare(second.group.rawValue, second.publicBytes))
    case .none: break
    }
    return shares
  }

  /// Returns the shared secret of the client's private key for a group and the server's key share.
  ///
  /// The method throws an error if the client offered no key share for the group. RFC 8446 section
  /// 4.2.8.
  func sharedSecret(
    in group: TLS.NamedGroup, with peer: [UInt8]
  ) throws(TLSError) -> SecretBytes {
    switch first {
    case .some(let first) where first.group == group:
      return try first.sharedSecret(with: peer.span)
    case .some(let first) where lendsCurve && group == .x25519:
      return try first.curveSharedSecret(with: peer.span)
    default: break
    }
    switch second {
    case .some(let second) where second.group == group:
      return try second.sharedSecret(with: peer.span)
    default: throw .broken(.groupWasShared)
    }
  }
}
