import ApusHTTP
import ApusNet
import ApusTestServer
import ServiceLifecycle

/// A server of the shape that frameworks have: a handler returns a head and a closure, and the
/// closure writes the content after the handler has returned.
final class FrameworkServer: Service {
  struct Request: Sendable {
    let method: HTTP.Method
    let target: String
    let fields: HTTP.Fields
  }

  struct Response: Sendable {
    let status: HTTP.Status
    let body: nonisolated(nonsending) @Sendable (Writer) async throws -> Void
  }

  /// The content of a response, which is sent in chunks.
  struct Writer {
    fileprivate let connection: TestConnection

    func write(_ bytes: [UInt8]) async throws { try await connection.writeChunk(bytes) }
  }

  private struct State {
    var url: String?
    var isShuttingDown = false
  }

  private let handler: @Sendable (Request) async throws -> Response
  private let state = Lock(State())

  init(_ handler: @escaping @Sendable (Request) async throws -> Response) {
    self.handler = handler
  }

  var isShuttingDown: Bool { state.withLock(\.isShuttingDown) }

  /// The URL of the server, which runs soon.
  var url: String {
    get async throws {
      while true {
        if let url = state.withLock(\.url) { return url }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  /// Serves until the shutdown, and then lets the requests in progress end.
  func run() async throws {
    let server = try await TestServer(connections: { try await self.serve($0) })
    state.withLock { $0.url = server.url }
    do { try await gracefulShutdown() } catch {
      await server.shutdown()
      throw error
    }
    state.withLock { $0.isShuttingDown = true }
    await server.drain()
  }

  /// Responds to one request.
  private func serve(_ connection: TestConnection) async throws {
    guard let (head, _) = try await connection.readHead() else { return }
    let request = Request(method: head.method, target: head.target.text, fields: head.fields)
    let response: Response
    do { response = try await handler(request) } catch {
      return try await connection.write(
        "HTTP/1.1 502 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    try await connection.write(
      "HTTP/1.1 \(response.status) \r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
    do { try await response.body(Writer(connection: connection)) } catch {
      // The client learns the failure from the missing end.
      return connection.reset()
    }
    try await connection.write("0\r\n\r\n")
    try await connection.finish()
    try await connection.drain()
  }
}
