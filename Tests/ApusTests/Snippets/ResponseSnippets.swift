import Apus
import FoundationEssentials
import TestSupport
import Testing

private typealias User = Service.User
private typealias Echo = Service.Echo

/// The regions between the marks are the code of the article on responses.
@Suite(.ownThread) struct ResponseSnippets {
  private let ada = User(id: 1, name: "Ada")

  @Test func `a switch over a session error gives access to the response`() async throws {
    struct Problem: Decodable { var title: String }
    var title: String?
    try await Service.with { _, api in
      // Snippet:
      do {
        _ = try await api.get("users/9", as: User.self)
      } catch let error as HTTPSessionError {
        switch error.code {
        case .status(404): title = try error.response?.json(as: Problem.self).title
        default: throw error
        }
      }
      // End.
    }
    #expect(title == "no such user")
  }

  @Test func `link targets are absolute URLs, and problem details are decoded`() async throws {
    var next: HTTP.Response?
    var title: String?
    try await Service.with { _, api in
      // Snippet:
      let page = try await api.get("pages/1")
      if let url = page.links[.next] { next = try await api.get(.url(url)) }
      // End.
      // Snippet:
      do {
        _ = try await api.get("users/9")
      } catch let error as HTTPSessionError {
        title = error.problem?.title ?? "\(error)"
      }
      // End.
    }
    #expect(next?.text == "/v1/pages/2?a=b" && title == "no such user")
  }

  @Test func `the dates of header fields, certificates and Foundation are converted`() throws {
    // Snippet:
    let modified = try HTTP.Date("Sun, 06 Nov 1994 08:49:37 GMT")
    let date = Date(timeIntervalSince1970: Double(modified.secondsSinceEpoch))
    let moment = UnixTime(date)
    let same = Date(moment)
    let text = "\(HTTP.Date(secondsSinceEpoch: moment.secondsSinceEpoch))"
    // End.
    #expect(text == "Sun, 06 Nov 1994 08:49:37 GMT" && same == date)
    #expect(moment.secondsSinceEpoch == modified.secondsSinceEpoch)
  }

