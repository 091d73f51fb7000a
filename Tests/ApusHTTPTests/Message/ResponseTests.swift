import ApusHTTP
import Testing

@Suite struct ResponseTests {
  @Test func `the status and headers of a response can be read and changed`() {
    var response = HTTP.Response(404, headers: ["X": "1"], body: Array("gone".utf8))
    #expect(response.status == .notFound)
    #expect(response.headers["x"] == "1")
    #expect(response.text == "gone")
    response.status = .ok
    response.headers["X"] = nil
    #expect(response.head.status == .ok)
    #expect(response.head.fields.isEmpty)
  }

  @Test func `the description of a response contains the length of the content only`() {
    let response = HTTP.Response(200, headers: ["Set-Cookie": "a=b"], body: [1, 2, 3])
    #expect(response.description == "HTTP/1.1 200 OK\nSet-Cookie: <sensitive>\n(3 bytes)")
  }
}
