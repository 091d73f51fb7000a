import ApusBytes
import ApusHTTP
import Testing

/// RFC 9112 sections 3, 6.3 and 9.3.
struct RequestReaderTests {
  private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
  private let post = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi"
  private let chunked = "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test func `a request reader returns the head, the body data and the end in order`() throws {
    var reader = HTTP.RequestReader()
    let bytes = Array(post.utf8)
    #expect(try reader.step([]) == (0, .incomplete))
    #expect(reader.isBetweenMessages(unread: 0))
    #expect(try reader.step(bytes[..<20]) == (0, .incomplete))
    #expect(!reader.isBetweenMessages(unread: 20))
    let head = HTTP.RequestHead(
      .post, HTTP.RequestTarget(.origin, "/"), fields: ["Host": "h", "Content-Length": "2"])
    #expect(try reader.step(bytes) == (47, .head(head, .contentLength(2), persists: true)))
    #expect(!reader.isBetweenMessages(unread: 0))
    #expect(try reader.step(bytes[47...]) == (2, .body(0..<2)))
    #expect(try reader.step([]) == (0, .end(trailers: [:])))
    #expect(reader.isBetweenMessages(unread: 0) && !reader.isClosed)
  }

  @Test func `a request reader parses several requests on one connection`() {
    let text = get + post + "\r\n" + chunked + "1\r\nx\r\n0\r\nT: u\r\n\r\n" + get
    for size in [1, 7, Int.max] {
      let read = Transcript.requests(text, ends: true, pieces: size)
      #expect(read.error == nil && !read.messages.isEmpty)
      #expect(read.messages.map(\.head.method) == [.get, .post, .put, .get])
      #expect(read.messages.map(\.text) == ["", "hi", "x", ""])
      #expect(read.messages.map(\.trailers) == [[:], [:], ["T": "u"], [:]])
      #expect(read.consumed == text.utf8.count)
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    "CONNECT h:1 HTTP/1.1\r\nHost: h:1\r\nContent-Length: 5\r\n\r\n",
  ])
  func `a request reader ignores bytes after a request that closes the connection`(_ last: String) {
    let read = Transcript.requests(last + get)
    #expect(read.error == nil && read.messages.count == 1 && read.messages[0].isWhole)
    #expect(!read.messages[0].persists && read.isClosed)
    #expect(read.consumed == last.utf8.count)
  }

  @Test func `an HTTP/1.0 request with Connection keep-alive keeps the connection open`() {
    let kept = "GET / HTTP/1.0\r\nConnection: x, Keep-Alive\r\n\r\n"
    let read = Transcript.requests(kept + get, ends: true)
    #expect(read.messages.map(\.persists) == [true, true] && read.error == nil)
  }

  @Test func `a client may close the connection between two requests`() throws {
    #expect(Transcript.requests("", ends: true).error == nil)
    #expect(Transcript.requests("\r\n\r\n", ends: true).error == nil)
    #expect(Transcript.requests(get, ends: true).error == nil)
    #expect(Transcript.requests(get + "\r\n", ends: true).error == nil)
    #expect(Transcript.requests(get + "\r", ends: true).error == .truncated(.head, at: 1))
    #expect(Transcript.requests(get + "G", ends: true).error == .truncated(.head, at: 1))
    #expect(Transcript.requests(get + "\r\nG", ends: true).error == .truncated(.head, at: 3))
  }

  @Test func `a connection that ends inside a request is an error`() {
    let text = chunked + "5\r\nhe"
    let read = Transcript.requests(text, ends: true)
    #expect(read.error == .truncated(.body, at: text.utf8.count))
    let trailer = chunked + "0\r\nT: u"
    #expect(
      Transcript.requests(trailer, ends: true).error
        == .truncated(.body, at: trailer.utf8.count))
  }

  @Test func `a complete request remains valid when the connection ends`() throws {
    for text in [get, post] {
      var reader = HTTP.RequestReader()
      var bytes = Array(text.utf8)
      while !bytes.isEmpty { bytes.removeFirst(try reader.step(bytes).consumed) }
      try reader.finish(unread: 0)
      #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.finish(unread: 0) }
    }
  }

  @Test(arguments: [
    "GET /\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "\n", "GET / HTTP/1.1\r\nA: b\r\n c",
  ])
  func `a request reader that threw a parse error throws an error at every later call`(
    _ bad: String
  ) {
    var reader = HTTP.RequestReader()
    #expect(throws: HTTP.ParseError.self) { try reader.step(bad.utf8) }
    #expect(reader.isClosed && !reader.isBetweenMessages(unread: 0))
    #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.step(get.utf8) }
    #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.step([]) }
    #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.finish(unread: 0) }
  }

  @Test func `the offset of a request error is counted from the first byte of its request`() {
    let first = chunked + "1\r\nx\r\n0\r\nT: u\r\n\r\n"
    for before in ["", first, get + first + post] {
      for size in [1, 10, Int.max] {
        func error(_ text: String) -> HTTP.ParseError? {
          Transcript.requests(before + text, pieces: size).error
        }
        #expect(error("GET / HTTP/1.1\r\nA: \u{1}") == .invalidByte(1, .fieldValue, at: 19))
        #expect(error("GET /\u{7f} HTTP/1.1\r\n") == .invalidByte(0x7f, .requestLine, at: 5))
        #expect(error(chunked + "1\r\nxy") == .invalidByte(0x79, .chunkData, at: 59))
        #expect(error(chunked + "0\r\nA: b\r\nC\n") == .strayLineEnd(.trailer, at: 65))
      }
    }
  }

  @Test func `line folds are rejected in the head and the trailer section of a request`() {
    for size in [1, Int.max] {
      let head = Transcript.requests(
        "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n", pieces: size)
      #expect(head.error == .obsoleteFold(at: 29) && head.messages == [])
      let trailer = Transcript.requests(chunked + "0\r\nA: b\r\n\tc\r\n\r\n", pieces: size)
      #expect(trailer.error == .obsoleteFold(at: 62) && trailer.messages[0].isWhole == false)
    }
  }

  @Test func `a short second request contains no field lines of a long first request`() {
    let many = (0..<40).map { "Many-\($0): x\r\n" }.joined()
    let large = "PUT / HTTP/1.1\r\nHost: h\r\n\(many)Content-Length: 1\r\n\r\nx"
    for size in [1, 100, Int.max] {
      let read = Transcript.requests(large + get, pieces: size)
      #expect(read.messages.map(\.head.fields.count) == [42, 1] && read.error == nil)
      #expect(read.messages[1].framing == .none)
    }
    let bare = Transcript.requests(large + "GET / HTTP/1.1\r\n\r\n")
    #expect(bare.error == .invalidHost(lineCount: 0), "the first head's Host is not the second's")
  }
}