  @Test func `the description of an error omits secrets, and an error has a number`() async throws {
    var printed: [String] = []
    func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
    var origin = ""
    try await Service.with { base, api in
      origin = base
      // Snippet:
      do {
        _ = try await api.get("users/9?api_key=secret")
      } catch let error as HTTPSessionError {
        print(error)  // GET https://h/v1/users/9?api_key=…: the server responded with status 404
        print(error.explanation ?? "")  // {"title":"no such user"}
        print(error.number, error.isCancellation)  // -1011 false
      }
      // End.
    }
    #expect(
      printed == [
        "GET \(origin)users/9?api_key=…: the server responded with status 404",
        #"{"title":"no such user"}"#, "-1011 false",
      ])
  }

  @Test func `a vendor JSON media type is accepted, and text/html only on request`() async throws {
    try await Service.with { base, api in
      // Snippet:
      let account = try await api.get("accounts/1", as: User.self)  // application/vnd.example+json
      let lenient = try HTTPSession(base) { $0.jsonTypes = nil }
      let user = try await lenient.get("old/users/1", as: User.self)  // text/html
      // End.
      #expect(account == ada && user == ada)
      await #expect { try await api.get("old/users/1", as: User.self) } throws: {
        let error = $0 as? HTTPSessionError
        return error?.code == .mediaType
          && error?.response?.text == #"{"id":1,"name":"Ada"}"#
      }
    }
  }

  @Test func `a call can accept an additional status code`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let found = try await api.get("users/404", accepting: .success.adding(404))
      let isThere = found.status != 404
      // End.
      #expect(!isThere)
      await #expect(throws: HTTPSessionError.self) {
        try await api.get("users/404", accepting: .codes(200...299, 304...304))
      }
    }
  }

  @Test func `a conditional request accepts a 304 response`() async throws {
    let fake = HTTPSession.stub("https://h/v1/") { request in
      let isKnown = request.headers[.ifNoneMatch] == "\"7\""
      return HTTP.Response(isKnown ? 304 : 200, headers: [.etag: "\"7\""])
    }
    let api = fake
    // Snippet:
    let known = try await api.get("users/1").headers[.etag]
    let again = try await api.get(
      "users/1", headers: [.ifNoneMatch: known ?? "*"], accepting: .success.adding(304))
    let isUnchanged = again.status == 304
    // End.
    #expect(isUnchanged)
  }

  @Test func `an empty response body is decoded as nil for an optional type`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let user = try await api.get("nothing", as: User?.self)
      // End.
      #expect(user == nil)
      await #expect { try await api.get("nothing", as: User.self) } throws: {
        ($0 as? HTTPSessionError)?.code == .noContent
      }
    }
  }

  @Test func `subscripts access the members of an untyped JSON response`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let users = try await api.get("users", as: JSON.Value.self)
      let name = users[1]?["name"]?.string
      // End.
      #expect(name == "Bob")
    }
  }

  @Test func `a JSON serializer can remove null members`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var serializer = JSONResponseSerializer()
      serializer.removesNulls = true
      let value = try await api.send(.get("holes"), using: serializer)
      // End.
      #expect(value == ["b": [1, [:]]])
    }
  }

  @Test func `a call can have its own validation of status codes and media types`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var serializer = JSONResponseSerializer()
      serializer.validation.statuses = [200...299, 404...404]
      serializer.validation.mediaTypes = ["application/json"]
      serializer.validation.matching = [.suffixes, .ranges]
      let problem = try await api.send(.get("users/9"), using: serializer)
      // End.
      #expect(problem?["title"]?.string == "no such user")
    }
  }

  @Test func `response text is decoded in the charset of its media type`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let text = try await api.send(.get("page"), using: TextResponseSerializer())
      // End.
      #expect(text == "café")
    }
  }

  @Test func `a call can return the response without decoding the body`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let response = try await api.send(.get("users/9"), using: RawResponseSerializer())
      let bytes = try await api.send(.get("users/1"), using: DataResponseSerializer())
      let type = response?.headers[.contentType]
      // End.
      #expect(type == "application/problem+json" && response?.status == .notFound)
      #expect(bytes == Array(#"{"id":1,"name":"Ada"}"#.utf8))
    }
  }

  @Test func `a list of serializers uses the first serializer that returns a value`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let compound = CompoundResponseSerializer([
        DecodableResponseSerializer(User.self), PropertyListResponseSerializer(User.self),
        TextResponseSerializer(),
      ])
      for target in ["users/1", "settings", "page"] {
        switch try await api.send(.get(.reference(target)), using: compound) {
        case let user as User: print(user.name)
        case let text as String: print(text)
        default: break
        }
      }
      // End.
      #expect(try await api.send(.get("settings"), using: compound) as? User == ada)
      #expect(try await api.send(.get("page"), using: compound) as? String == "café")
    }
  }

  @Test func `an XML response is parsed into a tree of elements`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let feed = try await api.send(.get("feed"), using: XMLDocumentResponseSerializer())
      let titles = feed?.root.elements(localName: "title").map(\.text)
      // End.
      #expect(titles == ["News", "More"])
    }
  }

  @Test func `an XML response is parsed as events, and media types can be added`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var serializer = XMLParserResponseSerializer()
      serializer.validation.mediaTypes?.append("application/atom+xml")
      serializer.limits.depth = 32
      var titles: [String] = []
      var parser = try await api.send(.get("feed"), using: serializer)
      while let event = try parser?.next() {
        if case .text(let text) = event { titles.append(text) }
      }
      // End.
      #expect(titles == ["News", "More"])
    }
  }

  @Test func `a delegate receives the events of the XML parser`() async throws {
    // Snippet:
    struct Texts: XML.ParserDelegate {
      var all: [String] = []
      mutating func foundCharacters(_ text: String) { all.append(text) }
    }
    // End.
    try await Service.with { _, api in
      // Snippet:
      let parser = try await api.send(.get("feed"), using: XMLParserResponseSerializer())
      var telling = XML.DelegateParser(Texts(), parser ?? XML.PullParser())
      try telling.finish()
      let titles = telling.delegate.all
      // End.
      #expect(titles == ["News", "More"])
    }
  }

  @Test func `a session can have its own response serializer`() async throws {
    try await Service.with { base, _ in
      // Snippet:
      let settings = try HTTPSession(base) {
        $0.responseSerializer = PropertyListResponseSerializer(JSON.Value.self)
      }
      let user = try await settings.get("settings", as: User.self)
      settings.responseSerializer = TextResponseSerializer()
      let page = try await settings.get("page", as: String.self)
      settings.responseSerializer = nil  // JSON, as at first
      // End.
      #expect(user == ada && page == "café")
    }
  }

  @Test func `a call's result contains the value, the error and the attempts`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let several = CompoundResponseSerializer([
        JSONResponseSerializer(), XMLDocumentResponseSerializer(),
      ])
      let (response, result) = try await api.result(of: .get("page"), using: several)
      let bytes = result.value as? [UInt8]
      let whys = result.attempts.map(\.description)
      // End.
      #expect(response.status == .ok && bytes == response.body && result.error == nil)
      #expect(whys.count == 2 && whys.allSatisfy { $0.contains("text/html") })
    }
  }

  @Test func `the byte ranges of a multipart response are read one after another`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let response = try await api.get("parts", headers: [.range: "bytes=0-1,-2"])
      let type = try HTTP.MediaType(response.headers[.contentType]?.text ?? "")
      var reader = try Multipart.Reader(type)
      reader.append(response.body)
      reader.finish()
      var ranges: [Range<Int>] = []
      while let event = try reader.next() {
        if case .part(let head) = event, let (range, _) = head.contentRange { ranges.append(range) }
      }
      // End.
      #expect(ranges == [0..<2, 7..<9])
    }
  }

  @Test func `the fields of a URL-encoded response are read by name`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let form = try FormFields(parsing: try await api.get("token").body.span)
      let token = form["token"]
      // End.
      #expect(token == "a+b" && form["scope"] == "read write")
    }
  }

  @Test func `a coder decodes Date, URL and Data values`() async throws {
    // Snippet:
    struct Visit: Codable, Equatable {
      var at: Date
      var page: URL
      var key: Data
    }
    // End.
    let expected = Visit(
      at: Date(timeIntervalSince1970: 1_795_292_100), page: URL(string: "https://example.com/a")!,
      key: Data([1, 2, 255]))
    try await Service.with { _, api in
      // Snippet:
      let visit = try await api.get("visit", as: Visit.self)
      // End.
      #expect(visit == expected)
    }
  }

  @Test func `Foundation's JSON coders can replace the JSON coder of a call`() async throws {
    try await Service.with { base, _ in
      // Snippet:
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let coder = FoundationCoder(decoder: decoder)
      let api = try HTTPSession(base) { $0.json = coder }
      let user = try await api.post("users", .json(["name": "Ada"]), as: [User].self)
      // End.
      #expect(user.first == ada)
      await #expect { try await api.get("users", as: User.self) } throws: {
        ($0 as? HTTPSessionError)?.code.name == "serialization"
      }
    }
  }
}
