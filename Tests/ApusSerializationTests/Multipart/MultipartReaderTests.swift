import ApusBytes
import ApusHTTP
import ApusSerialization
import Testing

/// Bodies of several parts as they are read. RFC 2046 section 5.1.1.
struct MultipartReaderTests {
  struct Part: Equatable {
    var head: Multipart.Head
    var content: [UInt8] = []
  }

  private static let boundary = try! Multipart.Boundary("b")

  /// The parts of a body that arrives in pieces of a size.
  static func read(
    _ bytes: [UInt8], boundary: Multipart.Boundary = boundary, pieceSize: Int = .max,
    isForm: Bool = false, _ limits: Multipart.Reader.Limits = .init()
  ) throws -> [Part] {
    var reader = Multipart.Reader(boundary: boundary, isForm: isForm, limits)
    var parts: [Part] = []
    var at = 0
    var (isInside, isEnded) = (false, false)
    func take(_ event: Multipart.Reader.Event) {
      switch event {
      case .part(let head):
        #expect(!isInside && !isEnded)
        isInside = true
        parts.append(Part(head: head))
      case .content(let content):
        #expect(isInside && !content.isEmpty)
        parts[parts.count - 1].content += content
      case .partEnd:
        #expect(isInside)
        isInside = false
      case .end:
        #expect(!isInside && !isEnded)
        isEnded = true
      }
    }
    while at < bytes.count {
      let end = pieceSize > bytes.count - at ? bytes.count : at + pieceSize
      reader.append(Array(bytes[at..<end]))
      while let event = try reader.next() { take(event) }
      at = end
    }
    reader.finish()
    while let event = try reader.next() { take(event) }
    #expect(isEnded)
    return parts
  }

  private func read(_ text: String) throws -> [Part] {
    let whole = try Self.read(Array(text.utf8))
    for size in [1, 2, 3, 7] {
      #expect(try Self.read(Array(text.utf8), pieceSize: size) == whole)
    }
    return whole
  }

  private func contents(_ text: String) throws -> [String] {
    try read(text).map { String(decoding: $0.content, as: UTF8.self) }
  }

  @Test func `a multipart body is read completely in received pieces of any size`() throws {
    let text = "--b\r\nA: 1\r\n\r\none\r\n--b\r\n\r\ntwo\r\n\r\n--b--\r\nepilogue --b"
    let parts = try read(text)
    #expect(parts.map { String(decoding: $0.content, as: UTF8.self) } == ["one", "two\r\n"])
    #expect(parts[0].head.fields == ["A": "1"])
    #expect(parts[1].head.fields.isEmpty)
  }

  @Test func `bytes that resemble the multipart boundary are returned as content`() throws {
    for content in [
      "--b", "\n--b", "\r--b", "\r\n-b", "\r\n--", "\r\n--c", "\r", "\r\r\n-", "x--b--",
    ] {
      let text = "--b\r\n\r\nx\(content)\r\n--b--"
      #expect(try contents(text) == ["x" + content], "\(content)")
    }
  }

  @Test func `the boundary is found after an empty part with or without a second line end`() throws
  {
    #expect(try contents("--b\r\n\r\n\r\n--b--") == [""])
    #expect(try contents("--b\r\n\r\n--b--") == [""])
    #expect(try contents("--b\r\nA: 1\r\n\r\n--b\r\n\r\n\r\n--b--") == ["", ""])
  }

