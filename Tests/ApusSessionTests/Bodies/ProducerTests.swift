import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A request's own sequence that is slow, while the connection continues.
@Suite(.ownThread) struct ProducerTests {
  /// A sequence whose pieces a test controls, and which notes that its task was cancelled.
  private struct Told {
    let pieces: Pieces
    let teller: AsyncStream<[UInt8]>.Continuation
    private let cancelled = Gate()

    /// Pieces that a test yields, with a flag for the first read.
    struct Pieces: AsyncSequence, Sendable {
      let told: AsyncStream<[UInt8]>
      let asked = Gate()

      struct AsyncIterator: AsyncIteratorProtocol {
        var told: AsyncStream<[UInt8]>.Iterator
        let asked: Gate

        mutating func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? {
          asked.open()
          return await told.next(isolation: actor)
        }
      }

      func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(told: told.makeAsyncIterator(), asked: asked)
      }
    }

    init() {
      let (told, teller) = AsyncStream<[UInt8]>.makeStream()
      (pieces, self.teller) = (Pieces(told: told), teller)
      teller.onTermination = { [cancelled] in if case .cancelled = $0 { cancelled.open() } }
    }

    /// Returns after the first piece was requested.
    func question() async { await pieces.asked.pass() }

    /// Returns once the task that reads the sequence was cancelled.
    func cancellation() async { await cancelled.pass() }
  }

  private static let echo: TestConnection.Work = { connection in
    while try await connection.readHead() != nil {
      try await connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while let piece = try await connection.readPiece() { try await connection.writeChunk(piece) }
      try await connection.write("0\r\n\r\n")
    }
  }

  @Test(arguments: [false, true])
  func `a request body sequence may wait for the response to the same request`(onLoop: Bool)
    async throws
  {
    try await SessionFixture.withConnections(Self.echo) { fixture in
      let told = Told()
      var heard: [UInt8] = []
      func talk() async throws {
        told.teller.yield([0])
        try await fixture.session.stream(.post("", .sequence(told.pieces))) { _, content in
          for try await piece in content {
            heard += piece
            if piece.last == 99 {
              told.teller.finish()
            } else {
              told.teller.yield([heard.last! + 1])
            }
          }
        }
      }
      if onLoop {
        try await withTaskExecutorPreference(fixture.session.executor) { try await talk() }
      } else {
        try await talk()
      }
      #expect(heard == Array(0...99))
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
    }
  }

  @Test func `a request body sequence that never yields ends with the total timeout`()
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve(
        TestNetwork.plain,
        connections: { connection in
          _ = try await connection.readHead()
          try await connection.hang()
        })
      let session = try network.session(TestNetwork.plain) { $0.timeouts.total = .seconds(20) }
      let told = Told()
      let error = await session.failure(of: .post("", .sequence(told.pieces)))
      #expect(error?.reason == .timedOut(.total))
      #expect(network.elapsed == .seconds(20))
      await told.question()
      await told.cancellation()
      #expect(session.gauges.open == 0)
    }
  }

  @Test func `a 413 response ends an upload whose sequence is still preparing bytes`() async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      _ = try await connection.readPiece()
      try await connection.write(
        "HTTP/1.1 413 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
      try await connection.hang()
    } _: { fixture in
      let told = Told()
      told.teller.yield([1])
      let error = await fixture.failure(of: .post("", .sequence(told.pieces)))
      #expect(error?.reason == .status(413))
      await told.cancellation()
      try await fixture.expectNothingLeft()
    }
  }

  @Test func `cancelling a request cancels the async sequence of its request body`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.hang()
    } _: { fixture in
      let told = Told()
      let task = Task { await fixture.failure(of: .post("", .sequence(told.pieces))) }
      // Before that there is no task of the sequence that could be cancelled.
      await told.question()
      task.cancel()
      #expect(await task.value?.reason == .cancelled)
      await told.cancellation()
      try await fixture.expectNothingLeft()
    }
  }
}
