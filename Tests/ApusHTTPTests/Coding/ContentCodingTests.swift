import Testing

@testable import ApusHTTP

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
      ("br", [.brotli]), ("gzip, ZSTD", [.gzip, .zstd]),
    ] as [(String, [HTTP.ContentCoding])])
  func `a Content-Encoding list is read in the order in which codings were applied`(
    text: String, codings: [HTTP.ContentCoding]
  ) throws {
    #expect(try Self.list(text) == codings)
  }

  @Test(arguments: [
    ("compress", HTTP.InvalidCoding.unknownCoding("compress")),
    ("gzip, BROTLI", .unknownCoding("brotli")),
    ("gzip;q=1", .malformedList(.unexpectedByte(0x3b, at: 4))),
    ("gz ip", .malformedList(.unexpectedByte(0x20, at: 2))),
    ("\"gzip\"", .malformedList(.unexpectedByte(0x22, at: 0))),
    ("gzip, \"", .malformedList(.unclosedQuote(at: 6))),
  ])
  func `a Content-Encoding list with an unknown coding is rejected`(
    text: String, error: HTTP.InvalidCoding
  ) {
    #expect(throws: error) { try Self.list(text) }
  }

  @Test func `a build without package traits decodes only gzip and deflate`() {
    #expect(HTTP.ContentCoding.allCases.filter(\.isSupported) == [.gzip, .deflate, .identity])
    #expect(HTTP.ContentCoding.acceptable == "gzip, deflate")
  }

  @Test(arguments: [(HTTP.ContentCoding.brotli, "br", "Brotli"), (.zstd, "zstd", "Zstd")])
  func `the error for an unavailable coding contains the name of its package trait`(
    coding: HTTP.ContentCoding, name: String, trait: String
  ) throws {
    for codings in [[coding], [.gzip, coding], [coding, .identity]] {
      for pieces in [1, 5] {
        let outcome = CodedBody.decode([0x28, 0xb5, 0x2f, 0xfd, 0], codings, pieces: pieces)
        #expect(outcome.error == .unavailable(coding) && outcome.content.isEmpty)
      }
    }
    let stacked = try CodedBody.gzip(CodedBody.content)
    #expect(CodedBody.decode(stacked, [coding, .gzip]).error == .unavailable(coding))
    #expect(
      "\(HTTP.InvalidCoding.unavailable(coding))"
        == "the content coding \(name) is only supported with the trait \(trait) of the "
        + "package apus")
  }

  @Test func `the description of a decoding error contains the name of the coding`() {
    #expect(
      "\(HTTP.InvalidCoding.malformed(.brotli, .blocks, at: 7))"
        == "byte 7 of the br content: the compressed data has a wrong compressed block")
    #expect(
      "\(HTTP.InvalidCoding.malformed(.zstd, .window, at: 6))"
        == "byte 6 of the zstd content: the compression window is larger than 8 MiB")
  }

  @Test func `two content codings of one body are accepted, and three are rejected`() throws {
    #expect(HTTP.DecodingLimits().codingCount == 2)
    #expect(try Self.list("gzip, gzip").count == 2)
    #expect(throws: HTTP.InvalidCoding.tooManyCodings(limit: 2)) {
      try Self.list("gzip, gzip, identity")
    }
    #expect(throws: HTTP.InvalidCoding.tooManyCodings(limit: 2)) {
      try Self.list(Array(repeating: "gzip", count: 1000).joined(separator: ","))
    }
  }

  @Test func `the coding limit counts the codings of all Content-Encoding lines together`() throws {
    let lines = try Self.list("gzip, gzip") + Self.list("gzip")
    #expect(throws: HTTP.InvalidCoding.tooManyCodings(limit: 2)) {
      _ = try HTTP.ContentDecoder(lines)
    }
    var limits = HTTP.DecodingLimits()
    limits.codingCount = 3
    #expect(throws: Never.self) { _ = try HTTP.ContentDecoder(lines, limits: limits) }
  }
}
