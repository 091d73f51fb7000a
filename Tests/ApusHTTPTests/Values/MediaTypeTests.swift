import ApusHTTP
import Testing

/// RFC 9110 section 8.3.1.
@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("text/html", "text/html"), ("TEXT/Html", "text/html"),
    ("text/html;charset=utf-8", "text/html; charset=utf-8"),
    ("Text/HTML;Charset=\"utf-8\"", "text/html; charset=utf-8"),
    ("text/html; charset=\"utf-8\" ", "text/html; charset=utf-8"),
    ("text/html ; charset=UTF-8", "text/html; charset=UTF-8"), ("text/html;", "text/html"),
    (" text/html", "text/html"), ("application/vnd.api+json", "application/vnd.api+json"),
    (
      "multipart/form-data; boundary=\"a:b=c\"", "multipart/form-data; boundary=\"a:b=c\""
    ),
    ("a/b;c=\"\"", "a/b; c=\"\""), ("*a/b*", "*a/b*"),
  ])
  func `the type, subtype and parameter names of a media type become lower case`(
    text: String, written: String
  ) throws {
    let mediaType = try HTTP.MediaType(text)
    #expect(mediaType.description == written)
    #expect(try HTTP.MediaType(written) == mediaType)
  }

  @Test(arguments: [
    ("", HTTP.InvalidValue.unexpectedEnd(at: 0)), ("text", .unexpectedEnd(at: 4)),
    ("text/", .unexpectedEnd(at: 5)), ("/html", .unexpectedByte(0x2f, at: 0)),
    ("text /html", .unexpectedByte(0x20, at: 4)), ("text/ html", .unexpectedByte(0x20, at: 5)),
    ("text/html, a/b", .unexpectedByte(0x2c, at: 9)),
    ("text/html charset", .unexpectedByte(0x63, at: 10)),
    ("text/html;charset", .unexpectedEnd(at: 17)), ("*/*", .unexpectedByte(0x2a, at: 0)),
    ("text/*", .unexpectedByte(0x2a, at: 5)), ("text/html/x", .unexpectedByte(0x2f, at: 9)),
    ("text/h\u{e4}", .unexpectedByte(0xc3, at: 6)),
    ("a/b;charset=a;charset=b", .conflictingParameters(name: "charset")),
  ])
  func `an invalid media type is rejected with the offset of the fault`(
    text: String, error: HTTP.InvalidValue
  ) {
    #expect(throws: error) { try HTTP.MediaType(text) }
  }

  @Test func `the charset of a media type is returned in lower case and without quotes`() throws {
    #expect(try HTTP.MediaType("text/html; charset=UTF-8").charset == "utf-8")
    #expect(try HTTP.MediaType("text/html; CHARSET=\"ISO-8859-1\"").charset == "iso-8859-1")
    #expect(try HTTP.MediaType("text/html").charset == nil)
  }

  @Test func `the suffix of application/problem+json is json`() throws {
    #expect(try HTTP.MediaType("application/problem+json").suffix == "json")
    #expect(try HTTP.MediaType("image/svg+xml; charset=utf-8").suffix == "xml")
    #expect(try HTTP.MediaType("a/b+c+d").suffix == "d")
    #expect(HTTP.MediaType.json.suffix == nil)
  }

  @Test func `a media type with a type or subtype that is not a token is rejected`() throws {
    let mediaType = try HTTP.MediaType("Text", "Plain", ["Charset": "utf-8", "x": "a b"])
    #expect(mediaType.description == #"text/plain; charset=utf-8; x="a b""#)
    #expect(mediaType.essence == "text/plain")
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x2f, at: 1)) {
      try HTTP.MediaType("a/b", "c")
    }
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x2a, at: 0)) { try HTTP.MediaType("*", "*") }
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x0d, at: 1)) {
      try HTTP.MediaType("a", "b", ["c": "d\r\n"])
    }
  }

  @Test(arguments: [
    ("text/html; charset", "text/html"), ("TEXT/html;;;=", "text/html"),
    ("text/html ", "text/html"),
    ("text/html; a=b; a=c", "text/html"),
  ])
  func `the type and subtype of a media type with malformed parameters can be read`(
    text: String, essence: String
  )
    throws
  {
    let bytes = Array(text.utf8)
    #expect(try HTTP.MediaType(ignoringParametersOf: bytes.span).description == essence)
  }

  @Test func `a media type followed by text other than parameters is rejected`() {
    let bytes = Array("text/html, a/b".utf8)
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x2c, at: 9)) {
      try HTTP.MediaType(ignoringParametersOf: bytes.span)
    }
  }

  @Test func `each predefined media type is written and read back unchanged`() throws {
    for mediaType in [
      HTTP.MediaType.json, .octetStream, .form, .plainText, .html,
    ] {
      #expect(try HTTP.MediaType(mediaType.description) == mediaType)
    }
  }

  @Test func `a valid mutated media type is written and read back unchanged`() throws {
    Mutation.changes(of: #"text/html; a="b\"c";d=e"#) { bytes in
      guard let mediaType = try? HTTP.MediaType(bytes.span) else { return }
      #expect((try? HTTP.MediaType(mediaType.description))?.essence == mediaType.essence)
    }
  }
}

/// RFC 9110 section 12.5.1.
@Suite struct MediaRangeTests {
  @Test(arguments: [
    ("*/*", "text/html", true), ("text/*", "text/html", true), ("TEXT/*", "text/html", true),
    ("text/html", "text/html", true), ("text/html", "text/html; charset=utf-8", true),
    ("image/*", "text/html", false), ("text/plain", "text/html", false),
    ("text/html; level=1", "text/html; level=1; charset=utf-8", true),
    ("text/html; level=1", "text/html", false), ("text/html; level=1", "text/html; level=2", false),
    ("text/html; charset=UTF-8", "text/html; charset=utf-8", true),
    ("text/html; a=B", "text/html; a=b", false), ("text/*; a=b", "text/html; a=b", true),
    ("application/json", "application/problem+json", false),
  ])
  func `a media range contains the media types that match its type and parameters`(
    range: String, mediaType: String, is expected: Bool
  ) throws {
    #expect(try HTTP.MediaRange(range).contains(HTTP.MediaType(mediaType)) == expected)
  }

  @Test(arguments: [
    ("", HTTP.InvalidValue.unexpectedEnd(at: 0)), ("*", .unexpectedEnd(at: 1)),
    ("*/html", .unexpectedByte(0x68, at: 2)), ("text/", .unexpectedEnd(at: 5)),
    ("text/*;", nil), ("text/* x", .unexpectedByte(0x78, at: 7)),
  ])
  func `an invalid media range is rejected`(text: String, error: HTTP.InvalidValue?) throws {
    if let error {
      #expect(throws: error) { try HTTP.MediaRange(text) }
    } else {
      #expect(try HTTP.MediaRange(text).description == "text/*")
    }
  }

  @Test func `a media range with a subtype and parameters is more specific than */*`() throws {
    let ranges = ["*/*", "text/*", "text/*; a=b", "text/html", "text/html; a=b"]
    let specificities = try ranges.map { try HTTP.MediaRange($0).specificity }
    #expect(specificities == specificities.sorted())
    #expect(Set(specificities).count == ranges.count)
    #expect(HTTP.MediaRange.everything.description == "*/*")
  }

  @Test func `the media range of a media type contains that media type`() throws {
    let mediaType = try HTTP.MediaType("a/b; c=d")
    #expect(HTTP.MediaRange(mediaType).contains(mediaType))
    #expect(!HTTP.MediaRange(mediaType).contains(try HTTP.MediaType("a/b")))
  }
}
