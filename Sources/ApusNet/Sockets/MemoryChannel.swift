internal import ApusBytes

/// One end of an in-memory connection within the process.
///
/// Each end receives the bytes that the other end sends. As with a socket, the capacity is limited
/// and send and receive calls never wait. One task at a time receives, and one task at a time
/// sends.
public final class MemoryChannel: Sendable {
  /// The event loop that wakes tasks that wait for the channel.
  public let loop: EventLoop
  /// The wake-up signal for received bytes. A `nudge` of another task also ends a wait for bytes.
  public let inputBell: Doorbell
  private let outputBell: Doorbell
  private let incoming: Pipe
  private let outgoing: Pipe

  /// The buffered bytes in one direction of the in-memory connection.
  private final class Pipe: Sendable {
    struct State {
      var bytes = ByteQueue()
      var isFinished = false
      /// A Boolean value that indicates whether one end of the connection was closed before all
      /// bytes were sent or received.
      var isBroken = false
      /// A Boolean value that indicates whether the sending end was closed by its own program.
      var hasSenderLeft = false
      /// A Boolean value that indicates whether the receiving end was closed by its own program.
      var hasReceiverLeft = false
    }

    let state = Lock(State())
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }
  }

  private init(_ incoming: Pipe, _ outgoing: Pipe, _ bells: Bells, on loop: EventLoop) {
    self.loop = loop
    self.incoming = incoming
    self.outgoing = outgoing
    inputBell = bells.ownInput
    outputBell = bells.ownOutput
    peerInput = bells.peerInput
    peerOutput = bells.peerOutput
  }

  private struct Bells {
    let ownInput: Doorbell
    let ownOutput: Doorbell
    let peerInput: Doorbell
    let peerOutput: Doorbell
  }

  private let peerInput: Doorbell
  private let peerOutput: Doorbell

  /// Returns the two ends of an in-memory connection, with a buffer capacity for each direction.
  public static func pair(
    on loop: EventLoop, and other: EventLoop, capacity: Int = 65_536
  ) -> (MemoryChannel, MemoryChannel) {
    let (there, back) = (Pipe(capacity: capacity), Pipe(capacity: capacity))
    func bell(_ loop: EventLoop) -> Doorbell { Doorbell(on: loop, keepsPlace: true) }
    let bells = Bells(
      ownInput: bell(loop), ownOutput: bell(loop), peerInput: bell(other), peerOutput: bell(other))
    let reversed = Bells(
      ownInput: bells.peerInput, ownOutput: bells.peerOutput, peerInput: bells.ownInput,
      peerOutput: bells.ownOutput)
    return (
      MemoryChannel(back, there, bells, on: loop), MemoryChannel(there, back, reversed, on: other)
    )
  }

  deinit { close() }
}

extension MemoryChannel {
  /// Appends the received bytes to the output without waiting, and returns their number.
  ///
  /// Returns `nil` if no bytes are available, and 0 at the end of the input.
  public func receiveNow(into bytes: inout OutputSpan<UInt8>) throws(NetError) -> Int? {
    let count = try incoming.state.withLock { (state) throws(NetError) -> Int? in
      guard !state.hasReceiverLeft else { throw .closed }
      if state.bytes.isEmpty {
        if state.isBroken { throw .reset(by: .unix(path: "")) }
        return state.isFinished ? 0 : nil
      }
      let count = min(bytes.freeCapacity, state.bytes.count)
      state.bytes.withBytes { waiting in
        for index in 0..<count { bytes.append(waiting[index]) }
      }
      state.bytes.consume(count)
      return count
    }
    if count ?? 0 > 0 { ringRoom() }
    return count
  }

