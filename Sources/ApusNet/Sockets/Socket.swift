public import ApusBytes

/// A connected stream socket, to a TCP peer or to a process on this machine.
///
/// Each operation first tries the system call, and waits only if the kernel has no data or no
/// buffer space. One task may receive while another task sends. A socket may be closed at any time,
/// which ends all waits. A socket is closed when its last reference is released.
///
/// ## Why no wake-up is lost
///
/// The poller reports a change once. A change after a call returned `EAGAIN` sends a wake-up
/// signal. The signal wakes the waiting task, or is stored and ends the next wait immediately. Only
/// waits consume signals, and the task repeats the call after each wait. Every change after the
/// last call therefore leads to another call.
///
/// A short read of TCP is equivalent to `EAGAIN`, because all received bytes were read and later
/// bytes are a change. A short read does not report the end of the stream or urgent data. The
/// poller reports both as `unusual`, and after that report only `EAGAIN` counts.
public final class Socket: @unchecked Sendable {
  /// The event loop that wakes tasks that wait for the socket.
  public let loop: EventLoop
  /// The address of the peer of the socket.
  public let peer: SocketAddress
  /// The local address of the socket.
  public let local: SocketAddress

  let descriptor: Descriptor
  let readiness: Readiness
  private let token: UInt64

  // Only the task that receives bytes accesses the following property.
  /// A Boolean value that indicates whether all received bytes were read, so a receive call would
  /// return no bytes.
  private(set) var isDry: Bool
  private var trustsShortReads: Bool
  private let pace = Pace()

  /// Takes ownership of a connected or connecting file descriptor.
  ///
  /// If no bytes are expected, the first receive call waits for a report of the poller.
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

  /// Waits until the socket may be ready, after a send or receive call without a result.
  ///
  /// One task can alternate between sending and receiving: the task tries both operations, and
  /// waits until either is possible.
  public func wait(
    for rings: Doorbell.Rings, _ operation: NetError.Operation, until deadline: Deadline
  ) async throws(NetError) {
    let doorbell = rings == .output ? readiness.output : readiness.input
    try note(await doorbell.pause(for: rings, until: deadline), rings, operation)
  }

  /// The wake-up signal for received bytes. A `nudge` of another task also ends a wait for bytes.
  public var inputBell: Doorbell { readiness.input }

  /// Records that the socket may be ready again, or throws the error of the ended wait.
  private func note(
    _ pause: Doorbell.Pause, _ rings: Doorbell.Rings, _ operation: NetError.Operation
  ) throws(NetError) {
    guard case .rung(let rung) = pause.wakeup, !rung.contains(.closed) else {
      throw NetError(pause.wakeup, operation, peer)
    }
    if pause.hasSuspended { pace.rest() }
    // A wake-up of the sending task must not change the state of the receiving task.
    guard rings.contains(.input) else { return }
    isDry = false
    if rung.contains(.unusual) { trustsShortReads = false }
  }
}

extension Socket {
  /// Waits until the socket may have received bytes.
  ///
  /// The function returns immediately if unread bytes may remain.
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

  /// Appends received bytes to the output without waiting, and returns their number.
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
  /// Sends all bytes of up to three byte spans in order, and waits if needed.
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

  /// Sends the concatenation of up to three byte spans from an offset, as far as the kernel accepts
  /// bytes.
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

  /// The maximum number of file bytes that one system call sends.
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

/// The registration of a socket's file descriptor with an event loop.
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
