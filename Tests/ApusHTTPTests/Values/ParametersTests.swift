import ApusBytes
import Testing

@testable import ApusHTTP

/// RFC 9110 section 5.6.6.
@Suite struct ParametersTests {
  static func read(_ text: String) throws -> HTTP.Parameters {
    let bytes = Array(text.utf8)
    var cursor = Cursor(0..<bytes.count)
    return try HTTP.Parameters(from: &cursor, in: bytes.span)
  }

  static func write(_ parameters: HTTP.Parameters) -> String {
    var writer = ByteWriter()
    parameters.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", ""), (" ", ""), (";", ""), (" ; ; ", ""), (";a=b", "; a=b"), ("; a=b ", "; a=b"),
    (" ;\ta=b", "; a=b"), (";A=B", "; a=B"), (";a=b;;c=d;", "; a=b; c=d"),
    (#";a="b""#, "; a=b"), (#";a="b c""#, #"; a="b c""#), (#";a="""#, #"; a="""#),
    (#";a="\"\\;""#, #"; a="\"\\;""#), (";a=b;a=b;A=b", "; a=b"), (#";a=b;a="b""#, "; a=b"),
  ])
  func `parameters are read, and values that are not tokens are written with quotes`(
    text: String, written: String
  ) throws {
    #expect(Self.write(try Self.read(text)) == written)
  }

  @Test(arguments: [
    ("a=b", HTTP.InvalidValue.unexpectedByte(0x61, at: 0)), (";a", .unexpectedEnd(at: 2)),
    (";a=", .unexpectedEnd(at: 3)), (";=b", .unexpectedByte(0x3d, at: 1)),
    (";a =b", .unexpectedByte(0x20, at: 2)), (";a= b", .unexpectedByte(0x20, at: 3)),
    (";a=b c", .unexpectedByte(0x63, at: 5)), (#";a="b"c"#, .unexpectedByte(0x63, at: 6)),
    (#";a="b"#, .unclosedQuote(at: 3)), (";a=b,c=d", .unexpectedByte(0x2c, at: 4)),
    (";a=\u{e9}", .unexpectedByte(0xc3, at: 3)), (";a=b\r\n", .unexpectedByte(0x0d, at: 4)),
  ])
  func `an invalid parameter is rejected with the offset of the fault`(
    text: String, error: HTTP.InvalidValue
  ) {
    #expect(throws: error) { try Self.read(text) }
  }

  @Test func `two parameters with the same name and different values are rejected`() {
    #expect(throws: HTTP.InvalidValue.conflictingParameters(name: "a")) {
      try Self.read(";a=b;A=c")
    }
    #expect(throws: HTTP.InvalidValue.conflictingParameters(name: "a")) {
      try Self.read(";a=b;a=B")
    }
  }

  @Test func `a value with 32 parameters is accepted, and a value with 33 is rejected`() throws {
    let limit = HTTP.Parameters.limit
    let full = (0..<limit).map { ";p\($0)=v" }.joined()
    #expect(try Self.read(full).all.count == limit)
    #expect(try Self.read(full + ";p0=v").all.count == limit)
    #expect(throws: HTTP.InvalidValue.tooManyParameters(limit: limit)) {
      try Self.read(full + ";q=v")
    }
  }

  @Test func `a parameter name with a non-ASCII lookalike letter is a different name`() throws {
    let parameters = try HTTP.Parameters(["Key": "Value"])
    #expect(parameters["KEY"]?.value == "Value")
    #expect(parameters["key"]?.name == "key")
    #expect(parameters["\u{212A}ey"] == nil)
    #expect(parameters["other"] == nil)
  }

  @Test func `creating a parameter with an invalid name or value is rejected`() {
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x20, at: 1)) {
      try HTTP.Parameter("a b", "c")
    }
    #expect(throws: HTTP.InvalidValue.unexpectedEnd(at: 0)) { try HTTP.Parameter("", "c") }
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x0d, at: 1)) {
      try HTTP.Parameter("a", "b\r\nX: y")
    }
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0, at: 0)) { try HTTP.Parameter("a", "\0") }
  }

  @Test func `a parameter value that is not valid UTF-8 is decoded as ISO-8859-1`() {
    #expect(HTTP.Parameter(name: "a", bytes: [0xc3, 0xa9]).value == "é")
    #expect(HTTP.Parameter(name: "a", bytes: [0x63, 0xe9]).value == "cé")
  }

  @Test func `parameter values that are only canonically equivalent are not equal`() throws {
    #expect(try HTTP.Parameter("a", "e\u{301}") != HTTP.Parameter("a", "\u{e9}"))
  }

  @Test func `valid mutated parameters are written and read back unchanged`() throws {
    Mutation.changes(of: #";a=b; c="d\"e" ;f=g"#) { bytes in
      var cursor = Cursor(0..<bytes.count)
      guard let parameters = try? HTTP.Parameters(from: &cursor, in: bytes.span) else { return }
      var writer = ByteWriter()
      parameters.write(to: &writer)
      var again = Cursor(0..<writer.bytes.count)
      #expect((try? HTTP.Parameters(from: &again, in: writer.bytes.span)) == parameters)
    }
  }
}
