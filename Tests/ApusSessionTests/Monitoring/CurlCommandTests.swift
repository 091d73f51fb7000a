import ApusHTTP
import ApusNet
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A request as a shell command; the shell returns the words that it reads.
@Suite struct CurlCommandTests {
  /// The arguments that `sh` gives to a program by that command.
  private func arguments(_ command: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let line = "cd '\(folder.path)' && curl() { printf '%s\\0' \"$@\" > words; }; \(command)"
    // SAFETY: a C string for this call only.
    #expect(unsafe apus_test_run(line) == 0)
    let written = try Files.contents(of: "\(folder.path)/words")
    let names = try Files.names(in: folder.path)
    // No word of it was executed or redirected.
    #expect(names == ["words"])
    return written.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a curl command has the request's method, header fields, content and URL`() throws {
    var request = HTTP.Request(
      .post, "https://api.example.com/users?page=2",
      headers: ["Accept": "text/plain", "X-Empty": ""],
      body: .bytes(Array("it's".utf8), try HTTP.MediaType("text/plain")))
    request.headers.append("Accept", "text/html")
    #expect(
      request.curlCommand() == """
        curl --globoff --path-as-is --request 'POST' --header 'Accept: text/plain' \
        --header 'X-Empty;' --header 'Accept: text/html' --header 'Content-Type: text/plain' \
        --data-raw '<4 bytes>' --url 'https://api.example.com/users?page=…'
        """)
    #expect(request.curlCommand(showingContentUpTo: 3).contains("'<4 bytes>'"))
    #expect(request.curlCommand(showingContentUpTo: 4).contains(#"--data-raw 'it'\''s'"#))
    #expect(try arguments(request.curlCommand(showingContentUpTo: 4)).contains("it's"))
    #expect(HTTP.Request.head("a").curlCommand() == "curl --globoff --path-as-is --head --url 'a'")
  }

  @Test func `a shell does not interpret any byte of a request's curl command`() throws {
    let hostile = [
      "'; touch x; '", "$(touch x)", "`touch x`", "a\nb", "\\", "\\'", "''", "'",
      "\"", "!!", "~", "*", "#", "&& touch x", "> x", "a\u{1}\u{7f}é", "--data", "@/etc/passwd",
      String(decoding: (1...0x7f).map { UInt8($0) }, as: UTF8.self),
    ]
    for text in hostile {
      let request = HTTP.Request(
        HTTP.Method(text), .reference(text),
        headers: ["X-Text": HTTP.FieldValue(text)],
        body: .bytes(Array(text.utf8)))
      let words = try arguments(request.curlCommand(showingContentUpTo: 1_000))
      #expect(
        words == [
          "--globoff", "--path-as-is", "--request", text, "--header",
          "\(HTTP.Field("X-Text", HTTP.FieldValue(text)))", "--data-raw", text, "--url",
          HTTP.Target.reference(text).redacted,
        ])
    }
  }

  @Test func `a curl command hides the secrets of its request`() {
    let request = HTTP.Request(
      .post, "https://ada:hidden@h/?token=hidden&hidden",
      headers: [
        "Authorization": "hidden", "Cookie": "hidden", "Proxy-Authorization": "hidden",
        "X-Key": .sensitive("hidden"), "Referer": "https://h/?code=hidden",
      ], body: .bytes(Array("hidden".utf8)))
    #expect(!request.curlCommand().contains("hidden"))
  }

  @Test func `a curl command shows the length of binary content and the path of a file`() {
    func command(_ body: HTTP.Body) -> String {
      HTTP.Request.put("a", body).curlCommand(showingContentUpTo: 100)
    }
    #expect(command(.bytes([0xff, 0x41])).contains("--data-raw '<2 bytes>'"))
    #expect(command(.bytes([0x41, 0])).contains("--data-raw '<2 bytes>'"))
    #expect(command(.file("/a'b")).contains(#"--data-binary '@/a'\''b'"#))
    #expect(command(.file("/a", from: 1)).contains("--data-raw '<a file>'"))
    #expect(HTTP.Request.put("a", .file("/a")).curlCommand().contains("'<a file>'"))
    #expect(command(.sequence(AsyncStream<[UInt8]> { $0.finish() })).contains("'<content>'"))
    #expect(!command(.empty).contains("--data"))
  }
}