  /// Sends the concatenation of up to three byte spans from an offset, up to the free capacity.
  public func sendNow(
    _ first: Span<UInt8>, _ second: Span<UInt8> = Span(), _ third: Span<UInt8> = Span(),
    from offset: Int = 0
  ) throws(NetError) -> Int {
    let sent = try outgoing.state.withLock { (state) throws(NetError) in
      guard !state.hasSenderLeft else { throw .closed }
      guard !state.isBroken else { throw .reset(by: .unix(path: "")) }
      guard !state.isFinished else { throw .brokenPipe(to: .unix(path: "")) }
      var room = outgoing.capacity - state.bytes.count
      var (skip, sent) = (offset, 0)
      func take(_ piece: Span<UInt8>) {
        let start = min(skip, piece.count)
        skip -= start
        let count = min(room, piece.count - start)
        state.bytes.append(piece.extracting(start..<(start + count)))
        room -= count
        sent += count
      }
      take(first)
      take(second)
      take(third)
      return sent
    }
    if sent > 0 { peerInput.ring(.input) }
    return sent
  }

  /// Ends the sending direction of the channel. The receiving direction continues.
  public func finishSending() {
    outgoing.state.withLock { $0.isFinished = true }
    peerInput.ring(.input)
  }

  /// Closes this end of the channel.
  ///
  /// Waiting and later calls throw `closed`, and the peer receives the end of the input.
  public func close() {
    outgoing.state.withLock { state in
      state.isFinished = true
      state.hasSenderLeft = true
    }
    incoming.state.withLock { state in
      state.isBroken = true
      state.hasReceiverLeft = true
      state.bytes.removeAll()
    }
    leave()
  }

  /// Closes this end of the channel with a reset, which the peer receives as an error.
  public func reset() {
    outgoing.state.withLock { state in
      state.isBroken = true
      state.hasSenderLeft = true
      state.bytes.removeAll()
    }
    incoming.state.withLock { state in
      state.isBroken = true
      state.hasReceiverLeft = true
    }
    leave()
  }

  private func leave() {
    for bell in [inputBell, outputBell] {
      bell.ring(.closed)
      bell.retire()
    }
    peerInput.ring(.input)
    ringRoom()
  }

  /// Wakes the peer's sending task, because the buffer has capacity for more bytes.
  private func ringRoom() {
    peerOutput.ring(.output)
    peerInput.ring(.output)
  }
}

extension MemoryChannel {
  /// Waits until the channel may be ready, after a send or receive call without a result.
  public func wait(
    for rings: Doorbell.Rings, _ operation: NetError.Operation, until deadline: Deadline
  ) async throws(NetError) {
    let bell = rings == .output ? outputBell : inputBell
    let wakeup = await bell.wait(for: rings, until: deadline)
    guard case .rung(let rung) = wakeup, !rung.contains(.closed) else {
      throw NetError(wakeup, operation, nil)
    }
  }

  /// Waits until bytes or the end of the input can be received, or until another task wakes the
  /// caller.
  public func awaitInput(until deadline: Deadline) async throws(NetError) {
    if silence() == .kept { try await wait(for: .input, .receive, until: deadline) }
  }

  /// Checks for received bytes without reading the bytes.
  public func silence() -> Socket.Silence {
    incoming.state.withLock { state in
      if !state.bytes.isEmpty { return .data }
      if state.isBroken { return .failed(.reset(by: .unix(path: ""))) }
      return state.isFinished ? .ended : .kept
    }
  }

  /// Calls `notify` on the event loop's thread when the peer sends bytes or closes, or at the
  /// deadline.
  ///
  /// If bytes or a close are already present, returns the reason and never calls `notify`.
  public func watchSilence(
    until deadline: Deadline, _ notify: @escaping @Sendable (Doorbell.Wakeup) -> Void
  ) -> Socket.Silence {
    while true {
      let silence = silence()
      guard silence == .kept else { return silence }
      guard loop.isRunning else { return .failed(.shutDown) }
      if inputBell.watch(until: deadline, notify) { return .kept }
    }
  }

  /// Cancels the closure of `watchSilence`.
  ///
  /// Returns `false` if the closure was already called or is about to be called.
  public func endWatch() -> Bool { inputBell.unwatch() }
}
