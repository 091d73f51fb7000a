internal import ApusBytes

/// The current addresses of a machine and the lost addresses, without a socket.
struct AddressLedger {
  private var listed: Set<HostAddress>
  /// The lost addresses, with the latest loss at the end.
  private var lost: [HostAddress] = []

  /// The maximum number of stored lost addresses. The number is sufficient because a connection is
  /// registered soon after its dial.
  static let limit = 1_024

  init(listed: Set<HostAddress>) { self.listed = listed }

  /// Updates the ledger from a new address list and the removals since the last list. Returns the
  /// lost addresses that satisfy a condition.
  ///
  /// An address may be added and removed between two lists, and then neither list contains the
  /// address.
  mutating func update(
    listed now: Set<HostAddress>, removed: Set<HostAddress>,
    _ isLost: (HostAddress) -> Bool = { _ in true }
  ) -> Set<HostAddress> {
    let gone = listed.union(removed).subtracting(now).filter(isLost)
    listed = now
    lost.removeAll { now.contains($0) || gone.contains($0) }
    lost += gone
    lost.removeFirst(max(0, lost.count - Self.limit))
    return gone
  }

  func isLost(_ address: HostAddress) -> Bool { lost.contains(address) }

  /// Returns the addresses that messages report as removed. Unreadable messages are ignored.
  static func removals(in messages: [UInt8]) -> Set<HostAddress> {
    var removed: Set<HostAddress> = []
    var reader = ByteReader(messages)
    while !reader.isAtEnd, let message = try? NetlinkMessage(from: &reader) {
      guard message.kind == NetlinkMessage.Kind.deleteAddress else { continue }
      var body = message.body
      if let address = try? LocalAddress(from: &body) { removed.insert(address.asHeldBySockets) }
    }
    return removed
  }
}
