import Testing

@testable import ApusHTTP

/// RFC 9112 section 6.
struct BodyReaderTests {
  private let bytes = Array("hello".utf8)

  private func outcome(
    _ reader: inout BodyReader, _ bytes: ArraySlice<UInt8>
  ) throws(HTTP.ParseError) -> String {
    switch try reader.read(bytes.span, at: 0, HTTP.Limits()) {
    case .incomplete(let consumed): "incomplete \(consumed)"
    case .data(let range, let consumed): "data \(range) \(consumed)"
    case .complete(let trailers, let consumed): "complete \(trailers) \(consumed)"
    }
  }

  @Test func `a response without a body, a tunnel or an upgrade has no body reader`() {
    for framing in [HTTP.BodyFraming.none, .tunnel, .upgrade] {
      #expect(BodyReader(framing, allowsFolds: true) == nil)
    }
  }

  @Test func `a body with a Content-Length is complete after its last byte`() throws {
    var reader = try #require(BodyReader(.contentLength(4), allowsFolds: true))
    #expect(try outcome(&reader, []) == "incomplete 0")
    #expect(try outcome(&reader, bytes[..<1]) == "data 0..<1 1")
    #expect(try outcome(&reader, bytes[1...]) == "data 0..<3 3")
    #expect(try outcome(&reader, bytes[4...]) == "complete  0")
    #expect(try outcome(&reader, []) == "complete  0")
  }

  @Test func `a body with a Content-Length of zero is complete at once`() throws {
    var reader = try #require(BodyReader(.contentLength(0), allowsFolds: true))
    #expect(try outcome(&reader, bytes[...]) == "complete  0")
  }

  @Test func `a body that ends with the connection is incomplete before the connection ends`()
    throws
  {
    var reader = try #require(BodyReader(.untilClose, allowsFolds: true))
    #expect(try outcome(&reader, []) == "incomplete 0")
    #expect(try outcome(&reader, bytes[...]) == "data 0..<5 5")
    #expect(try outcome(&reader, []) == "incomplete 0")
  }

  @Test func `a chunked body is complete after the line end of its trailer section`() throws {
    var reader = try #require(BodyReader(.chunked, allowsFolds: true))
    #expect(try outcome(&reader, Array("2\r\nhi\r\n0\r\n\r\n".utf8)[...]) == "data 3..<5 5")
    #expect(try outcome(&reader, Array("\r\n0\r\n\r".utf8)[...]) == "incomplete 5")
    #expect(try outcome(&reader, Array("\r\nx".utf8)[...]) == "complete  2")
  }
}
