public import ApusBytes

/// A connected stream of bytes, to a TCP peer or one on this machine.
///
/// Every call is tried first, and the task waits only where the kernel has nothing yet. One task
/// at a time receives, and one sends; they may be two. Closing is allowed at any time, and ends
/// what waits. A socket that no one holds any more is closed.
///
/// ## Why no wake-up is lost
///
/// The poller reports a change once. A change after a call answered `EAGAIN` rings the doorbell:
/// either somebody waits and is woken, or the ring is kept and the next wait ends at once. Rings
/// are taken only by waits, and a wait that took one is followed by a new call. So whatever
/// changes after the last call leads to another one.
///
/// A short read of TCP says as much as `EAGAIN`: all that had arrived was taken, and what comes
/// later is a change. It says nothing about the end or urgent data that had arrived too, but such
/// a change is reported as `unusual`; from then on only `EAGAIN` counts. It was reported before
/// the read, or will be, and then the wait ends.
public final class Socket: @unchecked Sendable {
  /// The loop that wakes the tasks.
  public let loop: EventLoop
  /// The address of the other side.
  public let peer: SocketAddress
  /// The address of this side.
  public let local: SocketAddress

  let descriptor: Descriptor
  let readiness: Readiness
  private let token: UInt64

  // Seen and changed by the task that receives.
  /// Whether all that had arrived was taken, so that a call would be in vain.
  private(set) var isDry: Bool
  private var trustsShortReads: Bool
  private let pace = Pace()

  /// Takes over a descriptor that is connected, or about to be.
  ///
  /// Where nothing is expected to have come, the poller has told of what has.
  init(
    _ descriptor: Descriptor, _ attachment: Attachment, peer: SocketAddress, isDry: Bool = false
  ) {
    self.isDry = isDry
    self.descriptor = descriptor
    self.peer = peer
    loop = attachment.loop
    readiness = attachment.readiness
    token = attachment.token
    local = SocketAddress(of: descriptor, isPeer: false) ?? .unix(path: "")
    trustsShortReads = peer.isTCP
  }

  deinit { close() }

  /// Closes the socket; what still waits for it throws `closed`.
  ///
  /// The kernel goes on sending what it has taken.
  public func close() {
    guard !descriptor.isClosed else { return }
    loop.remove(descriptor, token: token)
    descriptor.close()
    readiness.close()
  }

  /// Closes the socket and drops what was not sent; a TCP peer sees a reset.
  public func reset() {
    _ = descriptor.use(Kernel.Sockets.discardOnClose)
    close()
  }

  /// Tells the peer that nothing more is sent; receiving goes on.
  public func finishSending() throws(NetError) {
    let result = descriptor.use(Kernel.Sockets.finishSending)
    guard result == 0 else { throw NetError("shutdown", peer, result: result) }
  }

  /// Waits for any of the rings, after a call that got nothing.
  ///
  /// This is how one task sends and receives by turns: it tries both, and waits for either.
  public func wait(
    for rings: Doorbell.Rings, _ operation: NetError.Operation, until deadline: Deadline
  ) async throws(NetError) {
    let doorbell = rings == .output ? readiness.output : readiness.input
    try note(await doorbell.pause(for: rings, until: deadline), rings, operation)
  }

  /// Rung when there is something to receive; a `nudge` there ends a wait for that too.
  public var inputBell: Doorbell { readiness.input }

  /// Notes that a call may now get something done, or throws why the wait has ended.
  private func note(
    _ pause: Doorbell.Pause, _ rings: Doorbell.Rings, _ operation: NetError.Operation
  ) throws(NetError) {
    guard case .rung(let rung) = pause.wakeup, !rung.contains(.closed) else {
      throw NetError(pause.wakeup, operation, peer)
    }
    if pause.hasSuspended { pace.rest() }
    // What only the sending task waits for must not touch what the receiving task has noted.
    guard rings.contains(.input) else { return }
    isDry = false
    if rung.contains(.unusual) { trustsShortReads = false }
  }
}

extension Socket {
  /// Waits until it is worth while to receive: at once, unless all that had arrived was taken.
  public func awaitInput(until deadline: Deadline) async throws(NetError) {
    if isDry {
      try note(await readiness.input.pause(for: .input, until: deadline), .input, .receive)
    }
    if pace.step() { try await Pace.giveWay(.receive, peer, until: deadline, loop.time) }
  }

  /// Appends what has arrived, and waits until something has; returns how much, and 0 at the end.
  public func receive(
    into bytes: inout OutputSpan<UInt8>, until deadline: Deadline
  ) async throws(NetError) -> Int {
    while true {
      try await awaitInput(until: deadline)
      if let count = try receiveNow(into: &bytes) { return count }
    }
  }

