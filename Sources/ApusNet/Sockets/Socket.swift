public import ApusBytes

/// A connected stream of bytes, to a TCP peer or to a process on this machine.
///
/// Every call is tried first, and the task waits only if the kernel has no data or space. One task
/// may receive while another task sends. Closing a socket is allowed at any time, and ends all
/// waits. A socket is closed when its last reference is released.
///
/// ## Why no wake-up is lost
///
/// The poller reports a change once. A change after a call returned `EAGAIN` rings the doorbell.
/// The ring wakes a waiting task, or the ring is stored and the next wait ends immediately. Only
/// waits take rings, and a new call follows each wait that took a ring. Every change after the last
/// call therefore leads to another call.
///
/// A short read of TCP is equivalent to `EAGAIN`: all received bytes were taken, and later bytes
/// are a change. A short read does not report the end or urgent data that had also arrived. The
/// poller reports such a change as `unusual`, and from then on only `EAGAIN` counts. The report
/// precedes the read, or ends the next wait.
public final class Socket: @unchecked Sendable {
  /// The event loop that wakes the tasks of the socket.
  public let loop: EventLoop
  /// The address of the peer.
  public let peer: SocketAddress
  /// The local address of the socket.
  public let local: SocketAddress

  let descriptor: Descriptor
  let readiness: Readiness
  private let token: UInt64

  // Only the task that receives bytes accesses the following property.
  /// A Boolean value that indicates whether all received bytes were taken. A call to receive would
  /// then return no bytes.
  private(set) var isDry: Bool
  private var trustsShortReads: Bool
  private let pace = Pace()

  /// Takes ownership of a file descriptor that is connected, or about to be connected.
  ///
  /// If no bytes are expected, the poller has reported any bytes that have arrived.
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

  /// Closes the socket. Waiting calls throw `closed`.
  ///
  /// The kernel still sends the bytes that it has accepted.
  public func close() {
    guard !descriptor.isClosed else { return }
    loop.remove(descriptor, token: token)
    descriptor.close()
    readiness.close()
  }

  /// Closes the socket and drops unsent bytes. A TCP peer receives a reset.
  public func reset() {
    _ = descriptor.use(Kernel.Sockets.discardOnClose)
    close()
  }

  /// Ends the sending direction of the socket. The receiving direction continues.
  public func finishSending() throws(NetError) {
    let result = descriptor.use(Kernel.Sockets.finishSending)
    guard result == 0 else { throw NetError("shutdown", peer, result: result) }
  }

  /// Waits for any of the rings, after a call without a result.
  ///
  /// One task can alternate between sending and receiving: the task tries both operations, and
  /// waits until either is possible.
  public func wait(
    for rings: Doorbell.Rings, _ operation: NetError.Operation, until deadline: Deadline
  ) async throws(NetError) {
    let doorbell = rings == .output ? readiness.output : readiness.input
    try note(await doorbell.pause(for: rings, until: deadline), rings, operation)
  }

  /// The doorbell that rings when bytes can be received. A `nudge` also ends such a wait.
  public var inputBell: Doorbell { readiness.input }

  /// Records that a call may now succeed, or throws the error of the ended wait.
  private func note(
    _ pause: Doorbell.Pause, _ rings: Doorbell.Rings, _ operation: NetError.Operation
  ) throws(NetError) {
    guard case .rung(let rung) = pause.wakeup, !rung.contains(.closed) else {
      throw NetError(pause.wakeup, operation, peer)
    }
    if pause.hasSuspended { pace.rest() }
    // A ring for the sending task must not change the state of the receiving task.
    guard rings.contains(.input) else { return }
    isDry = false
    if rung.contains(.unusual) { trustsShortReads = false }
  }
}

extension Socket {
  /// Waits until bytes may be received.
  ///
  /// The function returns immediately unless all received bytes were taken.
  public func awaitInput(until deadline: Deadline) async throws(NetError) {
    if isDry {
      try note(await readiness.input.pause(for: .input, until: deadline), .input, .receive)
    }
    if pace.step() { try await Pace.giveWay(.receive, peer, until: deadline, loop.time) }
  }

  /// Appends received bytes and returns their number, after a wait if no bytes are available.
  ///
  /// The result is 0 at the end of the input.
  public func receive(
    into bytes: inout OutputSpan<UInt8>, until deadline: Deadline
  ) async throws(NetError) -> Int {
    while true {
      try await awaitInput(until: deadline)
      if let count = try receiveNow(into: &bytes) { return count }
    }
  }

  /// Appends received bytes and returns their number, after a wait if no bytes are available.
  ///
  /// The result is 0 at the end of the input. No memory is allocated while the task waits.
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

  /// Appends received bytes and returns their number.
  ///
  /// Returns `nil` if no bytes are available, and 0 at the end of the input.
  public func receiveNow(into bytes: inout OutputSpan<UInt8>) throws(NetError) -> Int? {
    precondition(!bytes.isFull, "the buffer has no free capacity")
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
  /// Sends all bytes of up to three pieces, in order.
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

  /// Sends the bytes that the kernel accepts without waiting, of up to three pieces from an offset.
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

  /// Sends a part of a file, which the kernel reads without a copy through this process.
  ///
  /// If the file has become shorter, throws an error and leaves the stream unfinished.
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

  /// The maximum number of file bytes that one call sends, which may wait for the disk.
  private static var filePiece: Int64 { 256 << 10 }
}

extension Socket {
  /// Sends the bytes of a part of a file that the kernel accepts without waiting.
  ///
  /// Returns 0 if the kernel accepts no bytes at the moment. If the file has become shorter, throws
  /// an error and leaves the stream unfinished.
  public func sendNow(_ file: ReadableFile, _ range: Range<Int64>) throws(NetError) -> Int {
    precondition(!range.isEmpty, "the range to send is empty")
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

/// The registration of a file descriptor with an event loop.
struct Attachment {
  let loop: EventLoop
  let readiness: Readiness
  let token: UInt64

  /// Registers a file descriptor with an event loop.
  init(of descriptor: Descriptor, to loop: EventLoop) throws(NetError) {
    self.loop = loop
    readiness = Readiness(on: loop)
    token = try loop.add(descriptor, readiness)
  }
}
