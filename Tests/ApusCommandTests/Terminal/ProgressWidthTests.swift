import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Output that fits into the columns of a terminal, even if they are few.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct ProgressWidthTests {
  private static let line = "2.1 MiB of 8.0 MiB, 26 %, 1.4 MiB/s, 4 s left"

  @Test(arguments: [
    (100, line), (46, line), (45, "2.1 MiB of 8.0 MiB, 26 %, 1.4 MiB/s"),
    (25, "2.1 MiB of 8.0 MiB, 26 %"), (24, "2.1 MiB of 8.0 MiB"), (18, "2.1 MiB of 8.0 Mi"),
  ])
  func `a progress line omits its last fields on a narrow terminal`(count: Int, text: String) {
    #expect(ErrorOutput.fitted(Self.line, columnCount: count) == text)
    #expect(text.utf8.count < count)
  }

  @Test func `colour codes do not count as columns of a terminal line`() {
    let line = "  \u{1b}[36msubject\u{1b}[0m  CN=a"
    #expect(WrappedText.wrapped(line, columnCount: 15) == line)
    #expect(WrappedText.wrapped(line, columnCount: 14) != line)
  }

  @Test(
    .enabled(if: Terminal.isThere || Corpus.isStrict, "there is no tmux that starts here"),
    arguments: [40, 20])
  func `a progress line is never wider than a narrow terminal`(columnCount: Int) async throws {
    let isCaptured = Lock(false)
    try await TrialServer.run(nil) { _ in
      .connection { connection in
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(8 << 20)\r\n\r\n")
        try await connection.write(
          TestRoutes.bytes(2 << 20), byteCount: 1 << 16, every: .milliseconds(40))
        while !isCaptured.withLock(\.self) { try await connection.sleep(.milliseconds(50)) }
      }
    } _: { server in
      defer { isCaptured.withLock { $0 = true } }
      let screen = try await Terminal.screen(
        of: "\"$tool\" get http://localhost:\(server.port)/ --output a", shownAs: "apus",
        columnCount: columnCount, until: " of 8.0 MiB")
      let lines = screen.split(separator: "\n").filter { !$0.hasPrefix("$") }
      #expect(lines.count == 1 && lines[0].contains(" of 8.0 MiB"), "\(screen)")
    }
  }

  @Test(
    .enabled(if: Terminal.isThere || Corpus.isStrict, "there is no tmux that starts here"),
    arguments: ["cert inspect", "cert lint"])
  func `result lines on a terminal are wrapped between words`(_ command: String) async throws {
    let screen = try await Terminal.screen(
      of: "\"$tool\" \(command) '\(Trial.server)'", shownAs: "apus", columnCount: 100)
    let wide = await Trial(["cert", String(command.dropFirst(5)), Trial.server])
    let words = Set(wide.output.split { $0 == " " || $0 == "\n" })
    for line in screen.split(separator: "\n").dropFirst() where !line.hasPrefix("[exit") {
      // Digests are longer than a narrow terminal, and the days that are left go by.
      for word in line.split(separator: " ") where !word.utf8.contains(where: { $0 &- 0x30 < 10 }) {
        #expect(words.contains(word), "\(word) is no whole word")
      }
    }
  }

  @Test func `the --color option overrides NO_COLOR`() async throws {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200, headers: [.contentType: "application/json"], body: [0x31]))
    } _: { server in
      let words = ["get", server.url, "--color"]
      let always = await Trial(words + ["always"], environment: ["NO_COLOR": "1"])
      #expect(always.output.contains("\u{1b}["), "\(always.output)")
      let auto = await Trial(words + ["auto"], isTerminal: true, environment: ["NO_COLOR": "1"])
      #expect(!auto.output.contains("\u{1b}["))
    }
    let inspect = await Trial(
      ["cert", "inspect", Trial.server, "--color=always"], environment: ["NO_COLOR": "1"])
    #expect(inspect.output.contains("\u{1b}["))
  }
}
