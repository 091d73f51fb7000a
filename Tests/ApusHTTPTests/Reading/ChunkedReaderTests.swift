import ApusHTTP
import Testing

/// RFC 9112 sections 7.1, 7.1.1 and 7.1.2.
struct ChunkedReaderTests {
  private let head = "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func read(_ body: String) -> Transcript<HTTP.ResponseHead> {
    let whole = Transcript.responses(head + body)
    #expect(whole == Transcript.responses(head + body, pieces: 1))
    return whole
  }

  /// The error for a body, its offset counted from the body's first byte.
  private func expect(_ body: String, _ error: (Int) -> HTTP.ParseError, at: Int) {
    #expect(read(body).error == error(head.utf8.count + at), "\(body)")
  }

  @Test(arguments: [
    ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"),
    ("1\r\na\r\n2\r\nbc\r\n00\r\n\r\n", "abc"), ("000A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
    ("a\r\n0123456789\r\n0\r\n\r\n", "0123456789"), ("2\r\n\r\n\r\n0\r\n\r\n", "\r\n"),
    ("5\r\n0\r\n\r\n\r\n0\r\n\r\n", "0\r\n\r\n"),
    ("000000000000000000000000000000001\r\nx\r\n0\r\n\r\n", "x"),
  ])
  func `the data of several chunks is concatenated without the chunk sizes`(
    _ body: String, data: String
  ) {
    let transcript = read(body)
    #expect(transcript.messages.map(\.text) == [data] && transcript.error == nil)
    #expect(transcript.messages[0].trailers == [:])
    #expect(transcript.consumed == (head + body).utf8.count)
  }

  @Test func `a long chunk gives the same data for received pieces of any size`() {
    let data = String(repeating: "0123456789abcdef", count: 1000)
    let body = head + "3e80\r\n\(data)\r\n0\r\n\r\n"
    for size in [1, 1000, 4096, Int.max] {
      #expect(Transcript.responses(body, pieces: size).messages.map(\.text) == [data])
    }
  }

  @Test(arguments: [
    ("", 0x0d, 0), ("-1", 0x2d, 0), ("+5", 0x2b, 0), (" 5", 0x20, 0), ("\t5", 0x09, 0),
    ("0x5", 0x78, 1), ("g", 0x67, 0), ("5h", 0x68, 1), ("5,5", 0x2c, 1), ("5.", 0x2e, 1),
    ("5-", 0x2d, 1), ("\u{665}", 0xd9, 0), ("5\u{a0}", 0xc2, 1), ("5\0", 0, 1),
  ])
  func `a chunk size with characters other than hexadecimal digits is rejected`(
    _ size: String, byte: UInt8, at: Int
  ) {
    expect("\(size)\r\n", { .invalidByte(byte, .chunkSize, at: $0) }, at: at)
  }

  @Test(arguments: [
    ("8000000000000000", 15), ("ffffffffffffffff", 15), ("10000000000000000", 16),
    ("0800000000000000a", 16), ("00007fffffffffffffff0", 20),
  ])
  func `a chunk size that does not fit into 64 bits is rejected`(_ size: String, at: Int) {
    expect("\(size)\r\n", { .chunkTooLarge(at: $0) }, at: at)
  }

  @Test(arguments: [("5\nhello\r\n", 1), ("5\n\rhello", 1), ("5\rhello\r\n", 2), ("5\r\rhello", 2)])
  func `a chunk size line that does not end with CRLF is rejected`(_ body: String, at: Int) {
    expect(body, { .strayLineEnd(.chunkSize, at: $0) }, at: at)
  }

  @Test func `a trailer section with a bare line feed is rejected without more bytes`() {
    expect("0\r\n\n", { .strayLineEnd(.trailer, at: $0) }, at: 3)
    expect("0\r\nA: b\r\n\n", { .strayLineEnd(.trailer, at: $0) }, at: 9)
  }

  @Test func `chunk data that CRLF does not follow at its stated size is rejected`() {
    expect("2\r\nabc", { .invalidByte(0x63, .chunkData, at: $0) }, at: 5)
    expect("2\r\nab\n", { .strayLineEnd(.chunkData, at: $0) }, at: 5)
    expect("2\r\nab\rx", { .strayLineEnd(.chunkData, at: $0) }, at: 6)
    expect("2\r\nab0\r\n\r\n", { .invalidByte(0x30, .chunkData, at: $0) }, at: 5)
    expect("2\r\na\r\n0", { .strayLineEnd(.chunkData, at: $0) }, at: 5)
  }

  @Test(arguments: [
    ";a", ";a=b", "; a", " ;a", "\t;\ta\t=\tb", ";a;b=c;d", ";a=\"b\"", ";a=\"\"",
    ";a=\"b;c\\\"d\\\\\"",
    ";a=\" \t\u{e9}\"", ";a = \"b\" ; c", ";!#$%&'*+-.^_`|~=x", ";a=b ;c", " ; a ; b", ";a ;b",
  ])
  func `a valid chunk extension is ignored`(_ more: String) {
    let transcript = read("2\(more)\r\nhi\r\n0\(more)\r\n\r\n")
    #expect(transcript.messages.map(\.text) == ["hi"] && transcript.error == nil)
    #expect(transcript.messages[0].isWhole)
  }

  @Test(arguments: [
    (" ", 0x0d, 2), (";", 0x0d, 2), ("; ", 0x0d, 3), (";a=", 0x0d, 4), (";a ", 0x0d, 4),
    (";=b", 0x3d, 2),
    (";a=b ", 0x0d, 6), (";a b", 0x62, 4), (";a=b c", 0x63, 6), (";;a", 0x3b, 2), (" a", 0x61, 2),
    (";a=\"", 0x0d, 5), (";a=\"b", 0x0d, 6), (";a=\"b\"c", 0x63, 7), (";a=b=c", 0x3d, 5),
    (";a\u{1}", 0x01, 3), (";a=\"\u{7f}\"", 0x7f, 5), (";a=\"\\\u{1}\"", 0x01, 6),
    (";\"a\"", 0x22, 2),
    (";a=b\"c\"", 0x22, 5), (";a=\"b\\", 0x0d, 7), (";a,b", 0x2c, 3), (";caf\u{e9}", 0xc3, 5),
    ("\t\t", 0x0d, 3), (";a=\"\0\"", 0, 5), (";a=\"\\\0\"", 0, 6),
  ])
  func `a malformed chunk extension is rejected`(
    _ more: String, byte: UInt8, at: Int
  ) {
    expect("2\(more)\r\nhi", { .invalidByte(byte, .chunkExtension, at: $0) }, at: at)
  }

  @Test(arguments: [(";a\n", 3), (";a=b\n", 5), (";a=\"\n\"", 5), (";\n", 2), (" \n", 2)])
  func `a chunk extension that ends with a bare line feed is rejected`(_ more: String, at: Int) {
    expect("2\(more)hi\r\n", { .strayLineEnd(.chunkExtension, at: $0) }, at: at)
    expect("2;a\rhi", { .strayLineEnd(.chunkSize, at: $0) }, at: 4)
  }

  @Test func `trailer fields are parsed like header fields, including folded lines`() {
    let transcript = read("0\r\nA: b\r\n c\r\na:\r\nLong-Name:\t d \r\n\r\n")
    #expect(transcript.messages[0].trailers == ["A": "b c", "A": "", "Long-Name": "d"])
    #expect(transcript.messages[0].trailers?.map(\.name.text) == ["A", "a", "Long-Name"])
  }

  @Test func `a chunked body is incomplete until the empty line after the trailer section`() {
    for body in ["0\r\n", "0\r\n\r", "0\r\nA: b\r\n", "0\r\nA: b\r\n\r"] {
      #expect(read(body).messages.map(\.isWhole) == [false])
      #expect(read(body + (body.hasSuffix("\r") ? "\n" : "\r\n")).messages.map(\.isWhole) == [true])
    }
  }

  @Test func `bytes after a chunked body are parsed as the next message`() {
    let text = head + "0\r\nA: b\r\n\r\n"
    let two = Transcript.responses(text + text, to: [.get, .get])
    #expect(two.messages.map(\.trailers) == [["a": "b"], ["a": "b"]])
    let closing = "HTTP/1.0 200\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n\r\n"
    #expect(Transcript.responses(closing + "more").consumed == closing.utf8.count)
  }
}
