internal import ApusNet

/// The pool closes a connection as soon as the machine has lost the connection's local address,
/// because nothing on the connection itself reports the loss. A request on such a connection ends
/// with an error that explains the loss, unless the request may be replayed.
extension ConnectionPool {
  /// Ensures that a new connection is closed when the machine loses the connection's local address.
  ///
  /// The pool begins to listen for lost addresses with the first connection whose address can be
  /// lost. If the operating system does not report addresses, the pool still makes connections.
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
        // The pool closes an idle connection. If the connection is no longer idle, a request owns
        // the connection.
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
  /// The pool is closed, or the operating system does not report addresses.
  case closed

  /// Closes the source of reports permanently.
  mutating func close() {
    if case .open(let losses) = self { losses.close() }
    self = .closed
  }
}

extension Channel {
  /// The local address of the channel. The value is `nil` if the machine cannot lose the address.
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
