import ApusHTTP
import ApusHTTPTypes
import HTTPTypes
import Testing

/// Heads of requests and responses of swift-http-types, both ways.
@Suite struct HeadConversionTests {
  private static func head(
    _ scheme: String?, _ authority: String?, _ path: String?
  ) throws -> HTTPRequest {
    let method = try #require(HTTPRequest.Method("PUT"))
    let name = try #require(HTTPField.Name("X-Mark"))
    return HTTPRequest(
      method: method, scheme: scheme, authority: authority, path: path,
      headerFields: [name: "1"])
  }

  @Test(
    arguments: [
      ("https", "api.example.com", "/users/7?q=a%20b", "https://api.example.com/users/7?q=a%20b"),
      ("HTTP", "localhost:8080", "/", "HTTP://localhost:8080/"),
      ("https", "[::1]:444", "/x", "https://[::1]:444/x"),
      (nil, "api.example.com", "/x", "//api.example.com/x"),
      (nil, nil, "/users/7", "/users/7"),
      (nil, nil, "users/7?q", "users/7?q"),
      // A path that begins with two slashes does not name a host.
      (nil, nil, "//evil.example/x", "/.//evil.example/x"),
      ("https", "api.example.com", "//evil.example/x", "https://api.example.com//evil.example/x"),
    ] as [(String?, String?, String, String)])
  func `the target of a converted HTTPTypes request has its scheme, host and path`(
    scheme: String?, authority: String?, path: String, target: String
  ) throws {
    let request = try HTTP.Request(Self.head(scheme, authority, path), body: .bytes([1, 2]))
    #expect(request.method == .put && request.target.text == target)
    #expect(request.headers["X-Mark"] == "1" && request.body.bytes == [1, 2])
  }

  @Test func `an HTTPTypes request without a path is sent to the root path or the base URL`() throws
  {
    #expect(
      try HTTP.Request(Self.head("https", "a.example", nil)).target.text == "https://a.example/")
    #expect(try HTTP.Request(Self.head(nil, nil, nil)).target.text.isEmpty)
  }

  @Test(
    arguments: [
      ("https", nil, "/x", HTTPConversionError.missingAuthority),
      ("ftp", "a.example", "/x", .scheme("ftp")),
      ("https", "a.example", "@evil.example/", .path), ("https", "a.example", ".evil", .path),
      (nil, nil, "https://evil.example/", .path), (nil, nil, "*", .path), (nil, nil, "/x#y", .path),
      (nil, nil, "mailto:x", .path),
    ] as [(String?, String?, String, HTTPConversionError)])
  func `an HTTPTypes path that could change the host throws an error`(
    scheme: String?, authority: String?, path: String, error: HTTPConversionError
  ) throws {
    let head = try Self.head(scheme, authority, path)
    #expect(throws: error) { try HTTP.Request(head) }
    #expect(!"\(error)".isEmpty)
  }

  @Test(arguments: ["user@a.example", "a.example/x", "a.example?x", "a b", "a.example:x", ""])
  func `an HTTPTypes authority other than a host and a port throws an error`(text: String) throws {
    let head = try Self.head("https", text, "/")
    let error = #expect(throws: HTTPConversionError.self) { try HTTP.Request(head) }
    guard case .authority = error else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test func `an HTTPTypes extended CONNECT request throws an error`() throws {
    var head = try Self.head("https", "a.example", "/chat")
    head.extendedConnectProtocol = "websocket"
    #expect(throws: HTTPConversionError.extendedConnect("websocket")) { try HTTP.Request(head) }
  }

  @Test(
    arguments: [
      ("https://api.example.com/users/7?q=1", "https", "api.example.com", "/users/7?q=1"),
      ("https://api.example.com", "https", "api.example.com", "/"),
      ("users/7", nil, nil, "users/7"), ("/users?page=2", nil, nil, "/users?page=2"),
    ] as [(String, String?, String?, String)])
  func `a request head is converted to the HTTPTypes scheme, authority and path`(
    target: String, scheme: String?, authority: String?, path: String
  ) throws {
    let request = HTTP.Request(.put, .reference(target), headers: ["X-Mark": "1"])
    let head = try HTTPRequest(request)
    #expect(head.scheme == scheme && head.authority == authority && head.path == path)
    #expect(try head == Self.head(scheme, authority, path))
    let back = try HTTP.Request(head)
    #expect(try HTTPRequest(back) == head)
  }

  @Test func `converting a request that cannot be sent throws an error`() {
    #expect(throws: HTTPConversionError.method("A B")) {
      try HTTPRequest(HTTP.Request("A B", "/"))
    }
    #expect(throws: HTTPConversionError.scheme("mailto")) {
      try HTTPRequest(HTTP.Request(.get, .reference("mailto:x")))
    }
    #expect(throws: HTTPConversionError.self) {
      try HTTPRequest(HTTP.Request(.get, "users/\("..")/x"))
    }
    #expect(throws: HTTPConversionError.self) {
      try HTTPRequest(HTTP.Request(.get, .reference("https://user:secret@a.example/")))
    }
  }

  @Test(arguments: [
    HTTP.ResponseHead(200, headers: ["ETag": "\"1\""]), HTTP.ResponseHead(418, reason: "Teapot"),
    HTTP.ResponseHead(999, reason: ""), HTTP.ResponseHead(0),
  ])
  func `a response head is unchanged after a round trip to HTTPTypes`(
    head: HTTP.ResponseHead
  ) throws {
    let theirs = try HTTPResponse(head)
    #expect(theirs.status.code == head.status.code)
    #expect(theirs.status.reasonPhrase == head.reason)
    #expect(HTTP.ResponseHead(theirs) == head)
    let response = HTTP.Response(theirs, body: [1])
    #expect(response.head == head && response.body == [1])
    #expect(try HTTPResponse(response) == theirs)
  }

  @Test(
    arguments: [
      (
        .method("a\nb"),
        "the request method a\\x0ab has a character that is not allowed in a token"
      ),
      (
        .fieldName("a\u{7f}"),
        "the field name a\\x7f has a character that is not allowed in a token"
      ),
      (.scheme("ftp"), "the scheme ftp of the request is neither http nor https"),
      (
        .missingAuthority,
        "the request has a scheme but no authority: set both or neither"
      ),
      (
        .extendedConnect("websocket"),
        "the protocol websocket needs an extended CONNECT, which HTTP/1.1 lacks"
      ),
    ] as [(HTTPConversionError, String)])
  func `the description of a conversion error shows the escaped part`(
    error: HTTPConversionError, text: String
  ) {
    #expect("\(error)" == text)
  }

  @Test func `the description of an invalid authority shows the fault`() throws {
    let head = try Self.head("https", "a.example:x", "/")
    let error = try #require(#expect(throws: HTTPConversionError.self) { try HTTP.Request(head) })
    guard case .authority(let fault) = error else { throw error }
    #expect("\(error)".hasSuffix("port: \(fault)"))
  }
}
