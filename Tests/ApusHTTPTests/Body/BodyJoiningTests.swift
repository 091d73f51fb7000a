import ApusHTTP
import Testing

/// Bodies in a row, as values.
struct BodyJoiningTests {
  private let once = AsyncStream<[UInt8]> { $0.finish() }

  @Test func `the length of a joined body is the sum of the lengths of its bodies`() {
    #expect(HTTP.Body.joined([]).length == .known(0))
    #expect(HTTP.Body.joined([.empty]).length == .known(0))
    #expect(HTTP.Body.joined([.bytes([1]), .empty, .file("a", byteCount: 4)]).length == .known(5))
    #expect(HTTP.Body.joined([.joined([.bytes([1])]), .bytes([2])]).length == .known(2))
  }

  @Test func `a joined body's length is nil with a file and unknown with a sequence`()
    throws
  {
    #expect(HTTP.Body.joined([.bytes([1]), .file("a")]).length == nil)
    #expect(HTTP.Body.joined([.file("a"), .file("b", byteCount: 1)]).length == nil)
    #expect(HTTP.Body.joined([.file("a"), .sequence(once)]).length == .unknown)
    #expect(HTTP.Body.joined([.sequence(once), .file("a")]).length == .unknown)
    #expect(try HTTP.Body.joined([.bytes([1]), .sequence(once, byteCount: 2)]).length == .known(3))
  }

  @Test func `the length of a joined body is unknown if the sum of lengths overflows`() throws {
    let body = try HTTP.Body.joined([.sequence(once, byteCount: .max), .bytes([1])])
    #expect(body.length == .unknown)
  }

  @Test func `a joined body can be sent again if each of its bodies can be sent again`() {
    #expect(HTTP.Body.joined([.bytes([1]), .file("a")]).replay == .always)
    #expect(HTTP.Body.joined([.sequence(once, replay: .always)]).replay == .always)
    #expect(HTTP.Body.joined([.bytes([1]), .sequence(once)]).replay == .once)
  }

  @Test func `a joined body of byte bodies returns their concatenated bytes`()
    throws
  {
    let body = HTTP.Body.joined([.bytes([1], .json), .joined([.empty, .bytes([2, 3])])], .html)
    #expect(body.mediaType == .html)
    #expect(body.bytes == [1, 2, 3])
    #expect(!body.isEmpty)
    #expect(HTTP.Body.joined([.bytes([1]), .file("a")]).bytes == nil)
    #expect(HTTP.Body.joined([.bytes([1]), .sequence(once)]).bytes == nil)
    // The bytes of a body that is compressed while it is sent are not available.
    #expect(HTTP.Body.joined([.bytes([1]), try .file("a").gzipped()]).bytes == nil)
    #expect(HTTP.Body.bytes([1]).bytes == [1])
    #expect(HTTP.Body.empty.bytes == [])
  }
}
