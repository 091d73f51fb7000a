import Testing

@testable import ApusHTTP

/// zlib's answers, as its manual lists them.
@Suite struct InflateStreamTests {
  @Test func `each zlib status code is converted to the expected decoding outcome`() {
    #expect(InflateStream.outcome(0) == .running)
    #expect(InflateStream.outcome(-5) == .running)
    #expect(InflateStream.outcome(1) == .ended)
    #expect(InflateStream.outcome(2) == .malformed(.dictionary))
    #expect(InflateStream.outcome(-4) == .failed(.outOfMemory))
    #expect(InflateStream.outcome(-2) == .failed(.unexpectedStatus(-2)))
    #expect(InflateStream.outcome(-6) == .failed(.unexpectedStatus(-6)))
  }

  @Test(arguments: [
    ("incorrect header check", HTTP.InvalidCoding.Fault.header),
    ("header crc mismatch", .headerChecksum), ("incorrect data check", .checksum),
    ("incorrect length check", .length), ("invalid block type", .blocks), ("", .blocks),
  ])
  func `each error message of zlib is converted to the expected fault`(
    message: String, fault: HTTP.InvalidCoding.Fault
  ) {
    #expect(InflateStream.outcome(-3, message) == .malformed(fault))
  }

  @Test func `decompression into an output buffer without room consumes no input`() throws {
    let stream = try InflateStream(.gzip)
    let body = try CodedBody.gzip(CodedBody.content)
    var none = OutputSpan<UInt8>()
    let (outcome, consumed) = stream.run(body.span, into: &none)
    #expect(outcome == .running && consumed == 0)
  }
}
