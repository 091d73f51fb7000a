import ApusHTTP
import Testing

/// RFC 9110 section 8.4.
@Suite struct ContentCodingTests {
  static func list(
    _ text: String, limit: Int = 2
  ) throws(HTTP.InvalidCoding) -> [HTTP.ContentCoding] {
    let bytes = Array(text.utf8)
    return try HTTP.ContentCoding.list(bytes.span, limit: limit)
  }

  @Test(
    arguments: [
      ("", []), ("gzip", [.gzip]), ("x-gzip", [.gzip]), ("GZip , deflate", [.gzip, .deflate]),
      ("identity", [.identity]), (", deflate,", [.deflate]), ("X-GZIP,gzip", [.gzip, .gzip]),
    ] as [(String, [HTTP.ContentCoding])])
  func `codings are listed in the order they were applied`(
    text: String, codings: [HTTP.ContentCoding]
  ) throws {
    #expect(try Self.list(text) == codings)
  }

  @Test(arguments: [
    ("br", HTTP.InvalidCoding.unknownCoding("br")), ("gzip, ZSTD", .unknownCoding("zstd")),
    ("gzip;q=1", .malformedList(.unexpectedByte(0x3b, at: 4))),
    ("gz ip", .malformedList(.unexpectedByte(0x20, at: 2))),
    ("\"gzip\"", .malformedList(.unexpectedByte(0x22, at: 0))),
    ("gzip, \"", .malformedList(.unclosedQuote(at: 6))),
  ])
  func `a list with unknown codings is rejected`(text: String, error: HTTP.InvalidCoding) {
    #expect(throws: error) { try Self.list(text) }
  }

  @Test func `two codings are allowed, and not one more`() throws {
    #expect(HTTP.DecodingLimits().codingCount == 2)
    #expect(try Self.list("gzip, gzip").count == 2)
    #expect(throws: HTTP.InvalidCoding.tooManyCodings(limit: 2)) {
      try Self.list("gzip, gzip, identity")
    }
    #expect(throws: HTTP.InvalidCoding.tooManyCodings(limit: 2)) {
      try Self.list(Array(repeating: "gzip", count: 1000).joined(separator: ","))
    }
  }

  @Test func `a decoder counts the codings of all lines together`() throws {
    let lines = try Self.list("gzip, gzip") + Self.list("gzip")
    #expect(throws: HTTP.InvalidCoding.tooManyCodings(limit: 2)) {
      _ = try HTTP.ContentDecoder(lines)
    }
    var limits = HTTP.DecodingLimits()
    limits.codingCount = 3
    #expect(throws: Never.self) { _ = try HTTP.ContentDecoder(lines, limits: limits) }
  }
}
