import ApusBytes
import ApusHTTP
import Testing

/// RFC 9112 sections 6.3, 9.2 and 9.3.
struct ResponseReaderTests {
  private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

  @Test func `a response reader returns the head, the body data and the end in order`() throws {
    var reader = HTTP.ResponseReader()
    reader.expectResponse(to: .get)
    let bytes = Array(ok.utf8)
    #expect(try reader.step([]) == (0, .incomplete))
    #expect(try reader.step(bytes[..<20]) == (0, .incomplete))
    #expect(reader.takeHead() == nil)
    #expect(try reader.step(bytes) == (38, .head(.contentLength(2), persists: true)))
    #expect(reader.takeHead() == HTTP.ResponseHead(.ok, fields: ["Content-Length": "2"]))
    #expect(reader.takeHead() == nil)
    #expect(try reader.step(bytes[38...]) == (2, .body(0..<2)))
    #expect(reader.pendingCount == 1)
    #expect(try reader.step([]) == (0, .end))
    #expect(reader.pendingCount == 0 && !reader.isClosed)
    #expect(try reader.step([]) == (0, .incomplete))
  }

  @Test func `a response reader returns the head before any byte of the body`() {
    let read = Transcript.responses("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
    #expect(read.messages.count == 1 && read.messages[0].body == [])
    #expect(!read.messages[0].isWhole && read.error == nil)
  }

  @Test func `responses are read in the order of their requests`() {
    let text =
      "HTTP/1.1 200 A\r\nContent-Length: 9\r\n\r\n" + ok
      + "HTTP/1.1 304 C\r\n\r\nHTTP/1.1 200 D\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "1\r\nx\r\n0\r\n\r\n"
    for size in [1, 7, Int.max] {
      let read = Transcript.responses(text, to: [.head, .get, .post, .put], pieces: size)
      #expect(read.error == nil)
      #expect(read.messages.map(\.head.reason) == ["A", "OK", "C", "D"])
      #expect(read.messages.map(\.text) == ["", "hi", "", "x"])
      #expect(read.messages.map(\.framing) == [.none, .contentLength(2), .none, .chunked])
      #expect(read.messages.allSatisfy { $0.isWhole })
      #expect(read.consumed == text.utf8.count)
    }
  }

  @Test func `the response to HEAD has no body, and the response to the next GET has one`() throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
    var reader = HTTP.ResponseReader()
    for method in [HTTP.Method.get, .head, .get, .post] { reader.expectResponse(to: method) }
    var bytes = Array((head + "ab" + head + head + "cd" + head + "ef").utf8)
    var framings: [HTTP.BodyFraming] = []
    while reader.pendingCount > 0 {
      let (consumed, event) = try reader.step(bytes)
      if case .head(let framing, _) = event { framings.append(framing) }
      bytes.removeFirst(consumed)
    }
    #expect(framings == [.contentLength(2), .none, .contentLength(2), .contentLength(2)])
    #expect(bytes.isEmpty)
  }

  @Test func `trailer fields are returned once, after the response that contains them`() throws {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    var reader = HTTP.ResponseReader()
    func end(_ text: String) throws -> HTTP.Fields? {
      reader.expectResponse(to: .get)
      var bytes = Array(text.utf8)
      while reader.pendingCount > 0 { bytes.removeFirst(try reader.step(bytes).consumed) }
      return reader.takeTrailers()
    }
    #expect(try end(chunked + "A: b\r\n\r\n") == ["A": "b"])
    #expect(reader.takeTrailers() == nil)
    reader.expectResponse(to: .get)
    // These are not taken, and the next message has none.
    var bytes = Array((chunked + "C: d\r\n\r\n").utf8)
    while reader.pendingCount > 0 { bytes.removeFirst(try reader.step(bytes).consumed) }
    #expect(try end(ok) == nil)
  }

  @Test func `a response reader rejects bytes after the end of the connection`() throws {
    let texts = ["", ok, "HTTP/1.1 200 OK\r\n\r\nhello", ok + "HTTP/1.1 204 N\r\n\r\n"]
    for (text, methods) in zip(texts, [[], [.get], [.get], [HTTP.Method.get, .get]]) {
      var reader = HTTP.ResponseReader()
      for method in methods { reader.expectResponse(to: method) }
      var bytes = Array(text.utf8)
      while !bytes.isEmpty { bytes.removeFirst(try reader.step(bytes).consumed) }
      _ = try reader.finish(.clean)
      #expect(reader.isClosed)
      reader.expectResponse(to: .get)
      #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.step(ok.utf8) }
      #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.step([]) }
      #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.finish(.clean) }
    }
  }

