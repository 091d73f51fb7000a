import ApusHTTP
import ApusNet
import ApusTestServer

/// One side of the gateway: sends content, or receives it slowly, and records the results.
///
/// - `GET /content/COUNT/STOP` sends `COUNT` bytes, and resets the connection after `STOP` of them.
/// - `PUT /slow/STOP` receives a little at a time, and resets the connection after `STOP` bytes.
/// - `GET /report` returns the results of all transfers since the last report.
enum Peer {
  private static let piece = [UInt8](repeating: 0x2a, count: 1 << 20)
  /// The number of bytes between two pauses: a gibibyte takes at least three seconds.
  private static let gulp = 8 << 20
  private static let pause = Duration.milliseconds(25)

  private final class Report: Sendable {
    private let lines = Lock<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// Returns the results since the last call.
    func take() -> String {
      lines.withLock { lines in
        defer { lines = [] }
        return lines.joined(separator: "\n")
      }
    }
  }

  /// Serves until the process is ended, and writes the port to a file.
  static func serve(announcedAt path: String) async throws {
    let report = Report()
    let server = try await TestServer(connections: { connection in
      while let (head, _) = try await connection.readHead() {
        let words = head.target.text.split(separator: "/").map(String.init)
        let numbers = words.compactMap { Int($0) }
        switch (words.first, numbers.count) {
        case ("content", 2): try await send(numbers[0], numbers[1], connection, report)
        case ("slow", 1): try await take(numbers[0], connection, report)
        default: try await answer(report.take(), connection)
        }
      }
    })
    try await announce(server.port, at: path)
    try await EventLoop.shared().sleep(until: .never)
  }

  /// Writes the port of a server to a file.
  static func announce(_ port: UInt16, at path: String) async throws {
    let file = try await FileAccess(on: .shared()).createPartial(
      for: path, replacing: true, until: .never)
    try await file.write(Array("\(port)".utf8), until: .never)
    try await file.commit(until: .never)
  }

  private static func answer(_ text: String, _ connection: TestConnection) async throws {
    try await connection.write(
      "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
  }

  private static func send(
    _ count: Int, _ stop: Int, _ connection: TestConnection, _ report: Report
  ) async throws {
    do {
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
      for at in stride(from: 0, to: min(count, stop), by: piece.count) {
        try await connection.write(Array(piece.prefix(min(count, stop) - at)))
      }
    } catch {
      report.add("left")
      throw error
    }
    guard count > stop else { return report.add("sent \(count)") }
    report.add("reset")
    connection.reset()
  }

  private static func take(
    _ stop: Int, _ connection: TestConnection, _ report: Report
  ) async throws {
    var (count, pauses) = (0, 0)
    do {
      while let piece = try await connection.readPiece() {
        count += piece.count
        if count >= stop {
          report.add("reset")
          return connection.reset()
        }
        guard count / gulp > pauses else { continue }
        pauses = count / gulp
        try await connection.sleep(pause)
      }
    } catch {
      report.add("cut")
      throw error
    }
    report.add("whole \(count)")
    try await answer("\(count)", connection)
  }
}
