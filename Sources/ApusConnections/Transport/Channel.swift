internal import ApusNet

/// The lowest layer of a transport: a socket, or a pipe within the process.
enum Channel {
  case socket(Socket)
  case memory(MemoryChannel)

  /// The event loop that monitors the socket or pipe.
  var loop: EventLoop {
    switch self {
    case .socket(let socket): socket.loop
    case .memory(let pipe): pipe.loop
    }
  }

  /// The address of the peer of the connection.
  var peer: SocketAddress {
    switch self {
    case .socket(let socket): socket.peer
    case .memory: .unix(path: "")
    }
  }

  /// The local address of the socket. The value is `nil` for a pipe within the process.
  var local: SocketAddress? {
    switch self {
    case .socket(let socket): socket.local
    case .memory: nil
    }
  }

  /// The wake-up signal for the task that waits for received bytes.
  var inputBell: Doorbell {
    switch self {
    case .socket(let socket): socket.inputBell
    case .memory(let pipe): pipe.inputBell
    }
  }

  @inline(__always)
  func receiveNow(into bytes: inout OutputSpan<UInt8>) throws(NetError) -> Int? {
    switch self {
    case .socket(let socket): try socket.receiveNow(into: &bytes)
    case .memory(let pipe): try pipe.receiveNow(into: &bytes)
    }
  }

  @inline(__always)
  func sendNow(
    _ first: Span<UInt8>, _ second: Span<UInt8> = Span(), _ third: Span<UInt8> = Span(),
    from offset: Int = 0
  ) throws(NetError) -> Int {
    switch self {
    case .socket(let socket): try socket.sendNow(first, second, third, from: offset)
    case .memory(let pipe): try pipe.sendNow(first, second, third, from: offset)
    }
  }

  func wait(
    for rings: Doorbell.Rings, _ operation: NetError.Operation, until deadline: Deadline
  ) async throws(NetError) {
    switch self {
    case .socket(let socket): try await socket.wait(for: rings, operation, until: deadline)
    case .memory(let pipe): try await pipe.wait(for: rings, operation, until: deadline)
    }
  }

  func awaitInput(until deadline: Deadline) async throws(NetError) {
    switch self {
    case .socket(let socket): try await socket.awaitInput(until: deadline)
    case .memory(let pipe): try await pipe.awaitInput(until: deadline)
    }
  }
}

extension Channel {
  /// Checks for received bytes without reading the bytes.
  func silence() -> Socket.Silence {
    switch self {
    case .socket(let socket): socket.silence()
    case .memory(let pipe): pipe.silence()
    }
  }

  /// Calls `notify` when the peer sends bytes or closes the connection, or when the deadline has
  /// passed. If bytes or a close are already present, returns the reason and never calls `notify`.
  func watchSilence(
    until deadline: Deadline, _ notify: @escaping @Sendable (Doorbell.Wakeup) -> Void
  ) -> Socket.Silence {
    switch self {
    case .socket(let socket): socket.watchSilence(until: deadline, notify)
    case .memory(let pipe): pipe.watchSilence(until: deadline, notify)
    }
  }

  func endWatch() -> Bool {
    switch self {
    case .socket(let socket): socket.endWatch()
    case .memory(let pipe): pipe.endWatch()
    }
  }

  /// A Boolean value that indicates whether the peer's operating system has not acknowledged all
  /// sent bytes.
  var hasUnacknowledgedBytes: Bool {
    guard case .socket(let socket) = self else { return false }
    return ((try? socket.unacknowledgedByteCount()) ?? 0) > 0
  }

  func finishSending() throws(NetError) {
    switch self {
    case .socket(let socket): try socket.finishSending()
    case .memory(let pipe): pipe.finishSending()
    }
  }

  func close() {
    switch self {
    case .socket(let socket): socket.close()
    case .memory(let pipe): pipe.close()
    }
  }
}