  @Test func `bytes after the last expected response are not consumed`() {
    for body in ["HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx"] {
      let read = Transcript.responses(body + "surplus")
      #expect(read.consumed == body.utf8.count)
      #expect(read.messages.map(\.text) == ["x"] && read.isClosed && read.error == nil)
    }
  }

  @Test(arguments: ["H", "\r\n", " ", "\0", "HTTP/1.1 200 OK\r\n\r\n"])
  func `bytes from a server before any request are an error`(_ surplus: String) {
    let idle = Transcript.responses(surplus, to: [])
    #expect(idle.error == .unsolicited && idle.messages == [])
    for size in [1, Int.max] {
      let read = Transcript.responses(ok + surplus, pieces: size)
      #expect(read.error == .unsolicited && read.isClosed)
      #expect(read.messages.map(\.text) == ["hi"] && read.messages[0].isWhole)
    }
  }

  @Test func `a second response to a single request is an error`() throws {
    var reader = HTTP.ResponseReader()
    #expect(throws: HTTP.ParseError.unsolicited) { try reader.step([0x48]) }
    reader.expectResponse(to: .get)
    #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.step(ok.utf8) }
  }

  @Test(arguments: ["HTTP/2 200\r\n\r\n", "HTTP/1.1 200 OK\r\nA b\r\n\r\n", "\n"])
  func `a response reader that threw a parse error throws an error at every later call`(
    _ bad: String
  ) {
    var reader = HTTP.ResponseReader()
    reader.expectResponse(to: .get)
    reader.expectResponse(to: .get)
    #expect(throws: HTTP.ParseError.self) { try reader.step(bad.utf8) }
    #expect(reader.isClosed)
    for _ in 0..<2 {
      #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.step(ok.utf8) }
      #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.step([]) }
      #expect(throws: HTTP.ParseError.alreadyFailed) { try reader.finish(.clean) }
    }
  }

  @Test func `after a parse error in a response body, the body remains incomplete`() {
    let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\nz"
    let read = Transcript.responses(text + "0\r\n\r\n")
    #expect(read.error == .invalidByte(0x7a, .chunkSize, at: text.utf8.count - 1))
    #expect(read.messages.map(\.text) == ["hi"] && read.messages[0].isWhole == false)
  }

  @Test func `a response reader ignores bytes after a response that closes the connection`() throws
  {
    var reader = HTTP.ResponseReader()
    reader.expectResponse(to: .get)
    reader.expectResponse(to: .get)
    let text = "HTTP/1.1 204 No\r\nConnection: close\r\n\r\n"
    _ = try reader.step(text.utf8)
    #expect(!reader.isClosed)
    #expect(try reader.step([]).event == .end)
    #expect(reader.isClosed && reader.pendingCount == 1)
    #expect(try reader.step(ok.utf8) == (0, .incomplete))
    #expect(try reader.finish(.truncated) == .incomplete)
  }

  @Test func `a response reader ignores bytes after a tunnel or an upgrade`() {
    let tunnel = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: x\r\n\r\n"
    let read = Transcript.responses(tunnel + ok, to: [.connect, .get])
    #expect(read.messages.map(\.framing) == [.tunnel] && read.messages[0].isWhole)
    #expect(read.consumed == tunnel.utf8.count && read.isClosed && read.error == nil)
    let upgrade = "HTTP/1.1 101 OK\r\nUpgrade: x\r\n\r\n"
    let other = Transcript.responses(upgrade + ok, to: [.get, .get], upgrades: true)
    #expect(other.messages.map(\.framing) == [.upgrade] && other.messages[0].persists == false)
    #expect(other.consumed == upgrade.utf8.count && other.isClosed)
  }

  @Test func `a rejected CONNECT request has a response body like any other request`() {
    let read = Transcript.responses(
      "HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nhi" + "HTTP/1.1 200 Yes\r\n\r\n",
      to: [.connect, .connect])
    #expect(read.messages.map(\.framing) == [.contentLength(2), .tunnel])
    #expect(read.messages.map(\.text) == ["hi", ""])
  }

