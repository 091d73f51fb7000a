import ApusHTTP
import Testing

/// RFC 6266 section 4.
@Suite struct ContentDispositionTests {
  @Test(arguments: [
    ("attachment", "attachment", nil), ("INLINE", "inline", nil), ("x-other ;a=b", "x-other", nil),
    ("Attachment; filename=example.html", "attachment", "example.html"),
    (#"INLINE; FILENAME= "an example.html""#, "", nil),
    (#"INLINE; FILENAME="an example.html""#, "inline", "an example.html"),
    ("attachment; filename*= UTF-8''%e2%82%ac%20rates", "", nil),
    ("attachment; filename*=UTF-8''%e2%82%ac%20rates", "attachment", "€ rates"),
    (
      #"attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates"#, "attachment",
      "€ rates"
    ),
    ("attachment; filename*=iso-8859-1''%a3; filename=x", "attachment", "£"),
    (#"attachment; filename="a\"b\\c""#, "attachment", #"a"b\c"#),
    (#"attachment; filename="%41""#, "attachment", "%41"),
    ("attachment; filename=\"n\u{e9}\"", "attachment", "né"),
    (#"form-data; name="field"; filename="a.txt""#, "form-data", "a.txt"),
    ("attachment; filename*=UTF-16''a; filename=b", "attachment", "b"),
    ("attachment; filename=a b", "attachment", "a b"),
    (
      "attachment; filename=my report, final (2).pdf ; size=3", "attachment",
      "my report, final (2).pdf"
    ),
    ("attachment; filename=b; filename*=UTF-8''%e9", "attachment", "b"),
    ("attachment; filename=b; filename*=UTF-8''%z", "attachment", "b"),
    ("attachment; filename=b; filename*=b", "attachment", "b"),
    ("attachment; filename*=UTF-8''a b.txt; filename=\"b\"", "attachment", "b"),
    (#"attachment; filename="b";filename*="#, "", nil),
  ])
  func `the type and the file name of a Content-Disposition field are parsed`(
    text: String, type: String, fileName: String?
  ) throws {
    guard !type.isEmpty else {
      #expect(throws: HTTP.InvalidValue.self) { try HTTP.ContentDisposition(text) }
      return
    }
    let disposition = try HTTP.ContentDisposition(text)
    #expect(disposition.type == type)
    #expect(disposition.fileName == fileName)
    #expect(try HTTP.ContentDisposition(disposition.description) == disposition)
  }

  @Test(arguments: [
    ("", HTTP.InvalidValue.unexpectedEnd(at: 0)), (#""attachment""#, .unexpectedByte(0x22, at: 0)),
    ("filename=a", .unexpectedByte(0x3d, at: 8)),
    ("attachment; filename=a \"b\"", .unexpectedByte(0x22, at: 23)),
    ("attachment; filename=a\u{7f}", .unexpectedByte(0x7f, at: 22)),
    ("attachment; name=a b", .unexpectedByte(0x62, at: 19)),
    ("attachment; filename=", .unexpectedEnd(at: 21)),
    ("attachment; filename=a; filename=b", .conflictingParameters(name: "filename")),
    ("attachment; filename*=UTF-16''a", .unsupportedCharset("utf-16")),
    ("attachment; filename*=UTF-8''%e9", .malformedUTF8),
    ("attachment; filename*=UTF-8''%z", .malformedPercentEncoding(at: 7)),
    ("attachment; filename*=b", .unexpectedEnd(at: 1)),
  ])
  func `a malformed Content-Disposition field is rejected`(text: String, error: HTTP.InvalidValue) {
    #expect(throws: error) { try HTTP.ContentDisposition(text) }
  }

  @Test func `a file name with invalid UTF-8 is read as ISO-8859-1`() throws {
    let bytes = Array(#"attachment; filename="caf"#.utf8) + [0xe9, 0x22]
    #expect(try HTTP.ContentDisposition(bytes.span).fileName == "café")
  }

  /// RFC 6266 appendix D.
  @Test(arguments: [
    ("a.txt", "attachment; filename=a.txt"), ("a b.txt", #"attachment; filename="a b.txt""#),
    ("€.txt", "attachment; filename=_.txt; filename*=UTF-8''%E2%82%AC.txt"),
    ("50%.txt", "attachment; filename=50_.txt; filename*=UTF-8''50%25.txt"),
    (#"a"b\c"#, "attachment; filename=a_b_c; filename*=UTF-8''a%22b%5Cc"),
    ("n\u{308}", "attachment; filename=n_; filename*=UTF-8''n%CC%88"),
  ])
  func `a non-ASCII file name is written as both filename and filename*`(
    name: String, written: String
  ) throws {
    let disposition = try HTTP.ContentDisposition(type: "attachment", fileName: name)
    #expect(disposition.description == written)
    let again = try HTTP.ContentDisposition(written)
    #expect(again == disposition)
    #expect(again.fileName.map { Array($0.utf8) } == Array(name.utf8))
  }

  @Test func `a Content-Disposition with a line break or an invalid type cannot be created`() {
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x0d, at: 1)) {
      try HTTP.ContentDisposition(type: "attachment", fileName: "a\r\nX: y")
    }
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x3b, at: 1)) {
      try HTTP.ContentDisposition(type: "a;b")
    }
  }

  @Test func `the safe file name of a Content-Disposition without a file name is nil`() throws {
    #expect(try HTTP.ContentDisposition(type: "attachment").safeFileName() == nil)
  }

  @Test func `a valid mutated Content-Disposition is written and read back unchanged`() throws {
    Mutation.changes(of: #"inline; filename="a\"b"; filename*=UTF-8''%41"#) { bytes in
      guard let value = try? HTTP.ContentDisposition(bytes.span) else { return }
      #expect((try? HTTP.ContentDisposition(value.description))?.fileName == value.fileName)
    }
  }
}
