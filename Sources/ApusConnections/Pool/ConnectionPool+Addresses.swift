internal import ApusNet

/// Connections are closed as soon as the machine has lost their local address, because nothing on
/// the connection itself reports that. A request on such a connection ends with an error that
/// explains it, unless the request may be replayed.
extension ConnectionPool {
  /// Ensures that a new connection is closed when its local address is lost.
  ///
  /// The pool starts to listen with the first connection whose address can be lost. If the system
  /// does not report addresses, connections are made anyway.
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
        // The socket reports the network namespace of this thread, which the connections share.
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
        // The pool closes an idle connection; if it is no longer idle, a request owns it.
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

/// The source of reports about lost addresses.
enum AddressLosses {
  case unopened
  case open(LocalAddressLosses)
  /// The pool is closed, or the system does not report addresses.
  case closed

  /// Closes the source permanently.
  mutating func close() {
    if case .open(let losses) = self { losses.close() }
    self = .closed
  }
}

extension Channel {
  /// The local address; nil if it cannot be lost.
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
