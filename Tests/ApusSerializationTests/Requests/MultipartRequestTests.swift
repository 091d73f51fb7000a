import ApusHTTP
import ApusSerialization
import Testing

/// MP rows: requests whose body is a form of several parts.
struct MultipartRequestTests {
  private static let boundary = try! Multipart.Boundary("b")

  @Test func `multipart forms are rejected for GET and HEAD requests only`() throws {
    for method: HTTP.Method in [.get, .head] {
      #expect(throws: RequestSerializationError.multipart(.method(method))) {
        try HTTPRequestSerializer().multipartRequest(method, "x", nil, [.field("a", "b")])
      }
    }
    let parts = [Multipart.Part.field("a", "b")]
    #expect(throws: Never.self) {
      try HTTPRequestSerializer().multipartRequest("get", "x", nil, parts)
    }
    let request = try HTTPRequestSerializer().multipartRequest(.delete, "x", ["q": 1], parts)
    #expect(request.target == "x")
  }

  @Test func `in a multipart form, the parameters precede the other parts`() throws {
    let request = try HTTPRequestSerializer().multipartRequest(
      .post, "x", ["b": ["y", "z"], "a": nil],
      Multipart([.field("first", "1")], boundary: Self.boundary))
    let parts = try MultipartReaderTests.read(
      MultipartTests.bytes(request.body), boundary: Self.boundary, isForm: true)
    #expect(parts.map(\.head.name) == ["a", "b[]", "b[]", "first"])
    #expect(parts.map(\.content) == [[], [0x79], [0x7a], [0x31]])
  }

  @Test func `a multipart request without parts has an empty multipart form`() throws {
    let request = try HTTPRequestSerializer().multipartRequest(.post, "x")
    #expect(request.body.mediaType == .form)
    #expect(request.body.length == .known(0))
    #expect(request.headers.isEmpty)
  }

  @Test func `the multipart media type replaces the Content-Type of the serializer`() throws {
    var serializer = HTTPRequestSerializer()
    serializer.headers[.contentType] = "application/x-own"
    let multipart = Multipart([.field("a", "b")], boundary: Self.boundary)
    let request = try serializer.multipartRequest(.post, "x", nil, multipart)
    #expect(
      request.headers.values(of: .contentType).map(\.text) == ["multipart/form-data; boundary=b"])
    let own = try serializer.multipartRequest(
      .post, "x", nil, multipart, headers: [.contentType: "multipart/form-data; boundary=\"b\""])
    #expect(own.headers[.contentType] == "multipart/form-data; boundary=\"b\"")
  }

  @Test func `a form text outside the charset is an error, and part names are in UTF-8`() throws {
    var serializer = HTTPRequestSerializer()
    serializer.style.charset = .latin1
    #expect(throws: RequestSerializationError.parameters(.unencodable(field: "a", .latin1))) {
      try serializer.multipartRequest(.post, "x", ["a": "日"])
    }
    let request = try serializer.multipartRequest(
      .post, "x", ["é": "é"], Multipart([], boundary: Self.boundary))
    let bytes = MultipartTests.bytes(request.body)
    let parts = try MultipartReaderTests.read(bytes, boundary: Self.boundary)
    #expect(parts.first?.head.name == "é")
    #expect(parts.first?.content == [0xe9])
  }

  @Test func `a multipart form is gzip-compressed if the serializer has a compression level`()
    throws
  {
    var serializer = HTTPRequestSerializer()
    serializer.compression = .fastest
    let request = try serializer.multipartRequest(
      .post, "x", nil, [.file("f", at: "x"), .field("a", "b")])
    #expect(request.body.coding == .gzip)
    #expect(request.body.length == .unknown)
    #expect(request.body.mediaType?.essence == "multipart/form-data")
  }
}
