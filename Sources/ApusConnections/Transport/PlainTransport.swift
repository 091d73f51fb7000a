internal import ApusBytes
internal import ApusNet

/// A transport in clear text: a channel, and what has been received from it and not read.
///
/// One request at a time has it, as it has the connection.
final class PlainTransport {
  let channel: Channel
  private let loop: EventLoop
  private(set) var input = ByteQueue()

  init(_ channel: Channel) {
    self.channel = channel
    loop = channel.loop
  }

  /// Receives what is there, up to so many bytes; nil if nothing is, and 0 at the end.
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

  /// Lends what was received to `body`, drops what that has read, and appends what it says is
  /// content.
  func read<Step, Failure: Error>(
    into content: inout [UInt8],
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, content: Range<Int>?, Step)
  ) throws(Failure) -> Step {
    try changeInput { (input) throws(Failure) in try input.read(into: &content, body) }
  }

  /// Takes all that was received; nil if nothing was.
  func takeInput() -> [UInt8]? { input.isEmpty ? nil : changeInput { $0.takeAll() } }

  /// Sends what the kernel takes at once: how much content was sent, or nil if it takes nothing.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    let count = try channel.sendNow(
      buffer.before.span, buffer.piece.span, buffer.after.span, from: buffer.sentCount)
    return count > 0 ? buffer.advance(count) : nil
  }

  /// Gives up memory that a connection at rest need not keep.
  func rest() {
    guard input.capacity > SendBuffer.restingCapacity else { return }
    changeInput { loop.takeMemory(of: &$0) }
  }

  /// Lends what was received, to be changed.
  ///
  /// It is taken out for as long: an access to what is in a class is checked, unless it ends at
  /// once.
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
