import Testing

@testable import ApusNet

@Suite struct WakerTests {
  /// A job can end the loop before the thread that brought it has woken the loop.
  @Test func `the wake-up handle of an event loop can be used after the loop is released`()
    async throws
  {
    func wakerOfLoopThatWentAway() async throws -> EventLoop.Waker {
      let loop = try EventLoop()
      let waker = loop.withState { $0.waker }
      await loop.shutdown()
      return waker
    }
    let waker = try await wakerOfLoopThatWentAway()
    waker.wake()
    #expect(waker.descriptor.isClosed)
  }
}
