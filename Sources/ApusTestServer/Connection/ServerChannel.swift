internal import ApusBytes
internal import ApusNet
internal import ApusX509

/// The lowest layer of a server's connection, which is a socket or a pipe within the process.
enum ServerChannel: Sendable {
  case socket(Socket)
  case memory(FaultyChannel)

  /// The time limit for the server's waits. A pipe within the process has no time limit.
  var deadline: Deadline {
    switch self {
    case .socket: .after(.seconds(600))
    case .memory: .never
    }
  }

  /// The current time by the clock of the channel.
  var now: UnixTime {
    switch self {
    case .socket: UnixTime(millisecondsSinceEpoch: WallClock.secondsSinceEpoch * 1000)
    case .memory(let pipe): UnixTime(millisecondsSinceEpoch: pipe.loop.time.wallMilliseconds)
    }
  }

  /// Waits for a duration by the clock of the channel.
  func sleep(_ duration: Duration) async throws(NetError) {
    switch self {
    case .socket(let socket): try await socket.loop.sleep(until: .after(duration))
    case .memory(let pipe): try await pipe.sleep(duration)
    }
  }

  /// Waits until the client may have sent bytes.
  func awaitNews() async throws(NetError) {
    switch self {
    case .socket: try await sleep(.milliseconds(20))
    case .memory(let pipe):
      switch pipe.channel.silence() {
      case .kept, .data: try await pipe.channel.wait(for: .input, .receive, until: .never)
      case .ended, .failed: break
      }
    }
  }

  /// Waits for received bytes and appends the bytes to the queue. Returns the number of bytes,
  /// which is 0 at the end.
  func receive(
    into queue: inout ByteQueue, until deadline: Deadline
  ) async throws(NetError) -> Int {
    switch self {
    case .socket(let socket): try await socket.receive(into: &queue, until: deadline)
    case .memory(let pipe): try await pipe.receive(into: &queue)
    }
  }

  /// Sends all of the bytes to the client.
  func send(_ bytes: [UInt8], until deadline: Deadline) async throws {
    switch self {
    case .socket(let socket): try await socket.send(bytes.span, until: deadline)
    case .memory(let pipe): try await pipe.send(bytes)
    }
  }

  /// Checks for received bytes without reading them.
  func silence() -> Socket.Silence {
    switch self {
    case .socket(let socket): socket.silence()
    case .memory(let pipe): pipe.channel.silence()
    }
  }

  func finishSending() throws(NetError) {
    switch self {
    case .socket(let socket): try socket.finishSending()
    case .memory(let pipe): pipe.channel.finishSending()
    }
  }

  func reset() {
    switch self {
    case .socket(let socket): socket.reset()
    case .memory(let pipe): pipe.channel.reset()
    }
  }
}

/// The server's end of an in-process pipe, with the connection fault of a test.
final class FaultyChannel: Sendable {
  let channel: MemoryChannel
  private let fault: ConnectionFault?
  private let sentCount = Lock(0)

  init(_ channel: MemoryChannel, _ fault: ConnectionFault?) {
    self.channel = channel
    self.fault = fault
  }

  var loop: EventLoop { channel.loop }

  func sleep(_ duration: Duration) async throws(NetError) {
    try await loop.sleep(until: loop.time.deadline(after: duration))
  }

  func receive(into queue: inout ByteQueue) async throws(NetError) -> Int {
    while true {
      var received: Int?
      try queue.append(atMost: 65_536) { (bytes) throws(NetError) in
        received = try channel.receiveNow(into: &bytes)
      }
      if let received { return received }
      try await channel.awaitInput(until: .never)
    }
  }

  /// Sends bytes to the client. Throws an error if a fault has already ended the connection.
  func send(_ bytes: [UInt8]) async throws {
    switch fault {
    case .slow(let byteCount, let pause):
      var rest = bytes[...]
      while !rest.isEmpty {
        try await sleep(pause)
        try await pass(Array(rest.prefix(max(1, byteCount))))
        rest = rest.dropFirst(max(1, byteCount))
      }
    case .reset(let limit):
      let room = max(0, limit - sentCount.withLock(\.self))
      try await pass(Array(bytes.prefix(room)))
      guard bytes.count >= room else { return }
      // The clock advances only after the client has read the sent bytes, so the reset does not
      // discard them.
      try await sleep(.milliseconds(1))
      channel.reset()
      throw TestServerError.fault
    case .refused, .unanswered, .silent, .certificate, nil: try await pass(bytes)
    }
  }

  private func pass(_ bytes: [UInt8]) async throws(NetError) {
    var sent = 0
    while sent < bytes.count {
      let count = try channel.sendNow(bytes.span, from: sent)
      sent += count
      if count == 0 { try await channel.wait(for: .output, .send, until: .never) }
    }
    sentCount.withLock { $0 += bytes.count }
  }
}
