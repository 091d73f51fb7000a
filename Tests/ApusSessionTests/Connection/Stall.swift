import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport

@testable import ApusConnections
@testable import ApusSession

/// A point at which a request can wait, and a server that stops there.
enum Stall: String, CaseIterable, Sendable {
  case connect
  case queue
  case firstByte
  case head
  case body
  case lines
  case collect
  case download
  case upload
  case fileUpload
  case source
  case held
  case tunnelRead
  case tunnelWrite

  /// A server that stops at the place that the path names.
  static func serve(_ connection: TestConnection) async throws {
    while let (head, _) = try await connection.readHead() {
      switch Stall(rawValue: String(head.target.text.dropFirst())) {
      case .head:
        try await connection.write("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 O")
      case .body, .lines, .download, .collect:
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc\nd")
      case .tunnelRead, .tunnelWrite:
        try await connection.write("HTTP/1.1 101 On\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n")
      case .connect, .queue, .firstByte, .upload, .fileUpload, .source, .held: break
      case nil:
        _ = try await connection.readBody()
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        continue
      }
      return try await connection.hang()
    }
  }

  static let much = [UInt8](repeating: 1, count: 16 << 20)

  /// Sends a request that waits there for ever; calls `mark` when the next wait is the one.
  func wait(
    _ session: HTTPSession, _ folder: TemporaryFolder, _ mark: @escaping @Sendable () -> Void
  ) async throws {
    var request = HTTP.Request.get(.reference(rawValue))
    switch self {
    case .connect, .queue, .firstByte:
      mark()
      try await session.send(request)
    case .head, .collect:
      // The session reports the informational response, which sets the mark.
      if self == .collect { mark() }
      try await session.send(request)
    case .body:
      try await session.stream(request) { _, content in
        for try await _ in content { mark() }
      }
    case .lines:
      try await session.stream(request) { _, content in
        for try await _ in content.lines() { mark() }
      }
    case .download:
      mark()
      try await session.download(request, to: "\(folder.path)/never")
    case .upload:
      try await session.upload(.put(.reference(rawValue), .bytes(Self.much))) { _ in mark() }
    case .fileUpload:
      try await session.upload(.put(.reference(rawValue), .file("\(folder.path)/content"))) { _ in
        mark()
      }
    case .source:
      try await session.send(.put(.reference(rawValue), .sequence(Endless(mark))))
    case .held:
      request = .put(.reference(rawValue), .bytes(Self.much))
      request.headers[.expect] = "100-continue"
      mark()
      try await session.send(request)
    case .tunnelRead, .tunnelWrite:
      request.headers[.connection] = "upgrade"
      request.headers[.upgrade] = "x"
      try await session.switchProtocol(request) { _, stream in
        mark()
        if self == .tunnelRead { while try await stream.read() != nil {} }
        while true { try await stream.write(Self.much) }
      }
    }
  }

  /// The number of times that a point was reached.
  final class Marks: Sendable {
    private let reached = Lock(0)

    var count: Int { reached.withLock { $0 } }

    func add() { reached.withLock { $0 += 1 } }
  }

  /// Content of which only the start is ever sent.
  private struct Endless: AsyncSequence, Sendable {
    let mark: @Sendable () -> Void

    init(_ mark: @escaping @Sendable () -> Void) { self.mark = mark }

    func makeAsyncIterator() -> Iterator { Iterator(mark: mark) }

    struct Iterator: AsyncIteratorProtocol {
      let mark: @Sendable () -> Void
      var isFirst = true

      mutating func next() async throws -> [UInt8]? {
        defer { isFirst = false }
        if isFirst { return [1] }
        mark()
        try await Task.sleep(for: .seconds(100))
        return nil
      }
    }
  }
}
