internal import ApusBytes

/// A record of the machine's current IP addresses and of the addresses that it has lost.
struct AddressLedger {
  private var listed: Set<HostAddress>
  /// The lost IP addresses of the machine. The most recently lost address is the last element.
  private var lost: [HostAddress] = []

  /// The maximum number of stored lost addresses. The number is sufficient because a new connection
  /// is registered immediately.
  static let limit = 1_024

  init(listed: Set<HostAddress>) { self.listed = listed }

  /// Updates the record from a new address list and the removal messages since the last list.
  /// Returns the lost addresses that satisfy a condition.
  ///
  /// The removal messages are needed because an address may be added and removed between two lists.
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

  /// Returns the IP addresses that kernel messages report as removed. Malformed messages are
  /// ignored.
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
