package import ApusBytes
package import ApusHTTP
package import ApusNet

/// The conditions of a simulated network, all of which a seed decides.
package struct Simulation: Sendable {
  /// The clock of the simulation, which moves when no task can run.
  package var clock: ManualClock
  /// The authority that issues the certificates of the servers.
  package var authority: TestAuthority
  /// The source of random bytes of the sessions.
  package var random: any RandomSource
  /// The closure that returns the TLS settings of a host.
  package var security: @Sendable (_ host: String) throws -> TestServer.Security
  /// The closure that returns the conduct of a new connection to an origin. The connections of an
  /// origin are counted from 1.
  package var conduct: @Sendable (HTTP.Origin, _ connection: Int) -> any LinkConduct
  /// The closure that receives the load of the event loop after the end of all sessions.
  package var ended: @Sendable ((sockets: Int, waiting: Int, timers: Int)) -> Void

  /// Creates the conditions of a simulation.
  package init(
    clock: ManualClock, authority: TestAuthority, random: any RandomSource,
    security: @escaping @Sendable (String) throws -> TestServer.Security,
    conduct: @escaping @Sendable (HTTP.Origin, Int) -> any LinkConduct,
    ended: @escaping @Sendable ((sockets: Int, waiting: Int, timers: Int)) -> Void
  ) {
    self.clock = clock
    self.authority = authority
    self.random = random
    self.security = security
    self.conduct = conduct
    self.ended = ended
  }
}

/// The decisions about the bytes of one connection: delays, piece sizes and faults.
package protocol LinkConduct: Sendable {
  /// The time until the connection is established.
  var connectDelay: Duration { get }

  /// Returns the next step of a direction that has bytes to deliver.
  func next(_ direction: LinkDirection, _ byteCount: Int) -> LinkStep

  /// Returns the delay of the end of a direction.
  func endDelay(_ direction: LinkDirection) -> Duration
}

/// A direction of a simulated connection.
package enum LinkDirection: Int, Sendable, CaseIterable {
  case toServer, toClient
}

/// A step of a simulated connection in one direction.
package enum LinkStep: Sendable {
  /// The link delivers a number of bytes after a delay.
  case pass(byteCount: Int, after: Duration)
  /// The link resets both ends of the connection.
  case reset
  /// The link ends this direction early. Later bytes are lost.
  case cut
  /// The link loses all later bytes of this direction, and never reports its end.
  case stall
  /// The link changes one byte before it continues.
  case corrupt(at: Int)
}

/// A connection between two pipes, which delivers bytes late, in pieces, or not at all.
final class SimulatedLink: Sendable {
  /// The pipe end of the server.
  let serverEnd: MemoryChannel
  private let ends: [MemoryChannel]
  private let tasks: [Task<Void, Never>]

  /// Creates a link behind the given pipe end, whose other end belongs to the client.
  init(_ clientSide: MemoryChannel, _ conduct: any LinkConduct, on loop: EventLoop) {
    let (serverSide, serverEnd) = MemoryChannel.pair(on: loop, and: loop)
    self.serverEnd = serverEnd
    ends = [clientSide, serverSide]
    tasks = [
      Task(executorPreference: loop) {
        await Self.carry(.toServer, from: clientSide, to: serverSide, conduct)
      },
      Task(executorPreference: loop) {
        await Self.carry(.toClient, from: serverSide, to: clientSide, conduct)
      },
    ]
  }

  /// Closes both ends of the link.
  func close() { for end in ends { end.close() } }

  /// Waits for the end of the link's tasks.
  func end() async { for task in tasks { await task.value } }

  fileprivate static func carry(
    _ direction: LinkDirection, from source: MemoryChannel, to target: MemoryChannel,
    _ conduct: any LinkConduct
  ) async {
    do throws(NetError) {
      while let bytes = try await receive(from: source) {
        guard try await deliver(bytes, direction, source, to: target, conduct) else { return }
      }
      try await pause(conduct.endDelay(direction), on: source.loop)
      target.finishSending()
    } catch {
      // A reset of one end is a reset of the other end.
      source.reset()
      target.reset()
    }
  }

  /// Delivers received bytes to the other end; returns `false` if the direction has ended.
  private static func deliver(
    _ bytes: [UInt8], _ direction: LinkDirection, _ source: MemoryChannel,
    to target: MemoryChannel, _ conduct: any LinkConduct
  ) async throws(NetError) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch conduct.next(direction, rest.count) {
      case .pass(let byteCount, let delay):
        try await pause(delay, on: source.loop)
        let piece = Array(rest.prefix(max(1, byteCount)))
        try await send(piece, to: target)
        rest = rest.dropFirst(piece.count)
      case .corrupt(let index):
        rest[rest.startIndex + index % rest.count] ^= 0x20
      case .reset:
        source.reset()
        target.reset()
        return false
      case .cut:
        target.finishSending()
        while try await receive(from: source) != nil {}
        return false
      case .stall:
        while try await receive(from: source) != nil {}
        return false
      }
    }
    return true
  }

  private static func receive(from source: MemoryChannel) async throws(NetError) -> [UInt8]? {
    while true {
      var bytes = ByteQueue()
      var count: Int?
      try bytes.append(atMost: 16_384) { (bytes) throws(NetError) in
        count = try source.receiveNow(into: &bytes)
      }
      if let count { return count == 0 ? nil : bytes.takeAll() }
      try await source.awaitInput(until: .never)
    }
  }

  private static func send(_ bytes: [UInt8], to target: MemoryChannel) async throws(NetError) {
    var sent = 0
    while sent < bytes.count {
      let count = try target.sendNow(bytes.span, from: sent)
      sent += count
      if count == 0 { try await target.wait(for: .output, .send, until: .never) }
    }
  }

  private static func pause(_ delay: Duration, on loop: EventLoop) async throws(NetError) {
    guard delay > .zero else { return }
    try await loop.sleep(until: loop.time.deadline(after: delay))
  }
}

extension TestConnection {
  /// Passes all further bytes between the client and another server, until both directions end.
  package func tunnel(to other: MemoryChannel) async throws {
    guard case .memory(let pipe) = transport.channel else { throw TestServerError.fault }
    async let toServer: Void = SimulatedLink.carry(
      .toServer, from: pipe.channel, to: other, OpenConduct())
    await SimulatedLink.carry(.toClient, from: other, to: pipe.channel, OpenConduct())
    await toServer
    other.close()
  }
}

/// The conduct of a connection without delays and faults.
private struct OpenConduct: LinkConduct {
  var connectDelay: Duration { .zero }

  func next(_ direction: LinkDirection, _ byteCount: Int) -> LinkStep {
    .pass(byteCount: byteCount, after: .zero)
  }

  func endDelay(_ direction: LinkDirection) -> Duration { .zero }
}
