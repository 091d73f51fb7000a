internal import ApusNet

/// The pool closes a connection as soon as the machine has lost the connection's local address,
/// because the socket does not report the loss. A request that cannot be replayed then fails with
/// an error that names the lost address.
extension ConnectionPool {
  /// Ensures that a new connection is closed when the machine loses the connection's local address.
  ///
  /// The pool starts to monitor local addresses with the first connection whose address can be
  /// lost. If the operating system does not report addresses, the pool still establishes
  /// connections.
  func watchAddress(of connection: Connection) {
    guard let address = connection.transport.channel.localAddress, !address.isLoopback,
      let losses = addressLosses(), losses.isLost(address)
    else { return }
    close(connectionsFrom: [address])
  }

  private func addressLosses() -> LocalAddressLosses? {
    let (losses, isNew) = state.withLock { state -> (LocalAddressLosses?, Bool) in
      switch state.addressLosses {
      case .open(let losses): return (losses, false)
      case .closed: return (nil, false)
      case .unopened:
        // The socket reports changes in the network namespace of the current thread, and all
        // connections share that namespace.
        let losses = try? LocalAddressLosses(on: .shared())
        state.addressLosses = losses.map { .open($0) } ?? .closed
        return (losses, true)
      }
    }
    if isNew, let losses {
      Task.detached { [weak self] in
        while let lost = await losses.next() { self?.close(connectionsFrom: lost) }
      }
    }
    return losses
  }

  private func close(connectionsFrom addresses: Set<HostAddress>) {
    let used = decide { state, outcome in
      var used: [Connection] = []
      for connection in Array(state.connections.values) {
        guard let address = connection.transport.channel.localAddress,
          addresses.contains(address)
        else { continue }
        // The pool closes the connection only if it is idle. A request owns a connection that is
        // not idle.
        guard let parking = connection.parking, state.pool.discard(parking, &outcome) else {
          used.append(connection)
          continue
        }
      }
      return used
    }
    for connection in used { connection.loseAddress() }
  }
}

/// The source of reports about local addresses that the machine has lost.
enum AddressLosses {
  case unopened
  case open(LocalAddressLosses)
  /// The pool is closed, or the operating system does not report lost addresses.
  case closed

  /// Permanently stops the reports about lost addresses.
  mutating func close() {
    if case .open(let losses) = self { losses.close() }
    self = .closed
  }
}

extension Channel {
  /// The local IP address of the connection. The value is `nil` if the machine cannot lose the
  /// address.
  fileprivate var localAddress: HostAddress? {
    switch local {
    case .ipv4(let address, _): .ipv4(address)
    case .ipv6(let address, _, let zone): .ipv6(address, zone: zone)
    case .unix, nil: nil
    }
  }
}

extension HostAddress {
  /// A Boolean value that indicates whether the address is a loopback address: 127.0.0.0/8 or ::1.
  fileprivate var isLoopback: Bool {
    switch self {
    case .ipv4(let address): address.value >> 24 == 127
    case .ipv6(let address, _): address.value == 1
    }
  }
}
