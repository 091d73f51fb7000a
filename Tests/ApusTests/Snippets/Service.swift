import Apus
import ApusNet
import ApusTestServer

/// The server of the articles' snippets.
enum Service {
  struct User: Codable, Equatable, Sendable {
    var id: Int
    var name: String
  }

  /// The request at the service.
  struct Echo: Codable, Equatable, Sendable {
    var method: String
    var target: String
    var type: String?
    var coding: String?
    var agent: String?
    var authorization: String?
    var length: String?
    var body: String
  }

  /// Runs a snippet with the base of a service, and returns its requests as the article has them.
  ///
  /// Each is a line: the method, the target, and the body if it is JSON or a form; of any other
  /// body, the media type, the coding and the length.
  static func wire(
    _ body: (String, HTTPSession) async throws -> Void
  ) async throws -> [String] {
    let lines = Lock<[String]>([])
    try await with({ request in lines.withLock { $0.append(line(of: request)) } }, body)
    return lines.withLock(\.self)
  }

  private static func line(of request: TestRequest) -> String {
    let line = "\(request.method) \(request.head.target)"
    let fields = request.head.fields
    guard !request.body.isEmpty else { return line }
    let type = fields[.contentType]?.text ?? "no media type"
    if let coding = fields[.contentEncoding]?.text { return "\(line) \(type), \(coding)" }
    let isText = type == "application/json" || type == "application/x-www-form-urlencoded"
    return isText
      ? "\(line) \(String(decoding: request.body, as: UTF8.self))"
      : "\(line) \(type), \(request.body.count) bytes"
  }

  /// Runs a snippet with the base of a service, and a session for it.
  static func with(_ body: (String, HTTPSession) async throws -> Void) async throws {
    try await with({ _ in }, body)
  }

  private static func with(
    _ note: @escaping @Sendable (TestRequest) -> Void,
    _ body: (String, HTTPSession) async throws -> Void
  ) async throws {
    let server = try await TestServer { request in
      note(request)
      return (try? answer(request)) ?? .bytes([])
    }
    do {
      let base = "\(server.url)v1/"
      let api = try HTTPSession(base)
      try await body(base, api)
      await api.shutdown(within: .seconds(60))
    } catch {
      await server.shutdown()
      throw error
    }
    await server.shutdown()
  }

  private static func answer(_ request: TestRequest) throws -> TestAnswer {
    switch request.path {
    case "/v1/users/1": .response(try .json(User(id: 1, name: "Ada")))
    case "/v1/users": .response(try .json([User(id: 1, name: "Ada"), User(id: 2, name: "Bob")]))
    case "/v1/users/404": typed("text/plain", "no such user", 404)
    case "/v1/users/9":
      typed("application/problem+json", #"{"title":"no such user"}"#, 404)
    case "/v1/accounts/1": typed("application/vnd.example+json", #"{"id":1,"name":"Ada"}"#)
    case "/v1/old/users/1": typed("text/html", #"{"id":1,"name":"Ada"}"#)
    case "/v1/profile":
      typed(
        "application/json",
        #"{"first_name":"Ada","last_seen":1795478400,"badge":"AQL_"}"#)
    case "/v1/visit":
      typed(
        "application/json",
        #"{"at":"2026-11-21T20:15:00Z","page":"https://example.com/a","key":"AQL/"}"#)
    case "/v1/pages/old":
      .response(HTTP.Response(302, headers: [.location: "/v1/pages/1"]))
    case "/v1/pages/1": page(request, "<../x/..//v1/y>; rel=prev, <2?a=b>; rel=\"next last\"")
    case "/v1/pages/2": page(request, "</v1/pages/3>; rel=next")
    case "/v1/pages/3": page(request, "<1>; rel=first")
    case "/v1/holes": typed("application/json", #"{"a":null,"b":[1,null,{"c":null}]}"#)
    case "/v1/page": typed("text/html; charset=iso-8859-1", [0x63, 0x61, 0x66, 0xe9])
    case "/v1/feed": typed("application/xml", "<feed><title>News</title><title>More</title></feed>")
    case "/v1/settings":
      typed(
        "application/x-plist",
        """
        <plist version="1.0"><dict><key>id</key><integer>1</integer>\
        <key>name</key><string>Ada</string></dict></plist>
        """)
    case "/v1/parts":
      typed(
        "multipart/byteranges; boundary=b",
        "--b\r\nContent-Range: bytes 0-1/9\r\n\r\nab\r\n"
          + "--b\r\nContent-Range: bytes 7-8/9\r\n\r\nhi\r\n--b--\r\n", 206)
    case "/v1/token": typed("application/x-www-form-urlencoded", "token=a%2Bb&scope=read+write")
    case "/v1/nothing": .response(HTTP.Response(204))
    case "/v1/rows":
      stream(
        "application/x-ndjson",
        [#"{"id":1,"na"#, #"me":"Ada"}"#, "\n", #"{"id":2,"name":"Bob"}"#])
    case "/v1/chat":
      stream(
        "text/event-stream", ["data: ", #"{"id":1,"name":"Ada"}"#, "\n\nevent: end\ndata\n\n"])
    case "/v1/dumps/today.tar":
      .response(HTTP.Response(200, body: [UInt8](repeating: 7, count: 100_000)))
    default: .response(try .json(echo(request)))
    }
  }

  private static func typed(
    _ type: HTTP.FieldValue, _ text: String, _ status: HTTP.Status = .ok
  ) -> TestAnswer {
    typed(type, Array(text.utf8), status)
  }

  private static func typed(
    _ type: HTTP.FieldValue, _ bytes: [UInt8], _ status: HTTP.Status = .ok
  ) -> TestAnswer {
    .response(HTTP.Response(status, headers: [.contentType: type], body: bytes))
  }

  /// A page whose text is its target, with links to others.
  private static func page(_ request: TestRequest, _ links: HTTP.FieldValue) -> TestAnswer {
    .response(
      HTTP.Response(200, headers: ["Link": links], body: Array(request.head.target.text.utf8)))
  }

  private static func stream(_ type: HTTP.FieldValue, _ pieces: [String]) -> TestAnswer {
    .stream(HTTP.ResponseHead(200, fields: [.contentType: type])) { connection in
      for piece in pieces { try await connection.writeChunk(Array(piece.utf8)) }
    }
  }

  private static func echo(_ request: TestRequest) -> Echo {
    let fields = request.head.fields
    return Echo(
      method: request.method.name, target: request.head.target.text,
      type: fields[.contentType]?.text, coding: fields[.contentEncoding]?.text,
      agent: fields[.userAgent]?.text,
      authorization: fields[.authorization].map { String(decoding: $0.bytes, as: UTF8.self) },
      length: fields["Content-Length"]?.text, body: String(decoding: request.body, as: UTF8.self))
  }
}
