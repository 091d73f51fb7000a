import ApusHTTP
import ApusSerialization
import TestSupport
import Testing

@testable import ApusSession

/// The form of queries and forms that sessions write, by default and by their serializers.
@Suite(.ownThread) struct WireDefaultsTests {
  private static let parameters: HTTP.Query = ["open": true, "tags": ["a", "b"]]
  private static let plain = "open=true&tags=a&tags=b"
  private static let brackets = "open=1&tags%5B%5D=a&tags%5B%5D=b"

  /// The query and the form that a session sends.
  private func written(
    _ configure: (inout HTTPSession.Configuration) throws -> Void = { _ in },
    _ change: (HTTPSession) -> Void = { _ in }
  ) async throws -> [String] {
    var configuration = HTTPSession.Configuration()
    try configure(&configuration)
    let api = HTTPSession.stub("https://h/", configuration: configuration) { request in
      let body = String(decoding: try await request.body.collect(), as: UTF8.self)
      let query = request.target.text.dropFirst("https://h/x?".utf8.count)
      return HTTP.Response(200, body: Array("\(query) \(body)".utf8))
    }
    change(api)
    let query = try await api.get("x", query: Self.parameters).text
    let form = try await api.post("x", .form(Self.parameters)).text
    return [String(query.dropLast()), String(form.dropFirst())]
  }

  @Test func `by default queries repeat list names and spell out true and false`()
    async throws
  {
    #expect(try await written() == [Self.plain, Self.plain])
    #expect(HTTPSession.Configuration().parameters == .plain)
  }

  @Test func `one configuration line selects AFNetworking's parameter style`() async throws {
    let sent = try await written { $0.parameters = .afnetworking }
    #expect(sent == [Self.brackets, Self.brackets])
  }

  @Test func `a request serializer without a style uses the session's style`()
    async throws
  {
    let json = try await written { $0.requestSerializer = JSONRequestSerializer() }
    #expect(json == [Self.plain, Self.plain])
    let before = try await written {
      $0.parameters = .afnetworking
      $0.requestSerializer = HTTPRequestSerializer()
    }
    let after = try await written {
      $0.requestSerializer = HTTPRequestSerializer()
      $0.parameters = .afnetworking
    }
    #expect(before == [Self.brackets, Self.brackets] && after == before)
  }

  @Test func `a request serializer keeps its own style until parameters is set`()
    async throws
  {
    var serializer = HTTPRequestSerializer()
    serializer.style.arrays = .commas
    let own = try await written { $0.requestSerializer = serializer }
    #expect(own == ["open=1&tags=a,b", "open=1&tags=a,b"])
    let changed = try await written {
      $0.requestSerializer = serializer
      $0.parameters.booleans = .words
    }
    #expect(changed == ["open=true&tags=a,b", "open=true&tags=a,b"])
    let replaced = try await written {
      $0.requestSerializer = serializer
      $0.parameters = .plain
    }
    #expect(replaced == [Self.plain, Self.plain])
  }

  @Test func `a single property of a serializer's parameter style can be changed`() async throws {
    let sent = try await written { $0.requestSerializer.http.style.arrays = .indexed }
    #expect(sent[0] == "open=true&tags%5B0%5D=a&tags%5B1%5D=b")
  }

  @Test func `a serializer that is assigned later uses the session's parameter style`()
    async throws
  {
    let later = try await written { _ in
    } _: { api in
      api.requestSerializer = HTTPRequestSerializer()
      #expect(api.requestSerializer.http.style == .plain)
    }
    #expect(later == [Self.plain, Self.plain])
    let heritage = try await written {
      $0.parameters = .afnetworking
    } _: { api in
      api.requestSerializer = JSONRequestSerializer()
    }
    #expect(heritage == [Self.brackets, Self.brackets])
  }

  @Test func `copied and archived configurations keep the parameter style`() throws {
    let api = HTTPSession.stub("https://h/") { _ in HTTP.Response(200) }
    let copy = try HTTPSession(copying: api)
    #expect(copy.configuration.parameters == .plain)
    var configuration = HTTPSession.Configuration()
    for style in [RequestParameters.Style.plain, .afnetworking] {
      configuration.parameters = style
      let kept = try JSONCoder().encode(configuration)
      var again = try JSONCoder().decode(HTTPSession.Configuration.self, from: kept)
      #expect(again.parameters == style)
      again.requestSerializer = HTTPRequestSerializer()
      #expect(again.parameters == style)
    }
  }

  @Test func `durations and dates have the same form in a query as in a path`() async throws {
    let api = HTTPSession.stub("https://h/") { request in
      HTTP.Response(200, body: Array(request.target.text.dropFirst(10).utf8))
    }
    let (wait, since) = (Duration.milliseconds(250), JSON.Moment(seconds: 0))
    let text = try await api.get("wait/\(wait)", query: ["since": since, "wait": wait]).text
    #expect(text == "wait/0.25?since=1970-01-01T00%3A00%3A00Z&wait=0.25")
  }
}
