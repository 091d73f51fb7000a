import ApusBytes
import ApusHTTP
import Testing

@testable import ApusSerialization

/// MP rows: bodies of several parts as they are written. RFC 2046 section 5.1.1.
struct MultipartTests {
  private static let boundary = try! Multipart.Boundary("Boundary+00112233AABBCCDD")

  /// The bytes of a body, with a mark in place of a file or a sequence.
  static func text(_ body: HTTP.Body) -> String {
    switch body.content {
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .file(let part): "{\(String(decoding: part.path, as: UTF8.self))}"
    case .sequence: "{sequence}"
    case .unwritten: "{unwritten}"
    case .joined(let bodies): bodies.map { text($0) }.joined()
    }
  }

  /// The bytes of a body that consists of bytes.
  static func bytes(_ body: HTTP.Body) -> [UInt8] {
    switch body.content {
    case .bytes(let bytes): bytes
    case .joined(let bodies): bodies.flatMap { bytes($0) }
    case .file, .sequence, .unwritten: []
    }
  }

  private func text(_ parts: [Multipart.Part]) throws -> String {
    Self.text(try Multipart(parts, boundary: Self.boundary).body())
  }

  @Test func `a multipart form is written byte for byte as in the expected example`() throws {
    let parts: [Multipart.Part] = [
      .field("album", "42"), .bytes("photo", Array("GIF89a".utf8), fileName: "a.gif"),
      .field("", ""),
    ]
    let expected = """
      --Boundary+00112233AABBCCDD\r
      Content-Disposition: form-data; name="album"\r
      \r
      42\r
      --Boundary+00112233AABBCCDD\r
      Content-Disposition: form-data; name="photo"; filename="a.gif"\r
      Content-Type: image/gif\r
      \r
      GIF89a\r
      --Boundary+00112233AABBCCDD\r
      Content-Disposition: form-data; name=""\r
      \r
      \r
      --Boundary+00112233AABBCCDD--\r

      """
    #expect(Array(try text(parts).utf8) == Array(expected.utf8))
    let body = try Multipart(parts, boundary: Self.boundary).body()
    #expect(body.length == .known(expected.utf8.count))
    #expect(body.replay == .always)
    #expect(
      body.mediaType?.description == "multipart/form-data; boundary=Boundary+00112233AABBCCDD")
  }

  @Test func `a random multipart boundary contains 128 random bits in hexadecimal digits`() throws {
    var seen: Set<String> = []
    for _ in 0..<100 {
      let text = try Multipart.Boundary.random().text
      #expect(text.utf8.count == 41)
      #expect(text.utf8.starts(with: "Boundary+".utf8))
      #expect(text.utf8.dropFirst(9).allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 })
      seen.insert(text)
    }
    #expect(seen.count == 100)
  }

  @Test func `a part whose content contains the boundary is rejected`() throws {
    let inside = Array("x\r\n--Boundary+00112233AABBCCDDx".utf8)
    let multipart = Multipart([.field("a", "b"), .field("c", inside)], boundary: Self.boundary)
    #expect(throws: Multipart.Failure.boundaryInPart(index: 1)) { try multipart.body() }
    let almost = Array("x\r\n--Boundary+00112233AABBCCD".utf8)
    #expect(throws: Never.self) {
      try Multipart([.field("c", almost)], boundary: Self.boundary).body()
    }
  }

  @Test func `long content that contains a custom boundary is rejected`() throws {
    var content = [UInt8](repeating: 0x2d, count: 100_000)
    #expect(throws: Never.self) {
      try Multipart([.field("c", content)], boundary: Self.boundary).body()
    }
    content.replaceSubrange(70_000..., with: "--Boundary+00112233AABBCCDD".utf8)
    let multipart = Multipart([.field("a", "b"), .field("c", content)], boundary: Self.boundary)
    #expect(throws: Multipart.Failure.boundaryInPart(index: 1)) { try multipart.body() }
  }

  @Test func `short content that contains a random boundary is rejected`() throws {
    var multipart = try Multipart()
    multipart.parts = [.field("a", "--\(multipart.boundary.text)")]
    #expect(throws: Multipart.Failure.boundaryInPart(index: 0)) { try multipart.body() }
  }

  @Test func `long content of a part is sent without a copy`() throws {
    for count in [16 << 10 - 1, 16 << 10, 1 << 20] {
      let content = [UInt8](repeating: 0x61, count: count)
      let body = try Multipart([.field("a", content), .field("b", "c")], boundary: Self.boundary)
        .body()
      let text = Self.bytes(body)
      #expect(body.length == .known(text.count))
      #expect(body.bytes == text)
      let read = try MultipartReaderTests.read(text, boundary: Self.boundary)
      #expect(read.map(\.content) == [content, [0x63]])
      guard case .joined(let pieces) = body.content else {
        #expect(count < 16 << 10)
        continue
      }
      #expect(pieces.contains { $0.bytes == content })
    }
  }

  @Test func `many short parts are joined into arrays of limited length`() throws {
    let contents = (0..<1_000).map { [UInt8](repeating: UInt8($0 % 251), count: 500) }
    let parts = contents.map { Multipart.Part.field("a", $0) }
    let body = try Multipart(parts, boundary: Self.boundary).body()
    guard case .joined(let pieces) = body.content else {
      Issue.record("one piece")
      return
    }
    #expect(pieces.count > 5 && pieces.allSatisfy { $0.bytes.map { $0.count < 66_000 } == true })
    let read = try MultipartReaderTests.read(try #require(body.bytes), boundary: Self.boundary)
    #expect(read.map(\.content) == contents)
  }

  @Test func `a custom boundary with a character that RFC 2046 does not allow is rejected`() {
    for text in ["", "a ", "a\r\n", "a\"", "é", String(repeating: "a", count: 71)] {
      #expect(throws: Multipart.Failure.invalidBoundary, "\(text)") { try Multipart.Boundary(text) }
    }
    for text in ["a", "a b", "'()+_,-./:=?", String(repeating: "a", count: 70)] {
      #expect(throws: Never.self, "\(text)") { try Multipart.Boundary(text) }
    }
  }

  @Test func `Content-Disposition and Content-Type precede the other fields of a part`() throws {
    let part = try Multipart.Part.part(
      headers: ["X-B": "1", .contentType: "text/plain", "X-A": "2", .contentDisposition: "inline"],
      .bytes([0x21]))
    #expect(
      try text([part]) == "--Boundary+00112233AABBCCDD\r\nContent-Disposition: inline\r\n"
        + "Content-Type: text/plain\r\nX-B: 1\r\nX-A: 2\r\n\r\n!\r\n"
        + "--Boundary+00112233AABBCCDD--\r\n")
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\nX: 1", "a%0AX: 1"),
    ("a\rb", "a%0Db"), ("a\u{0}b", "a%00b"), ("a\u{1b}[2Jb", "a%1B[2Jb"), ("a\u{7f}", "a%7F"),
    ("ü日😀", "ü日😀"), ("a\\b", "a\\b"), ("a\\", "a%5C"), ("\\\\", "\\%5C"),
    ("a;b=c", "a;b=c"), ("%22", "%22"),
    ("\"; filename=\"x", "%22; filename=%22x"), ("\u{85}\u{2028}", "\u{85}\u{2028}"),
  ])
  func `a quotation mark or line break in a part's name is percent-encoded`(
    _ name: String, _ sent: String
  )
    throws
  {
    let field = Multipart.Part.field(name, "")
    #expect(field.headers[.contentDisposition]?.text == "form-data; name=\"\(sent)\"")
    let file = Multipart.Part.bytes("f", [], fileName: name, .octetStream)
    #expect(
      file.headers[.contentDisposition]?.text == "form-data; name=\"f\"; filename=\"\(sent)\"")
    var head: [UInt8] = []
    file.writeHead(to: &head)
    #expect(head.filter { $0 == 0x0d || $0 == 0x0a }.count == 6)
  }

  @Test func `no character of a field name ends the quoted string in Content-Disposition`() {
    for scalar in 0...0x10ff {
      guard let scalar = Unicode.Scalar(UInt32(scalar)) else { continue }
      let value = Multipart.Part.field(String(scalar), "").headers[.contentDisposition]?.bytes ?? []
      #expect(value.allSatisfy { $0 >= 0x20 && $0 != 0x7f })
      #expect(value.filter { $0 == 0x22 }.count == 2)
    }
  }

  @Test func `a part with a line break in a header field is rejected`() {
    for (name, value) in [("X-A", "b\r\nX-C: d"), ("X-A", "b\u{0}"), ("X A", "b"), ("", "b")] {
      let name = HTTP.FieldName(name)
      #expect(throws: Multipart.Failure.invalidField(name)) {
        try Multipart.Part.part(headers: [name: HTTP.FieldValue(value)], .empty)
      }
    }
  }

  @Test func `a file part has the file name of its path and the media type of its extension`()
    throws
  {
    let part = Multipart.Part.file("f", at: "/srv/photos/cat.JPG")
    #expect(
      part.headers[.contentDisposition]?.text == "form-data; name=\"f\"; filename=\"cat.JPG\"")
    #expect(part.headers[.contentType]?.text == "image/jpeg")
    let named = Multipart.Part.file("f", at: "a/b", fileName: "x.cer", .plainText)
    #expect(named.headers[.contentDisposition]?.text == "form-data; name=\"f\"; filename=\"x.cer\"")
    #expect(named.headers[.contentType]?.text == "text/plain")
    #expect(
      Multipart.Part.file("f", at: "a/b.unknown").headers[.contentType]?.text
        == "application/octet-stream")
  }

  @Test func `a file between byte parts is not read before the body is sent`() throws {
    let body = try Multipart([.file("f", at: "/nowhere/x.txt")], boundary: Self.boundary).body()
    #expect(body.length == nil)
    #expect(body.replay == .always)
    #expect(
      Self.text(body) == "--Boundary+00112233AABBCCDD\r\n"
        + "Content-Disposition: form-data; name=\"f\"; filename=\"x.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\n{/nowhere/x.txt}\r\n--Boundary+00112233AABBCCDD--\r\n")
  }

  @Test func `the length and the replay of a multipart body are derived from all its parts`() throws
  {
    let source = AsyncStream<[UInt8]> { $0.finish() }
    func body(_ content: HTTP.Body) throws -> HTTP.Body {
      try Multipart([.content("f", content, fileName: "x")], boundary: Self.boundary).body()
    }
    let empty = try body(.bytes([]))
    guard case .known(let frame) = empty.length else {
      Issue.record("no length")
      return
    }
    #expect(try body(.sequence(source, byteCount: 7)).length == .known(frame + 7))
    #expect(try body(.sequence(source, byteCount: 7)).replay == .once)
    #expect(try body(.sequence(source)).length == .unknown)
    #expect(try body(.sequence(source, replay: .always)).replay == .always)
    #expect(try body(.file("x", byteCount: 9)).length == .known(frame + 9))
  }

  @Test func `the upload speed limit of a multipart form applies to its request body`() throws {
    var multipart = Multipart([.field("a", "b")], boundary: Self.boundary)
    #expect(try multipart.body().throttle == nil)
    multipart.throttle = .suggested
    #expect(try multipart.body().throttle?.packetByteCount == 16 * 1024)
    #expect(try multipart.body().throttle?.delay == .milliseconds(200))
  }

  @Test func `request parameters become sorted form parts without percent-encoding`() throws {
    var multipart = Multipart([], boundary: Self.boundary)
    try multipart.append(["b": [nil, "é &"], "a": ["k": .data([0xff])], "c": 1.5])
    #expect(
      multipart.parts.map { $0.headers[.contentDisposition]?.text } == [
        "form-data; name=\"a[k]\"", "form-data; name=\"b[]\"", "form-data; name=\"b[]\"",
        "form-data; name=\"c\"",
      ])
    #expect(
      multipart.parts.map(\.body.bytes) == [[0xff], [], Array("é &".utf8), Array("1.5".utf8)])
    var style = RequestParameters.Style()
    style.charset = .latin1
    #expect(throws: RequestParameters.WritingError.unencodable(field: "a", .latin1)) {
      try multipart.append(["a": "日"], style)
    }
  }

  @Test func `multipart form parts may have an empty name or the same name`() throws {
    let read = try MultipartReaderTests.read(
      Array(try text([.field("a", "1"), .field("a", "2"), .field("", "3")]).utf8),
      boundary: Self.boundary)
    #expect(read.map(\.head.name) == ["a", "a", ""])
  }
}
