import ApusNet
import Testing

/// A server that echoes all bytes, on a loop that a test provides.
///
/// It accepts one connection after the other and serves each in a task of its own, until the scope
/// that it was started in cancels it.
enum Echo {
  static let home = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: 0)

  /// Serves while `body` runs.
  static func serve<Result: Sendable>(
    at address: SocketAddress = home, on loop: EventLoop,
    _ body: @Sendable (SocketAddress) async throws -> Result
  ) async throws -> Result {
    let listener = try Listener(at: address, on: loop)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await withDiscardingTaskGroup { connections in
          while let socket = try? await listener.accept() {
            connections.addTask { try? await answer(on: socket) }
          }
        }
      }
      defer {
        listener.close()
        group.cancelAll()
      }
      return try await body(listener.address)
    }
  }

  /// Echoes the bytes of one connection, until its end.
  static func answer(on socket: Socket) async throws {
    var queue = ByteQueue()
    while try await socket.receive(into: &queue, until: .never) > 0 {
      let bytes = queue.bytes
      queue.removeAll()
      try await socket.send(bytes.span, until: .never)
    }
    try socket.finishSending()
  }
}

extension ByteQueue {
  /// A copy of the waiting bytes.
  var bytes: [UInt8] {
    withBytes { bytes in
      var copy: [UInt8] = []
      copy.append(bytes)
      return copy
    }
  }
}

/// Returns the error of a call, if there is one.
func failure(_ call: () async throws -> Void) async -> NetError? {
  do {
    try await call()
  } catch let error as NetError {
    return error
  } catch {
    Issue.record(error)
  }
  return nil
}

extension Socket {
  /// Receives until a number of bytes has arrived, or the end.
  func receiveAll(
    _ limit: Int = .max, until deadline: Deadline = .after(.seconds(100))
  ) async throws(NetError) -> [UInt8] {
    var queue = ByteQueue()
    while queue.count < limit {
      let count = try await receive(
        into: &queue, atMost: min(65_536, limit - queue.count), until: deadline)
      if count == 0 { break }
    }
    return queue.bytes
  }

  func send(_ bytes: [UInt8], until deadline: Deadline = .after(.seconds(100)))
    async throws(NetError)
  {
    try await send(bytes.span, until: deadline)
  }
}

extension EventLoop {
  /// Provides a loop, and shuts it down afterwards; no task may still wait then.
  ///
  /// Tests run in parallel, and each has threads of its own: only a few may run at a time.
  static func lend<Result>(_ body: (EventLoop) async throws -> Result) async throws -> Result {
    await Places.shared.take()
    defer { Places.shared.give() }
    let loop = try EventLoop()
    do {
      let result = try await body(loop)
      #expect(loop.census == (0, 0, 0))
      await loop.shutdown()
      return result
    } catch {
      await loop.shutdown()
      throw error
    }
  }
}

/// Two ends of a connection over loopback.
struct Connection {
  let client: Socket
  let server: Socket

  init(on loop: EventLoop, options: SocketOptions = .init()) async throws {
    let listener = try Listener(at: Echo.home, options: options, on: loop)
    async let accepted = listener.accept(until: .after(.seconds(10)))
    client = try await Socket.connect(
      to: listener.address, options: options, until: .after(.seconds(10)), on: loop)
    server = try await accepted
    listener.close()
  }
}

/// A value that several tasks of a test share.
final class Shared<Value: Sendable>: Sendable {
  private let lock: Lock<Value>

  init(_ value: sending Value) { lock = Lock(value) }

  var value: Value { lock.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) { lock.withLock(body) }
}