  @Test func `a response with status 101 is rejected if the request had no Upgrade field`() {
    let text = "HTTP/1.1 101 OK\r\nUpgrade: x\r\n\r\n"
    #expect(Transcript.responses(text).error == .unexpectedUpgrade)
    #expect(Transcript.responses(text, to: [.head]).error == .unexpectedUpgrade)
    #expect(Transcript.responses(text, upgrades: true).error == nil)
  }

  @Test func `status 101 is accepted only for the request with an Upgrade field`() throws {
    var reader = HTTP.ResponseReader()
    reader.expectResponse(to: .get, upgrades: true)
    reader.expectResponse(to: .get)
    let text = "HTTP/1.1 204 No\r\n\r\nHTTP/1.1 101 Go\r\n\r\n"
    var bytes = Array(text.utf8)
    bytes.removeFirst(try reader.step(bytes).consumed)
    _ = try reader.step(bytes)
    #expect(throws: HTTP.ParseError.unexpectedUpgrade) { try reader.step(bytes) }
  }

  @Test func `informational responses are returned before the final response`() {
    let text =
      "HTTP/1.1 100 Continue\r\nConnection: close\r\nContent-Length: 5\r\n\r\n"
      + "HTTP/1.0 103 Hints\r\nLink: a\r\nTransfer-Encoding: x\r\n\r\n" + ok
    for size in [1, Int.max] {
      let read = Transcript.responses(text, pieces: size)
      #expect(read.informational.map(\.status.code) == [100, 103])
      #expect(read.informational[1].fields["link"] == "a")
      #expect(read.messages.map(\.text) == ["hi"] && read.messages[0].persists)
      #expect(read.consumed == text.utf8.count)
    }
  }

  @Test func `the limit of informational responses applies to each response separately`() {
    var limits = HTTP.Limits()
    limits.informationalCount = 2
    let interim = "HTTP/1.1 102 P\r\n\r\n"
    let two = interim + interim + "HTTP/1.1 204 N\r\n\r\n"
    let read = Transcript.responses(two + two, to: [.get, .get], limits: limits)
    #expect(read.error == nil && read.informational.count == 4 && read.messages.count == 2)
    let three = Transcript.responses(interim + two, limits: limits)
    #expect(three.error == .limitExceeded(.informationalCount, limit: 2, at: 0))
    #expect(three.informational.count == 2 && three.messages == [])
  }

  @Test func `a body that ends with the connection is incomplete after a truncation`() {
    let text = "HTTP/1.1 200 OK\r\n\r\nhello"
    let open = Transcript.responses(text)
    #expect(open.messages.map(\.text) == ["hello"] && !open.messages[0].isWhole)
    #expect(open.messages[0].framing == .untilClose && !open.messages[0].persists)
    let clean = Transcript.responses(text, ending: .clean)
    #expect(clean.messages[0].isWhole && clean.error == nil)
    let cut = Transcript.responses(text, ending: .truncated)
    #expect(cut.error == .truncated(.body, at: 24) && !cut.messages[0].isWhole)
    let empty = Transcript.responses("HTTP/1.1 200 OK\r\n\r\n", ending: .clean)
    #expect(empty.messages.map(\.isWhole) == [true])
  }

  @Test func `a response with a Content-Length is complete even after a truncation`() throws {
    for ending in [HTTP.Ending.clean, .truncated] {
      for text in [ok, "HTTP/1.1 204 N\r\n\r\n", "HTTP/1.1 200 N\r\nContent-Length: 0\r\n\r\n"] {
        #expect(Transcript.responses(text, ending: ending).messages.map(\.isWhole) == [true])
        // A driver may stop reading when it has no bytes left, and find the end only now.
        var reader = HTTP.ResponseReader()
        reader.expectResponse(to: .get)
        var bytes = Array(text.utf8)
        while !bytes.isEmpty { bytes.removeFirst(try reader.step(bytes).consumed) }
        #expect(try reader.finish(ending) == .end)
      }
    }
  }

  @Test func `a connection may end between two responses`() {
    #expect(Transcript.responses("", to: [], ending: .truncated).error == nil)
    #expect(Transcript.responses(ok, ending: .truncated).error == nil)
    #expect(Transcript.responses("", ending: .clean).error == .truncated(.head, at: 0))
    #expect(Transcript.responses("\r\n", ending: .clean).error == .truncated(.head, at: 2))
    let second = Transcript.responses(ok + "HTTP", to: [.get, .get], ending: .clean)
    #expect(second.error == .truncated(.head, at: 4) && second.messages[0].isWhole)
  }

