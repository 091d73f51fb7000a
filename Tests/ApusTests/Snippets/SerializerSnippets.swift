import Apus
import FoundationEssentials
import TestSupport
import Testing

private typealias User = Service.User
private typealias Echo = Service.Echo

/// The regions between the marks are the code of the articles on requests and on forms of parts.
@Suite(.ownThread) struct SerializerSnippets {
  @Test func `a request serializer can add header fields to every request`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var serializer = HTTPRequestSerializer.ofProcess(version: "1.2")
      try serializer.setBasicAuthorization(user: "svc", password: "secret")
      let request = try serializer.request(.get, "echo", ["page": 2])
      let echo = try await api.send(request, as: Echo.self)
      // End.
      #expect(echo.target == "/v1/echo?page=2")
      #expect(echo.authorization == "Basic c3ZjOnNlY3JldA==")
      #expect(echo.agent?.contains("/1.2 (Linux") == true)
    }
  }

  @Test func `a closure can encode the query parameters in a custom form`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var serializer = HTTPRequestSerializer()
      serializer.query = { _, parameters in
        parameters.members.map { "\($0.name):\($0.value == true ? "on" : "off")" }
          .joined(separator: ";")
      }
      let request = try serializer.request(.get, "echo", ["a": true, "b": false])
      let echo = try await api.send(request, as: Echo.self)
      // End.
      #expect(echo.target == "/v1/echo?a:on;b:off")
    }
  }

  @Test func `parameters are sent as compressed JSON`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var serializer = JSONRequestSerializer()
      serializer.coder.writing.layout = .lines(indent: 2)
      let request = try serializer.request(.post, "echo", ["b": [1, 2], "a": nil])
      let echo = try await api.send(request, as: Echo.self)
      // End.
      #expect(try JSON.Value(parsing: echo.body) == ["a": nil, "b": [1, 2]])
      #expect(echo.body.contains("\n"))
    }
  }

  @Test func `a value is sent and decoded as a property list`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var lists = PropertyListRequestSerializer()
      lists.format = .xml
      let request = try lists.serialize(.put("echo"), User(id: 1, name: "Ada"))
      let echo = try await api.send(request, as: Echo.self)
      let settings = try await api.send(
        .get("settings"), using: PropertyListResponseSerializer(User.self))
      // End.
      #expect(echo.type == "application/x-plist" && echo.body.contains("<string>Ada</string>"))
      #expect(settings == User(id: 1, name: "Ada"))
    }
  }

  @Test func `the parts of a multipart form are fields, files and bytes`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("meow".utf8), to: "cat.jpg")
    try await Service.with { _, api in
      // Snippet:
      let echo: Echo = try await api.post(
        "echo",
        .multipart([
          .field("album", "42"), .file("photo", at: path),
          .bytes("note", Array("hi".utf8), fileName: "note.txt"),
        ]))
      // End.
      #expect(echo.type?.utf8.starts(with: "multipart/form-data; boundary=".utf8) == true)
      #expect(echo.body.contains("name=\"photo\"; filename=\"cat.jpg\""))
      #expect(echo.body.contains("Content-Type: image/jpeg\r\n\r\nmeow\r\n"))
      #expect(echo.body.contains("Content-Type: text/plain\r\n\r\nhi\r\n"))
      #expect(echo.length == "\(echo.body.utf8.count)")
    }
  }

  @Test func `a multipart form part can be read from an asynchronous sequence`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let rows = AsyncStream<[UInt8]> { continuation in
        for row in 1...3 { continuation.yield(Array("\(row)\n".utf8)) }
        continuation.finish()
      }
      let echo: Echo = try await api.post(
        "echo", .multipart([.content("rows", .sequence(rows), fileName: "rows.csv")]))
      // End.
      #expect(echo.body.contains("\r\n\r\n1\n2\n3\n\r\n--") && echo.length == nil)
    }
  }

  @Test func `a multipart upload can be throttled and reports its progress`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var form = try Multipart([.field("album", "42")])
      form.throttle = HTTP.Body.Throttle(packetByteCount: 64, delay: .milliseconds(1))
      var sent = 0
      try await api.upload(.post("echo", form.body())) { sent = $0.completed }
      // End.
      #expect(sent > 64)
    }
  }

  @Test func `an upload reports the number of bytes sent`() async throws {
    let data = Data(repeating: 1, count: 100_000)
    try await Service.with { _, api in
      // Snippet:
      var fraction = 0.0
      let response = try await api.upload(
        "echo", .multipart([.data("dump", data, fileName: "dump.bin")])
      ) { fraction = $0.fraction ?? 0 }
      // End.
      #expect(fraction == 1 && response.status == .ok)
    }
  }

  @Test func `a Foundation URL can be a request target, and Data a request body`() async throws {
    try await Service.with { base, api in
      // Snippet:
      let url = URL(string: base + "echo?a=b")!
      let echo = try await api.put(.url(url), .data(Data("hi".utf8)), as: Echo.self)
      let data = try await api.get(.url(url)).data
      // End.
      #expect(echo.target == "/v1/echo?a=b" && echo.body == "hi")
      #expect(try JSONDecoder().decode(Echo.self, from: data).method == "GET")
    }
  }

  @Test func `a session has default fields, options and a query style for requests`()
    async throws
  {
    try await Service.with { base, _ in
      // Snippet:
      let api = try HTTPSession(base) {
        var serializer = HTTPRequestSerializer.ofProcess(version: "1.2")
        try serializer.setBearerAuthorization("mF_9.B5f-4.1JqM")
        serializer.options.idle = .seconds(20)
        serializer.methodsWithQuery.remove(.delete)
        serializer.style.arrays = .indexed
        serializer.compression = .fastest
        $0.requestSerializer = serializer
      }
      let echo = try await api.post("echo", .form(["b": 2]), query: ["a": [1]], as: Echo.self)
      // End.
      #expect(echo.target == "/v1/echo?a%5B0%5D=1" && echo.coding == "gzip")
      #expect(echo.authorization == "Bearer mF_9.B5f-4.1JqM")
      #expect(echo.agent?.contains("/1.2 (Linux") == true)
    }
  }

  @Test func `parameters are sent in one format with any HTTP method`()
    async throws
  {
    try await Service.with { _, api in
      // Snippet:
      api.requestSerializer = JSONRequestSerializer()
      let request = try api.request("REPORT", "echo", ["page": 2], headers: ["X-Tenant": "blue"])
      let echo = try await api.send(request, as: Echo.self)
      // End.
      #expect(echo.method == "REPORT" && echo.body == #"{"page":2}"#)
    }
  }

  @Test func `request content is sent unchanged together with a query`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let serializer = ContentRequestSerializer()
      let request = try serializer.serialize(.put("echo"), text: "naïve", .latin1)
      let echo = try await api.send(serializer.serialize(request, ["page": 2]), as: Echo.self)
      // End.
      #expect(echo.target == "/v1/echo?page=2" && echo.type == "text/plain; charset=iso-8859-1")
    }
  }

  @Test func `an encoded configuration omits the Authorization field`() async throws {
    try await Service.with { base, _ in
      // Snippet:
      let api = try HTTPSession(base) {
        $0.timeouts.total = .seconds(60)
        $0.parameters.booleans = .words
        $0.headers = ["X-Tenant": "blue", .authorization: "Bearer 1234"]
      }
      let kept = try JSONCoder().encode(api.configuration)
      let configuration = try JSONCoder().decode(HTTPSession.Configuration.self, from: kept)
      let again = try HTTPSession(base) { $0 = configuration }
      // End.
      let echo = try await again.get("echo", query: ["on": true], as: Echo.self)
      #expect(echo.target == "/v1/echo?on=true" && echo.authorization == nil)
      #expect(!String(decoding: kept, as: UTF8.self).contains("1234"))
    }
  }

  @Test func `an encoded configuration contains its property list serializers`() async throws {
    try await Service.with { base, _ in
      // Snippet:
      let api = try HTTPSession(base) {
        $0.requestSerializer = PropertyListRequestSerializer()
        $0.responseSerializer = PropertyListResponseSerializer(User.self)
      }
      let kept = try JSONCoder().encode(api.configuration)
      var coder = JSONCoder()
      coder.userInfo =
        ArchivedSerializers([
          PropertyListRequestSerializer.self, PropertyListResponseSerializer<User>.self,
        ]).userInfo
      let configuration = try coder.decode(HTTPSession.Configuration.self, from: kept)
      let again = try HTTPSession(base) { $0 = configuration }
      // End.
      let user = try await again.get("settings", as: User.self)
      let same = try await api.get("settings", as: User.self)
      #expect(user == same)
      let request = try again.request(.put, "echo", ["page": 2])
      #expect(request.body.bytes == (try api.request(.put, "echo", ["page": 2])).body.bytes)
      #expect(String(decoding: request.body.bytes ?? [], as: UTF8.self).contains("<plist"))
    }
  }

  @Test func `a copied session with changed settings does not affect the original`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let copy = try HTTPSession(copying: api) { $0.headers["X-Tenant"] = "blue" }
      // End.
      #expect(copy.base == api.base && api.configuration.headers["X-Tenant"] == nil)
      await copy.shutdown(within: .seconds(60))
    }
  }
}
