import ApusHTTP
import Testing

/// The text of an error, and the parts that it never has.
struct ParseErrorTests {
  static let all: [(HTTP.ParseError, String)] = [
    (.malformedStartLine(.statusLine, at: 3), "byte 3: the status line is malformed"),
    (.malformedStartLine(.requestLine, at: 3), "byte 3: the request line is malformed"),
    (
      .unsupportedVersion(at: 5),
      "byte 5: the HTTP version is not supported; only HTTP/1 is supported"
    ),
    (
      .invalidByte(0x7f, .fieldName, at: 9),
      "byte 9: the byte 0x7f is not allowed in a field name"
    ),
    (
      .invalidByte(0, .chunkExtension, at: 9),
      "byte 9: the byte 0x00 is not allowed in a chunk extension"
    ),
    (.strayLineEnd(.head, at: 1), "byte 1: a line of the head does not end with CRLF"),
    (
      .leadingWhitespace(.trailer, at: 2),
      "byte 2: the trailer section has white space before the first field"
    ),
    (.obsoleteFold(at: 4), "byte 4: a header field is folded over several lines"),
    (
      .limitExceeded(.fieldCount, limit: 256, at: 7),
      "byte 7: the message exceeds the limit fieldCount of 256"
    ),
    (.invalidContentLength, "the Content-Length field is not a single valid number"),
    (
      .lengthBesideTransferEncoding,
      "the message has both a Content-Length and a Transfer-Encoding field"
    ),
    (.unsupportedTransferEncoding, "the Transfer-Encoding of the message is not chunked"),
    (
      .transferEncodingInHTTP10,
      "the message has a Transfer-Encoding field, which HTTP/1.0 does not allow"
    ),
    (.chunkTooLarge(at: 8), "byte 8: the size of a chunk is larger than 2^63-1"),
    (
      .invalidHost(lineCount: 2),
      "the request must have exactly one valid Host field, but has 2 Host fields or an invalid "
        + "host"
    ),
    (
      .invalidTarget(at: 4), "byte 4: the request target is malformed, or does not fit the method"
    ),
    (
      .unexpectedUpgrade,
      "the server responded with 101 Switching Protocols, but the request asked for no "
        + "upgrade"
    ),
    (.unsolicited, "the server sent bytes although no request waits for a response"),
    (.truncated(.body, at: 6), "byte 6: the connection ended inside the body of the message"),
    (.alreadyFailed, "the message reader cannot continue after an earlier error"),
  ]

  @Test func `every parse error has a description with its cause and offset`() {
    for (error, text) in Self.all { #expect(error.description == text) }
    #expect(Set(Self.all.map(\.1)).count == Self.all.count)
  }

  @Test func `two different parse errors are not equal`() {
    for (left, one) in Self.all.enumerated() {
      for (right, other) in Self.all.enumerated() {
        #expect((one.0 == other.0) == (left == right))
      }
    }
  }

  @Test func `the description of a parse error contains no received bytes`() {
    for text in [
      "hidden", "HTTP/1.1 hidden\r\n\r\n", "HTTP/1.1 200\r\nhidden\r\n\r\n",
      "HTTP/1.1 200\r\nhidden: hidden\u{1}", "HTTP/1.1 200\r\nContent-Length: hidden\r\n\r\n",
      "HTTP/1.1 200\r\nTransfer-Encoding: hidden\r\n\r\n",
      "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\nhidden",
    ] {
      let error = Transcript.responses(text, ending: .clean).error
      #expect(error != nil)
      for shown in Shown.everyWay(error) { #expect(!shown.contains("hidden")) }
    }
  }
}
