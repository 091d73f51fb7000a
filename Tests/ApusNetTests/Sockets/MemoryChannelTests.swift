import ApusBytes
import ApusNet
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct MemoryChannelTests {
  private func receive(from channel: MemoryChannel) throws(NetError) {
    var bytes = ByteQueue()
    try bytes.append(atMost: 16) { (bytes) throws(NetError) in
      _ = try channel.receiveNow(into: &bytes)
    }
  }

  @Test(arguments: [true, false])
  func `an end that its own program has closed reports no fault of the other end`(
    isReset: Bool
  ) async throws {
    try await EventLoop.lend { loop in
      let (own, other) = MemoryChannel.pair(on: loop, and: loop)
      own.close()
      if isReset { other.reset() } else { other.close() }
      #expect(throws: NetError.closed) { try receive(from: own) }
      #expect(throws: NetError.closed) { try own.sendNow([1].span) }
    }
  }

  @Test func `a reset is an error of the other end`() async throws {
    try await EventLoop.lend { loop in
      let (own, other) = MemoryChannel.pair(on: loop, and: loop)
      other.reset()
      #expect(throws: NetError.reset(by: .unix(path: ""))) { try receive(from: own) }
      #expect(throws: NetError.reset(by: .unix(path: ""))) { try own.sendNow([1].span) }
    }
  }
}
