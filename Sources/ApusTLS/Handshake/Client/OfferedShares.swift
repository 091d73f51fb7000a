import ApusBytes

/// The private halves of the shares that a ClientHello holds: at most two, and none where only
/// TLS 1.2 is spoken.
struct OfferedShares: ~Copyable, Sendable {
  private let first: PrivateShare?
  private let second: PrivateShare?

  /// New shares in the first two of some groups.
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
    let second = try PrivateShare.make(in: groups[1], using: random)
    self.init(first, second)
  }

  /// Shares that are there already.
  init(_ first: consuming PrivateShare?, _ second: consuming PrivateShare?) {
    self.first = first
    self.second = second
  }

  /// What the server is sent.
  var keyShares: [KeyShare] {
    var shares: [KeyShare] = []
    switch first {
    case .some(let first): shares.append(KeyShare(first.group.rawValue, first.publicBytes))
    case .none: break
    }
    switch second {
    case .some(let second): shares.append(KeyShare(second.group.rawValue, second.publicBytes))
    case .none: break
    }
    return shares
  }

  /// What both sides come to by the share of a group, which must be one of these.
  func sharedSecret(
    in group: TLS.NamedGroup, with peer: [UInt8]
  ) throws(TLSError) -> SecretBytes {
    switch first {
    case .some(let first) where first.group == group:
      return try first.sharedSecret(with: peer.span)
    default: break
    }
    switch second {
    case .some(let second) where second.group == group:
      return try second.sharedSecret(with: peer.span)
    default: throw .broken(.groupWasShared)
    }
  }
}