  @Test func `lines before the first multipart boundary are ignored up to the limit`() throws {
    #expect(try contents("hello\r\n\r\n--c\r\n--b\r\n\r\nx\r\n--b--") == ["x"])
    #expect(try contents("hello\n--b\r\n--b\r\n\r\nx\r\n--b--") == ["x"])
    var limits = Multipart.Reader.Limits()
    limits.preambleByteCount = 10
    let text = { (count: Int) in
      Array((String(repeating: "p", count: count - 2) + "\r\n--b\r\n\r\nx\r\n--b--").utf8)
    }
    #expect(try Self.read(text(10), limits).count == 1)
    for size in [1, .max] {
      #expect(throws: Multipart.Failure.preambleTooLong(limit: 10)) {
        try Self.read(text(11), pieceSize: size, limits)
      }
    }
  }

  @Test func `a multipart body that consists only of the closing boundary has no parts`() throws {
    #expect(try read("--b--").isEmpty)
    #expect(try read("--b--\r\n").isEmpty)
  }

  @Test func `a truncated multipart body is rejected as truncated`() throws {
    let text = Array("--b\r\nA: 1\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--".utf8)
    #expect(try Self.read(text).count == 2)
    for count in 0..<text.count {
      for size in [1, .max] {
        #expect(throws: Multipart.Failure.truncated, "\(count)") {
          try Self.read(Array(text.prefix(count)), pieceSize: size)
        }
      }
    }
  }

  @Test func `a multipart boundary followed by other text than a line end is rejected`() throws {
    #expect(try contents("--b \t\r\n\r\nx\r\n--b--") == ["x"])
    for text in [
      "--bc\r\n\r\nx\r\n--b--", "--b\n\r\nx\r\n--b--", "--b -\r\n", "--b-\r\n", "--b\rx",
    ] {
      for size in [1, .max] {
        #expect(throws: Multipart.Failure.malformedDelimiter(part: 0), "\(text)") {
          try Self.read(Array(text.utf8), pieceSize: size)
        }
      }
    }
    let spaces = { (count: Int) in
      Array("--b\(String(repeating: " ", count: count))\r\n\r\nx\r\n--b--".utf8)
    }
    #expect(try Self.read(spaces(64)).count == 1)
    for size in [1, .max] {
      #expect(throws: Multipart.Failure.malformedDelimiter(part: 0)) {
        try Self.read(spaces(65), pieceSize: size)
      }
    }
  }

  @Test func `a part whose header contains a line that is not a field is rejected`() {
    for line in ["A", "A 1", ": 1", " A: 1", "A : 1", "A: 1\u{0}", "A: 1\nB: 2", "A: 1\r\n folded"]
    {
      #expect(throws: Multipart.Failure.malformedField(part: 0), "\(line)") {
        try Self.read(Array("--b\r\n\(line)\r\n\r\nx\r\n--b--".utf8))
      }
    }
  }

  @Test func `parts and header fields at their limits are accepted, and one more rejected`() throws
  {
    var limits = Multipart.Reader.Limits()
    limits.partCount = 2
    limits.fieldCount = 2
    limits.headByteCount = 14
    let part = "--b\r\nA: 1\r\nB: 2\r\n\r\nx\r\n"
    #expect(try Self.read(Array((part + part + "--b--").utf8), limits).count == 2)
    let cases: [(String, Multipart.Failure)] = [
      (part + part + part, .tooManyParts(limit: 2)),
      ("--b\r\nA:\r\nB:\r\nC:\r\n\r\nx\r\n--b--", .tooManyFields(limit: 2)),
      ("--b\r\nA: 1\r\nB: 22\r\n\r\nx\r\n--b--", .headTooLong(limit: 14)),
      ("--b\r\nA: 1\r\nB: 2222222222222222222222222", .headTooLong(limit: 14)),
    ]
    for (text, error) in cases {
      for size in [1, 5, .max] {
        #expect(throws: error, "\(text)") {
          try Self.read(Array(text.utf8), pieceSize: size, limits)
        }
      }
    }
  }

  @Test func `a multipart reader that threw an error throws an error at every later call`() throws {
    var reader = Multipart.Reader(boundary: Self.boundary)
    reader.append(Array("--bx".utf8))
    #expect(throws: Multipart.Failure.malformedDelimiter(part: 0)) { try reader.next() }
    reader.append(Array("--b--".utf8))
    #expect(throws: Multipart.Failure.alreadyFailed) { try reader.next() }
  }

  @Test func `the boundary is read from the media type of a multipart body`() throws {
    var reader = try Multipart.Reader(HTTP.MediaType("multipart/mixed; boundary=\"a b\""))
    reader.append(Array("--a b--".utf8))
    #expect(try reader.next() == .end)
    #expect(throws: Multipart.Failure.notMultipart("text/plain")) {
      try Multipart.Reader(HTTP.MediaType("text/plain; boundary=b"))
    }
    #expect(throws: Multipart.Failure.invalidBoundary) {
      try Multipart.Reader(HTTP.MediaType("multipart/mixed"))
    }
    #expect(throws: Multipart.Failure.invalidBoundary) {
      try Multipart.Reader(HTTP.MediaType("multipart/mixed; boundary=\"a\\\"b\""))
    }
  }

  private func head(_ disposition: String) throws -> Multipart.Head {
    let text = "--b\r\nContent-Disposition: \(disposition)\r\n\r\nx\r\n--b--"
    return try #require(try Self.read(Array(text.utf8)).first).head
  }

  @Test func `the field name and file name of a part are read as browsers write them`() throws {
    let plain = try head("form-data; name=\"a\"; filename=\"b.txt\"")
    #expect(plain.name == "a")
    #expect(plain.fileName == "b.txt")
    #expect(try head("form-data; name=a").name == "a")
    #expect(try head("form-data; NAME=\"ü;=\"").name == "ü;=")
    #expect(try head(#"form-data; name="C:\x.txt""#).name == #"C:\x.txt"#)
    #expect(try head(#"form-data; name="a\"b""#).name == "a\"b")
    #expect(try head("form-data").name == nil)
    #expect(try head("form-data; name=\"%22\"").name == "%22")
  }

  @Test func `a part with a malformed or repeated Content-Disposition is rejected`() {
    for text in [
      "form-data; name=\"a", "form-data; name=\"a\" x", "form-data; name", "form-data; name=",
      "form-data; name=\"a\"; name=\"b\"", "form-data; filename=\"a\"; filename=\"b\"",
      "form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"",
    ] {
      #expect(throws: Multipart.Failure.malformedField(part: 0), "\(text)") { try head(text) }
    }
  }

  @Test func `a form part without a field name is rejected`() throws {
    let text = Array("--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--".utf8)
    #expect(try Self.read(text).count == 1)
    #expect(throws: Multipart.Failure.unnamedPart(part: 0)) { try Self.read(text, isForm: true) }
  }

  @Test func `the Content-Range field of a part is read as a byte range and a total length`() throws
  {
    func range(_ value: String) throws -> (range: Range<Int>, total: Int?)? {
      let text = "--b\r\nContent-Type: text/plain\r\nContent-Range: \(value)\r\n\r\nx\r\n--b--"
      let head = try #require(try Self.read(Array(text.utf8)).first).head
      #expect(head.mediaType == .plainText)
      return head.contentRange
    }
    let known = try range("bytes 5-9/26")
    #expect(known?.range == 5..<10)
    #expect(known?.total == 26)
    let unknown = try range("bytes 0-0/*")
    #expect(unknown?.range == 0..<1)
    #expect(unknown?.total == nil)
    for value in [
      "bytes 9-5/26", "bytes 5-26/26", "bytes */26", "bytes -5/26", "bytes 5-9", "lines 5-9/26",
      "bytes +5-9/26", "bytes 5-9999999999999999999/*", "bytes 5-9/x",
    ] {
      #expect(try range(value) == nil, "\(value)")
    }
  }

  @Test func `a multipart body that was written is read back with equal parts`() throws {
    let boundary = try Multipart.Boundary.random()
    let contents: [[UInt8]] = [[], Array("\r\n--\r\n".utf8), Array(0...255), Array("--".utf8)]
    let names = ["a", "ü\u{1f600}", "x\\y", "a;b"]
    let parts = zip(names, contents).map { Multipart.Part.bytes($0, $1, fileName: $0) }
    let text = MultipartTests.bytes(try Multipart(parts, boundary: boundary).body())
    for size in [1, 13, .max] {
      let read = try Self.read(text, boundary: boundary, pieceSize: size, isForm: true)
      #expect(read.map(\.head.name) == names)
      #expect(read.map(\.head.fileName) == names)
      #expect(read.map(\.content) == contents)
    }
  }

  @Test func `reading content that resembles boundaries byte by byte takes linear time`() throws {
    let boundary = try Multipart.Boundary(String(repeating: "x", count: 70))
    let almost = "\r\n--" + String(repeating: "x", count: 69) + "y"
    let content = String(repeating: almost, count: 2_000)
    let text = Array("--\(boundary.text)\r\n\r\n\(content)\r\n--\(boundary.text)--".utf8)
    let parts = try Self.read(text, boundary: boundary, pieceSize: 1)
    #expect(parts.first?.content.count == content.utf8.count)
  }
}