  /// Appends what has arrived, and waits until something has; returns how much, and 0 at the end.
  ///
  /// No memory is set aside while the task waits.
  public func receive(
    into queue: inout ByteQueue, atMost limit: Int = 65_536, until deadline: Deadline
  ) async throws(NetError) -> Int {
    while true {
      try await awaitInput(until: deadline)
      var received: Int?
      try queue.append(atMost: limit) { (bytes) throws(NetError) in
        received = try receiveNow(into: &bytes)
      }
      if let received { return received }
    }
  }

  /// Appends what has arrived; nil if nothing has, and 0 at the end.
  public func receiveNow(into bytes: inout OutputSpan<UInt8>) throws(NetError) -> Int? {
    precondition(!bytes.isFull, "there is no room to receive into")
    let room = bytes.freeCapacity
    let result = descriptor.use { Kernel.Sockets.receive($0, into: &bytes) }
    if result == Kernel.Failure.tryAgain {
      isDry = true
      return nil
    }
    guard result >= 0 else { throw NetError("recv", peer, result: result) }
    isDry = trustsShortReads && result > 0 && result < room
    return Int(result)
  }
}

extension Socket {
  /// Sends all of up to three pieces, one after the other.
  public func send(
    _ first: Span<UInt8>, _ second: Span<UInt8> = Span(), _ third: Span<UInt8> = Span(),
    until deadline: Deadline
  ) async throws(NetError) {
    let total = first.count + second.count + third.count
    var sent = 0
    while sent < total {
      if pace.step() { try await Pace.giveWay(.send, peer, until: deadline, loop.time) }
      let count = try sendNow(first, second, third, from: sent)
      sent += count
      if count == 0 {
        try note(await readiness.output.pause(for: .output, until: deadline), .output, .send)
      }
    }
  }

  /// Sends what the kernel takes at once of up to three pieces, from an offset in them on.
  public func sendNow(
    _ first: Span<UInt8>, _ second: Span<UInt8> = Span(), _ third: Span<UInt8> = Span(),
    from offset: Int = 0
  ) throws(NetError) -> Int {
    let rest1 = first.extracting(min(offset, first.count)...)
    let offset2 = max(0, offset - first.count)
    let rest2 = second.extracting(min(offset2, second.count)...)
    let offset3 = max(0, offset2 - second.count)
    let rest3 = third.extracting(min(offset3, third.count)...)
    let result = descriptor.use { socket in
      rest2.isEmpty && rest3.isEmpty
        ? Kernel.Sockets.send(socket, rest1) : Kernel.Sockets.send(socket, rest1, rest2, rest3)
    }
    if result == Kernel.Failure.tryAgain { return 0 }
    guard result >= 0 else { throw NetError("send", peer, result: result) }
    return Int(result)
  }

  /// Sends a part of a file, which the kernel takes without a detour through this process.
  ///
  /// A file that has become shorter is an error, and leaves the stream unfinished.
  public func send(
    _ file: ReadableFile, _ range: Range<Int64>, until deadline: Deadline
  ) async throws(NetError) {
    var at = range.lowerBound
    while at < range.upperBound {
      if pace.step() { try await Pace.giveWay(.send, peer, until: deadline, loop.time) }
      let count = Int(min(range.upperBound - at, Self.filePiece))
      file.willRead(at + Self.filePiece, count: Self.filePiece)
      let result = descriptor.use { socket in
        file.descriptor.use { Kernel.Sockets.sendFile(socket, $0, offset: at, count: count) }
      }
      switch result {
      case 0: throw .fileEndedEarly(at: at)
      case 1...: at += result
      case Kernel.Failure.tryAgain:
        try note(await readiness.output.pause(for: .output, until: deadline), .output, .send)
      default: throw NetError("sendfile", peer, result: result)
      }
    }
  }

  /// How much of a file is sent by one call, which may have to wait for the disk.
  private static var filePiece: Int64 { 256 << 10 }
}

extension Socket {
  /// Sends what the kernel takes at once of a part of a file; 0 if it takes nothing now.
  ///
  /// A file that has become shorter is an error, and leaves the stream unfinished.
  public func sendNow(_ file: ReadableFile, _ range: Range<Int64>) throws(NetError) -> Int {
    precondition(!range.isEmpty, "there is nothing to send")
    let result = descriptor.use { socket in
      file.descriptor.use {
        Kernel.Sockets.sendFile(socket, $0, offset: range.lowerBound, count: Int(range.count))
      }
    }
    switch result {
    case 0: throw .fileEndedEarly(at: range.lowerBound)
    case 1...: return Int(result)
    case Kernel.Failure.tryAgain: return 0
    default: throw NetError("sendfile", peer, result: result)
    }
  }
}

/// A descriptor's place in a loop, from when it is added until it is taken out.
struct Attachment {
  let loop: EventLoop
  let readiness: Readiness
  let token: UInt64

  /// Lets a loop report a descriptor.
  init(of descriptor: Descriptor, to loop: EventLoop) throws(NetError) {
    self.loop = loop
    readiness = Readiness(on: loop)
    token = try loop.add(descriptor, readiness)
  }
}
