import Apus
import FoundationEssentials
import TestSupport
import Testing

private typealias User = Service.User
private typealias Echo = Service.Echo

/// The regions between the marks are the code of the article on requests.
@Suite(.ownThread) struct RequestSnippets {
  private let ada = User(id: 1, name: "Ada")

  @Test func `the type of a decoded value can be stated or inferred`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let user = try await api.get("users/1", as: User.self)
      let page: [User] = try await api.get("users", query: ["page": 2, "tags": ["a", "b"]])
      // End.
      #expect(user == ada && page.count == 2)
    }
    #expect(
      wire == [
        "GET /v1/users/1",
        "GET /v1/users?page=2&tags=a&tags=b",
      ])
  }

  @Test func `a value in a request target is escaped as one path segment`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let (id, page, note): (String, Int, String?) = ("a/b", 2, nil)
      let echo = try await api.get(
        "echo/\(id)", query: ["page": page, "note": note], as: Echo.self, within: .seconds(60))
      // End.
      #expect(echo.target == "/v1/echo/a%2Fb?page=2")
    }
    #expect(
      wire == [
        "GET /v1/echo/a%2Fb?page=2"
      ])
  }

  @Test func `query parameters can be nested, and are sorted and escaped`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let found = try await api.get(
        "search",
        query: ["text": "salt & pepper", "filter": .object(["open": true, "tags": ["a", "b"]])],
        as: Echo.self)
      // End.
      #expect(found.method == "GET")
    }
    let line =
      "GET /v1/search?filter%5Bopen%5D=true&filter%5Btags%5D=a&filter%5Btags%5D=b"
      + "&text=salt%20%26%20pepper"
    #expect(wire == [line])
  }

  @Test func `a query style determines the form of arrays, Booleans and dates`()
    async throws
  {
    let wire = try await Service.wire { base, _ in
      // Snippet:
      let api = try HTTPSession(base) {
        $0.parameters.arrays = .commas  // also .repeated, .indexed, .brackets
        $0.parameters.booleans = .digits
        $0.parameters.dates = .secondsSince1970
      }
      let found = try await api.get(
        "search",
        query: ["tags": ["a", "b"], "open": true, "since": JSON.Moment(seconds: 0)],
        as: Echo.self)
      // End.
      #expect(found.method == "GET")
    }
    #expect(
      wire == [
        "GET /v1/search?open=1&since=0&tags=a,b"
      ])
  }

  @Test func `durations and dates have the same text in paths and queries`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let (since, wait): (Date, Duration) = (Date(timeIntervalSince1970: 0), .milliseconds(250))
      let found: Echo = try await api.get(
        "visits/\(since)", query: ["since": since, "wait": wait])
      // End.
      #expect(found.method == "GET")
    }
    #expect(
      wire == [
        "GET /v1/visits/1970-01-01T00%3A00%3A00Z?since=1970-01-01T00%3A00%3A00Z&wait=0.25"
      ])
  }

  @Test func `the properties of an Encodable type become query parameters`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      struct Filter: Encodable { var page = 2, words = ["a", "b"] }
      let filter = Filter()
      let found = try await api.get("search", query: .encoding(filter), as: Echo.self)
      // End.
      #expect(found.method == "GET")
    }
    #expect(
      wire == [
        "GET /v1/search?page=2&words=a&words=b"
      ])
  }

  @Test func `a value is sent as JSON, and the JSON response is decoded`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let made = try await api.post("echo", .json(User(id: 7, name: "Ada")), as: Echo.self)
      try await api.put("echo", .json(User(id: 7, name: "Bob")))
      try await api.patch("echo", .json(["name": "Eve"]))
      try await api.delete("users/7")
      // End.
      #expect(made.body == #"{"id":7,"name":"Ada"}"# && made.type == "application/json")
      #expect(made.method == "POST")
    }
    #expect(
      wire == [
        #"POST /v1/echo {"id":7,"name":"Ada"}"#,
        #"PUT /v1/echo {"id":7,"name":"Bob"}"#,
        #"PATCH /v1/echo {"name":"Eve"}"#,
        "DELETE /v1/users/7",
      ])
  }

  @Test func `the session's coder determines the form of JSON names and dates`() async throws {
    struct Profile: Codable, Equatable {
      var firstName: String
      var lastSeen: JSON.Moment
      var badge: JSON.Bytes
    }
    let wire = try await Service.wire { base, _ in
      // Snippet:
      let api = try HTTPSession(base) {
        var coder = JSONCoder()
        coder.keys = .snakeCase
        coder.dates = .secondsSince1970
        coder.bytes = .base64URL
        $0.json = coder
      }
      let profile = try await api.get("profile", as: Profile.self)
      try await api.put("profile", .json(profile))
      // End.
      let moment = JSON.Moment(seconds: 1_795_478_400)
      #expect(profile == Profile(firstName: "Ada", lastSeen: moment, badge: [1, 2, 0xff]))
    }
    #expect(
      wire == [
        "GET /v1/profile",
        #"PUT /v1/profile {"first_name":"Ada","last_seen":1795478400,"badge":"AQL_"}"#,
      ])
  }

  @Test func `a form is encoded in the session's parameter style`() async throws {
    let wire = try await Service.wire { base, api in
      // Snippet:
      let form = try await api.post("echo", .form(["user": "Ada", "note": "a b"]), as: Echo.self)
      let browsers = try HTTPSession(base) { $0.parameters.escaping = .form }
      let other: Echo = try await browsers.post("echo", .form(["note": "a b"]))
      // End.
      #expect(form.type == "application/x-www-form-urlencoded" && other.type == form.type)
    }
    #expect(
      wire == [
        "POST /v1/echo note=a%20b&user=Ada",
        "POST /v1/echo note=a+b",
      ])
  }

  @Test func `text is sent in a declared charset`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let echo = try await api.post("echo", .text("naïve", .latin1), as: Echo.self)
      // End.
      #expect(echo.type == "text/plain; charset=iso-8859-1")
      #expect(echo.length == "5")
    }
    #expect(wire == ["POST /v1/echo text/plain; charset=iso-8859-1, 5 bytes"])
  }

  @Test func `bytes are sent unchanged with the given media type`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let echo = try await api.put(
        "echo", .bytes([0x68, 0x69], .octetStream), as: Echo.self)
      // End.
      #expect(echo.body == "hi" && echo.type == "application/octet-stream")
    }
    #expect(wire == ["PUT /v1/echo application/octet-stream, 2 bytes"])
  }

  @Test func `a file is sent without being read completely into memory`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("content".utf8), to: "dump.tar")
    let wire = try await Service.wire { _, api in
      // Snippet:
      let echo = try await api.put("echo", .file(path), as: Echo.self)
      // End.
      #expect(echo.body == "content" && echo.length == "7")
    }
    #expect(wire == ["PUT /v1/echo application/x-tar, 7 bytes"])
  }

  @Test func `an asynchronous sequence is sent as a chunked request body`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let pieces = AsyncStream<[UInt8]> { continuation in
        for word in ["one ", "two"] { continuation.yield(Array(word.utf8)) }
        continuation.finish()
      }
      let echo = try await api.post("echo", .sequence(pieces), as: Echo.self)
      // End.
      #expect(echo.body == "one two" && echo.length == nil)
    }
    #expect(wire == ["POST /v1/echo no media type, 7 bytes"])
  }

  @Test func `a closure can write a request body with trailer fields`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let count = 3
      let body = HTTP.Body.writing { writer in
        for n in 1...count { try await writer.write("line \(n)\n") }
        writer.finish(trailers: ["X-Count": count])
      }
      let echo = try await api.post("echo", body, as: Echo.self)
      // End.
      #expect(echo.body == "line 1\nline 2\nline 3\n" && echo.length == nil)
    }
    #expect(wire == ["POST /v1/echo no media type, 21 bytes"])
  }

  @Test func `a JSON body can contain nested members of several types`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      let (name, age, tags): (String, Int, [String]) = ("Ada", 36, ["a"])
      let echo = try await api.post(
        "echo", .json(["user": .object(["name": name, "age": age]), "tags": tags]), as: Echo.self)
      // End.
      #expect(echo.type == "application/json")
    }
    #expect(wire == [#"POST /v1/echo {"user":{"name":"Ada","age":36},"tags":["a"]}"#])
  }

  @Test func `a request body is compressed with gzip`() async throws {
    let users = [User](repeating: ada, count: 1_000)
    let wire = try await Service.wire { _, api in
      // Snippet:
      let echo = try await api.post("echo", .json(users).gzipped(), as: Echo.self)
      // End.
      #expect(echo.coding == "gzip" && echo.type == "application/json")
      #expect(Int(echo.length ?? "").map { $0 < 2_000 } == true)
    }
    #expect(wire == ["POST /v1/echo application/json, gzip"])
  }

  @Test func `a request body is sent at a limited rate`() async throws {
    let wire = try await Service.wire { _, api in
      // Snippet:
      var body = HTTP.Body.bytes([UInt8](repeating: 0x61, count: 10_000))
      body.throttle = HTTP.Body.Throttle(packetByteCount: 4_096, delay: .milliseconds(10))
      let start = ContinuousClock.now
      let echo = try await api.post("echo", body, as: Echo.self)
      // End.
      #expect(echo.length == "10000")
      #expect(start.duration(to: .now) >= .milliseconds(20))
    }
    #expect(wire == ["POST /v1/echo no media type, 10000 bytes"])
  }
}
