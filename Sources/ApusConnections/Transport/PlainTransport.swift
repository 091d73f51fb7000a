internal import ApusBytes
internal import ApusNet

/// A clear-text transport: a socket or pipe with its received but unread bytes.
///
/// One request at a time owns the connection with its transport.
final class PlainTransport {
  let channel: Channel
  private let loop: EventLoop
  private(set) var input = ByteQueue()

  init(_ channel: Channel) {
    self.channel = channel
    loop = channel.loop
  }

  /// Receives the available bytes up to a limit, and returns their number. Returns `nil` if no
  /// bytes are available, and 0 at the end of the input.
  func receiveNow(atMost room: Int) throws(NetError) -> Int? {
    try changeInput { (input) throws(NetError) in
      if input.capacity == 0 { loop.lendMemory(to: &input) }
      var count: Int?
      try input.append(atMost: room) { (bytes) throws(NetError) in
        count = try channel.receiveNow(into: &bytes)
      }
      return count
    }
  }

  /// Passes the received bytes to `body`, drops the bytes that `body` has read, and appends the
  /// returned content.
  func read<Step, Failure: Error>(
    into content: inout [UInt8],
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, content: Range<Int>?, Step)
  ) throws(Failure) -> Step {
    try changeInput { (input) throws(Failure) in try input.read(into: &content, body) }
  }

  /// Removes and returns all received bytes. Returns `nil` if no bytes were received.
  func takeInput() -> [UInt8]? { input.isEmpty ? nil : changeInput { $0.takeAll() } }

  /// Sends the bytes that the kernel accepts without waiting, and returns the number of sent body
  /// bytes. Returns `nil` if the kernel accepts no bytes.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    let count = try channel.sendNow(
      buffer.before.span, buffer.piece.span, buffer.after.span, from: buffer.sentCount)
    return count > 0 ? buffer.advance(count) : nil
  }

  /// Releases buffer memory that an idle connection does not need.
  func rest() {
    guard input.capacity > SendBuffer.restingCapacity else { return }
    changeInput { loop.takeMemory(of: &$0) }
  }

  /// Calls a closure with mutable access to the received bytes.
  ///
  /// The bytes are moved out of the object during the access, because the runtime checks accesses
  /// to class properties that do not end immediately.
  @inline(__always)
  private func changeInput<Result, Failure: Error>(
    _ body: (inout ByteQueue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var taken = ByteQueue()
    swap(&input, &taken)
    defer { swap(&input, &taken) }
    return try body(&taken)
  }
}
