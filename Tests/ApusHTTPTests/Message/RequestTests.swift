import ApusHTTP
import Testing

@Suite struct RequestTests {
  @Test func `each request function, such as get or post, creates a request with its method`() {
    #expect(HTTP.Request.get("a").method == .get)
    #expect(HTTP.Request.head("a").method == .head)
    #expect(HTTP.Request.post("a", .bytes([1])).method == .post)
    #expect(HTTP.Request.put("a").method == .put)
    #expect(HTTP.Request.patch("a").method == .patch)
    #expect(HTTP.Request.delete("a").method == .delete)
    #expect(HTTP.Request.options("a").method == .options)
  }

  @Test(arguments: [
    ("users/7?x=1#y", "users/7"), ("https://a.example/users", "/users"), ("?x", ""),
    ("no url\\", "no url\\"),
  ])
  func `the path of a request is the path of its target without server and query`(
    _ target: String, _ path: String
  ) {
    #expect(HTTP.Request.get(.reference(target)).path == path)
  }

  @Test func `a request is replayable if its method is idempotent and its body replayable`() {
    let once = HTTP.Body.sequence(AsyncStream<[UInt8]> { $0.finish() })
    #expect(HTTP.Request.put("a", .bytes([1])).isReplayable)
    #expect(!HTTP.Request.put("a", once).isReplayable)
    #expect(!HTTP.Request.post("a").isReplayable)
  }

  @Test func `the description of a request contains no secrets, content or line ends`() {
    var request = HTTP.Request.post("a\r\nb", .bytes(Array("hidden".utf8)))
    request.headers[.authorization] = "Bearer t0ken"
    let text = request.description
    #expect(!text.utf8.contains(0x0d))
    #expect(text == "POST a\\x0d\\x0ab\nAuthorization: <sensitive>")
  }
}
