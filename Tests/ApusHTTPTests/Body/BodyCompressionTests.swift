import ApusHTTP
import Testing

/// Bodies that are compressed, as values. RFC 1952 section 2.3.
struct BodyCompressionTests {
  @Test func `gzipping a body of bytes compresses the bytes at once and keeps a known length`()
    throws
  {
    let content = [UInt8](repeating: 7, count: 10_000)
    var body = HTTP.Body.bytes(content, .json)
    body.trailers = ["X-T": "1"]
    body.throttle = .suggested
    let compressed = try body.gzipped()
    let bytes = try #require(compressed.bytes)
    #expect(bytes.count < 100)
    #expect(compressed.length == .known(bytes.count))
    #expect(compressed.coding == .gzip)
    #expect(compressed.replay == .always)
    #expect(compressed.mediaType == .json)
    #expect(compressed.trailers == ["X-T": "1"])
    #expect(compressed.throttle == .suggested)
    #expect(try HTTP.ContentDecoder.decode(bytes.span, [.gzip]) == content)
  }

  @Test func `gzipping a joined body of bytes compresses the bytes at once`() throws {
    let content = [UInt8](repeating: 7, count: 40_000)
    let body = HTTP.Body.joined([.bytes([1]), .bytes(content), .joined([.bytes([2])])])
    let compressed = try body.gzipped()
    let bytes = try #require(compressed.bytes)
    #expect(compressed.length == .known(bytes.count))
    #expect(try HTTP.ContentDecoder.decode(bytes.span, [.gzip]) == [1] + content + [2])
  }

  @Test func `gzipping a body with a file makes its length unknown until sending`() throws {
    for body: HTTP.Body in [.file("a"), .joined([.bytes([1]), .file("a", byteCount: 1)])] {
      let compressed = try body.gzipped(.smallest)
      #expect(compressed.length == .unknown)
      #expect(compressed.coding == .gzip)
      #expect(compressed.replay == .always)
    }
  }

  @Test func `gzipping an empty or already compressed body returns the body unchanged`() throws {
    #expect(try HTTP.Body.empty.gzipped().coding == nil)
    #expect(try HTTP.Body.bytes([]).gzipped().coding == nil)
    let once = try HTTP.Body.bytes([1, 2, 3]).gzipped()
    #expect(try once.gzipped().bytes == once.bytes)
    let file = try HTTP.Body.file("a").gzipped()
    #expect(try file.gzipped(.stored).length == .unknown)
  }
}
