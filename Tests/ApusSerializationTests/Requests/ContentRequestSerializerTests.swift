import ApusHTTP
import ApusSerialization
import Testing

/// Requests whose body is content of the caller's.
struct ContentRequestSerializerTests {
  @Test func `the parameters of a POST request with byte content are added to its query`() throws {
    let serializer = ContentRequestSerializer()
    let request = try serializer.serialize(.post("x", .bytes([1])), ["a": 1])
    #expect(request.target == "x?a=1")
    #expect(MultipartTests.bytes(request.body) == [1])
  }

  @Test func `bytes, text and bodies are sent unchanged with their own media types`() throws {
    let serializer = ContentRequestSerializer()
    let bytes = try serializer.serialize(.put("x"), [1, 2])
    #expect(bytes.body.mediaType == .octetStream)
    #expect(MultipartTests.bytes(bytes.body) == [1, 2])
    let text = try serializer.serialize(.put("x"), text: "é", .latin1)
    #expect(text.body.mediaType?.description == "text/plain; charset=iso-8859-1")
    #expect(MultipartTests.bytes(text.body) == [0xe9])
    #expect(throws: RequestSerializationError.unencodable(.ascii)) {
      try serializer.serialize(.put("x"), text: "é", .ascii)
    }
    let file = try serializer.serialize(.put("x"), .file("/nowhere", .html))
    #expect(file.body.mediaType == .html)
    #expect(file.body.length == nil)
  }

  @Test func `a content serializer adds its header fields and compresses the body`()
    throws
  {
    var serializer = ContentRequestSerializer()
    serializer.http.headers["X-A"] = "1"
    serializer.http.compression = .balanced
    let request = try serializer.serialize(.put("x"), [UInt8](repeating: 1, count: 1_000))
    #expect(request.headers["X-A"] == "1")
    #expect(request.body.coding == .gzip)
    #expect(MultipartTests.bytes(request.body).count < 100)
  }
}
