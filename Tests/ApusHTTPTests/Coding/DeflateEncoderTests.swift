import Testing

@testable import ApusHTTP

/// RFC 9110 section 8.4.1.2 and RFC 1950 section 2.2.
@Suite struct DeflateEncoderTests {
  @Test(arguments: [0, 1, 40_000])
  func `content compressed with deflate decodes to the same content`(count: Int) throws {
    let content = CodedBody.noise(count)
    let body = try HTTP.DeflateEncoder.encode(content.span)
    // The method is DEFLATE with a window of 32 KiB, and the first two bytes are a multiple of 31.
    #expect(body.first == 0x78)
    #expect((Int(body[0]) << 8 | Int(body[1])) % 31 == 0)
    #expect(try CodedBody.content(of: body, [.deflate]) == content)
  }
}