  @Test func `the offset of a response error is counted from the first byte of its response`() {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    let first = chunked + "1\r\nx\r\n0\r\nT: u\r\n\r\n"
    let interim = "HTTP/1.1 100 C\r\n\r\n"
    for before in ["", first, interim, first + interim + interim] {
      for size in [1, 10, Int.max] {
        func error(_ text: String) -> HTTP.ParseError? {
          Transcript.responses(
            before + text, to: [.get, .get], ending: .clean, pieces: size
          ).error
        }
        #expect(error("HTTP/1.1 200 OK\r\nA\u{1}") == .invalidByte(1, .fieldName, at: 18))
        #expect(error(chunked + "1\r\nxy") == .invalidByte(0x79, .chunkData, at: 51))
        #expect(error(chunked + "0\r\nA: \u{1}") == .invalidByte(1, .fieldValue, at: 53))
        #expect(error(chunked + "0\r\nA: b\r\n\u{1}x") == .invalidByte(1, .fieldName, at: 56))
        #expect(error(chunked + "0\r\nA: b\r\n\rx") == .strayLineEnd(.trailer, at: 56))
        #expect(error(chunked + "0\r\nA:") == .truncated(.body, at: 52))
        #expect(error("HTTP/1.1 200 OK\r\n") == .truncated(.head, at: 17))
      }
    }
  }

  @Test func `a short second response contains no field lines of a long first response`() {
    let many = (0..<40).map { "Many-\($0): \(String(repeating: "x", count: $0))\r\n" }.joined()
    let text =
      "HTTP/1.1 200 Large\r\n\(many)Content-Length: 0\r\n\r\n"
      + "HTTP/1.1 200 S\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nB: c\r\n\r\n"
      + "HTTP/1.1 304 None\r\n\r\n" + "HTTP/1.1 200\r\nA: b\r\nConnection: close\r\n\r\n"
    for size in [1, 100, Int.max] {
      let read = Transcript.responses(
        text, to: [.get, .get, .get, .get], ending: .clean, pieces: size)
      #expect(read.error == nil)
      #expect(read.messages.map(\.head.fields.count) == [41, 1, 0, 2])
      #expect(read.messages[1].trailers == ["B": "c"])
      #expect(read.messages[2].head.reason == "None" && read.messages[2].persists)
      #expect(read.messages[3].head.fields == ["a": "b", "connection": "close"])
      #expect(read.messages[3].framing == .untilClose)
    }
  }

  @Test func `a response reader is closed after a malformed second response head`() {
    let read = Transcript.responses(ok + "HTTP/1.1 200 OK\r\n: x\r\n\r\n", to: [.get, .get])
    #expect(read.error == .invalidByte(0x3a, .fieldName, at: 17))
    #expect(read.messages.map(\.text) == ["hi"] && read.isClosed)
  }

  @Test(arguments: ["9223372036854775807", "09223372036854775807", "4611686018427387904"])
  func `a huge Content-Length is accepted without allocating memory`(_ length: String) {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello"
    let read = Transcript.responses(text)
    #expect(read.error == nil && read.messages.map(\.text) == ["hello"])
    #expect(read.messages[0].framing == Int(length).map { .contentLength($0) })
    let ended = Transcript.responses(text, ending: .clean)
    #expect(ended.error == .truncated(.body, at: text.utf8.count))
  }

  @Test(arguments: ["7fffffffffffffff", "00007FFFFFFFFFFFFFFF", "4000000000000000"])
  func `a huge chunk size is accepted without allocating memory`(_ size: String) {
    let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nhello"
    let read = Transcript.responses(text)
    #expect(read.error == nil && read.messages.map(\.text) == ["hello"])
    let ended = Transcript.responses(text, ending: .clean)
    #expect(ended.error == .truncated(.body, at: text.utf8.count))
  }

  @Test func `a Connection or Content-Length field in a trailer section has no effect`() {
    let text =
      "HTTP/1.1 200 OK\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
      + "Connection: close\r\nContent-Length: 5\r\nA: c\r\n\r\n"
    let read = Transcript.responses(text + ok, to: [.get, .get])
    #expect(read.messages.map(\.text) == ["", "hi"])
    #expect(read.messages[0].head.fields.values(of: "a") == ["b"])
    #expect(
      read.messages[0].trailers == ["connection": "close", "content-length": "5", "a": "c"])
    #expect(read.messages[0].persists && !read.isClosed)
  }
}
