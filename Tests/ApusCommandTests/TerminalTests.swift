import ApusHTTP
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusCommand

/// The screens of the article: captured from tmux, and compared except for times, rates and the
/// port.
@Suite(
  .ownThread, .timeLimit(.minutes(15)),
  .enabled(if: Terminal.isThere || Corpus.isStrict, "there is no tmux that starts here"))
struct TerminalTests {
  @Test func `the documented screen shows the formatted JSON of a response`() async throws {
    try await TrialServer.run(nil) { _ in
      let body = #"{"id":7,"name":"Ada","tags":["x","y"],"mail":null}"#
      let type: HTTP.Fields = ["Content-Type": "application/json"]
      return .response(HTTP.Response(200, headers: type, body: Array(body.utf8)))
    } _: { server in
      try await Self.expect("apus get http://localhost:8080/users/7", on: server.port)
    }
  }

  @Test func `the documented screen shows a download's progress, rate and remaining time`()
    async throws
  {
    let isCaptured = Lock(false)
    try await TrialServer.run(nil) { _ in
      .connection { connection in
        let bytes = TestRoutes.bytes(2 << 20)
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(8 << 20)\r\n\r\n")
        try await connection.write(bytes, byteCount: 1 << 16, every: .milliseconds(40))
        // The rest is never sent: the line stays while a slow machine captures it.
        while !isCaptured.withLock(\.self) { try await connection.sleep(.milliseconds(50)) }
      }
    } _: { server in
      defer { isCaptured.withLock { $0 = true } }
      try await Self.expect(
        "apus get http://localhost:8080/today.tar --output today.tar", on: server.port,
        until: " left")
    }
  }

  @Test func `the documented screen shows an upload's progress, rate and remaining time`()
    async throws
  {
    let isCaptured = Lock(false)
    let server = try await TestServer(connections: { connection in
      _ = try await connection.readHead()
      var count = 0
      while count < 24 << 20 {
        count += try await connection.readPiece()?.count ?? 0
        try await connection.sleep(.milliseconds(5))
      }
      // The server reads no more: the line stays while a slow machine captures it.
      while !isCaptured.withLock(\.self) { try await connection.sleep(.milliseconds(50)) }
    })
    defer { isCaptured.withLock { $0 = true } }
    try await Self.expect(
      "apus put http://localhost:8080/today.tar --data @today.tar", on: server.port,
      after: "truncate -s 64M today.tar", until: " left")
    isCaptured.withLock { $0 = true }
    await server.shutdown()
  }

  @Test func `the documented screen shows a certificate with its remaining time`() async throws {
    try await Self.expect("apus cert inspect Fixtures/chains/private-server.pem", on: 8080)
  }

  @Test func `the documented screen shows the remedy for an untrusted certificate`()
    async throws
  {
    try await TrialServer.run(.local()) { server in
      try await Self.expect("apus get https://localhost:8080/", on: server.port)
    }
  }

  /// Runs a command in a terminal, and compares the screen with the article's.
  private static func expect(
    _ command: String, on port: UInt16, after preparation: String = ":",
    until words: String = "[exit"
  ) async throws {
    let line =
      preparation + "\n"
      + command.replacing(":8080", with: ":\(port)").replacing("apus ", with: "\"$tool\" ")
      .replacing("Fixtures/", with: Trial.root + "/Fixtures/")
    let output = try await Terminal.screen(
      of: line, shownAs: command, columnCount: 100, until: words)
    let screen = output.replacing(":\(port)", with: ":8080")
    let shown = screen.split(separator: "\n").filter { !$0.hasPrefix("[exit") }
    let wanted = try #require(try blocks().first { $0.hasPrefix("$ \(command)\n") }, "\(screen)")
    #expect(
      normal(shown.joined(separator: "\n")) == normal(wanted),
      "\(screen)")
  }

  private static func blocks() throws -> [String] {
    let path = Trial.root + "/Sources/ApusCommand/ApusCommand.docc/Terminal.md"
    let text = String(decoding: try Files.contents(of: path), as: UTF8.self)
    return text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element.drop { $0 != "\n" }.dropFirst()) }
  }

  /// Returns the words in order, without line breaks and changing parts: measured numbers with
  /// their units, and the key of a new authority.
  private static func normal(_ screen: String) -> [String] {
    let units: Set = ["bytes", "KiB", "MiB", "KiB/s,", "MiB/s,", "%,", "s", "min", "days"]
    let words = screen.split { $0 == " " || $0 == "\n" }.map { String($0) }
    return words.indices.map { index in
      let word = words[index]
      let previous = index > 0 ? words[index - 1] : ""
      if index + 1 < words.count, units.contains(words[index + 1]) { return "N" }
      if units.contains(word) { return word.hasSuffix("/s,") ? "R" : "U" }
      return previous == "ID" && word.utf8.count == 41 ? "K)" : word
    }
  }
}
