internal import ApusNet

/// Connections are closed as soon as the machine has lost the address that they come from, which
/// nothing on them would tell. A request that has one ends with an error that says so, unless it
/// may be sent again.
extension ConnectionPool {
  /// Sees to it that a new connection is closed when its address is lost.
  ///
  /// Nothing is listened to before there is a connection of an address that can be lost. A system
  /// that tells nothing of addresses keeps no one from connecting.
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
        // The socket hears of the network that this thread is in, and so are the connections.
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
        // One at rest is the pool's to close; where it rests no more, a request has it.
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

/// What is heard of the machine's addresses.
enum AddressLosses {
  case unopened
  case open(LocalAddressLosses)
  /// The pool is closed, or the system tells nothing.
  case closed

  /// Ends it for good.
  mutating func close() {
    if case .open(let losses) = self { losses.close() }
    self = .closed
  }
}

extension Channel {
  /// The address of this side; nil where it has none that could be lost.
  fileprivate var localAddress: HostAddress? {
    switch local {
    case .ipv4(let address, _): .ipv4(address)
    case .ipv6(let address, _, let zone): .ipv6(address, zone: zone)
    case .unix, nil: nil
    }
  }
}

extension HostAddress {
  /// Whether it is this machine's alone: 127.0.0.0/8 or ::1.
  fileprivate var isLoopback: Bool {
    switch self {
    case .ipv4(let address): address.value >> 24 == 127
    case .ipv6(let address, _): address.value == 1
    }
  }
}
