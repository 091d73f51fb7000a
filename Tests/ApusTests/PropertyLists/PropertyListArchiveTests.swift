import Apus
import FoundationEssentials
import Testing

/// Serializers for property lists in a session's configuration that is kept.
struct PropertyListArchiveTests {
  private struct User: Codable, Equatable { var name: String }

  /// A serializer that an archive can name, although its reader does not.
  private struct Words: RequestSerializer, ArchivedSerializer {
    static var archiveName: String { "PropertyListResponseSerializer" }
    var http = HTTPRequestSerializer()

    func serialize(
      _ request: HTTP.Request, _ parameters: RequestParameters?
    ) throws -> HTTP.Request { request }
  }

  private var configuration: HTTPSession.Configuration {
    get throws {
      var configuration = HTTPSession.Configuration()
      var lists = PropertyListRequestSerializer()
      lists.format = .binary
      lists.http.headers["X-Tenant"] = "blue"
      try lists.http.setBasicAuthorization(user: "svc", password: "hunter2")
      configuration.requestSerializer = lists
      var users = PropertyListResponseSerializer(User.self)
      users.validation.mediaTypes = ["a/b"]
      configuration.responseSerializer = CompoundResponseSerializer([
        JSONResponseSerializer(), users,
      ])
      return configuration
    }
  }

  private let types: [any ArchivedSerializer.Type] = [
    PropertyListRequestSerializer.self, PropertyListResponseSerializer<User>.self,
  ]

  /// Reads a configuration with a reader that names some types.
  private func read(
    _ bytes: [UInt8], naming types: [any ArchivedSerializer.Type]
  ) throws -> HTTPSession.Configuration {
    var coder = JSONCoder()
    coder.userInfo = ArchivedSerializers(types).userInfo
    return try coder.decode(HTTPSession.Configuration.self, from: bytes)
  }

  @Test func `a configuration with property list serializers is restored without secrets`()
    async throws
  {
    let kept = try JSONCoder().encode(try configuration)
    #expect(!String(decoding: kept, as: UTF8.self).contains("hunter2"))
    #expect(!String(decoding: kept, as: UTF8.self).contains("authorization"))
    let again = try read(kept, naming: types)
    let encoder = PropertyListEncoder()
    let list = Array(try encoder.encode(User(name: "Ada")))
    let session = HTTPSession.stub("https://api.example.com/", configuration: again) { request in
      HTTP.Response(
        request.headers["X-Tenant"] == "blue" ? 200 : 400, headers: [.contentType: "a/b"],
        body: list)
    }
    let user = try await session.get("users/1", as: User.self)
    #expect(user == User(name: "Ada"))
    let request = try session.request(.put, "users/1", ["name": "Ada"])
    #expect(request.body.bytes?.starts(with: Array("bplist".utf8)) == true)
    #expect(try JSONCoder().encode(again) == kept)
    // The decoder of another library accepts the same setting.
    let decoder = JSONDecoder()
    decoder.userInfo = ArchivedSerializers(types).userInfo
    let other = try decoder.decode(HTTPSession.Configuration.self, from: Data(kept))
    #expect(other.requestSerializer is PropertyListRequestSerializer)
  }

  @Test func `decoding a configuration fails if its serializer type is not listed`()
    throws
  {
    let kept = try JSONCoder().encode(try configuration)
    let lists: [[any ArchivedSerializer.Type]] = [
      [], [types[0]], [types[1]], [types[0], Words.self],
    ]
    for list in lists {
      #expect(throws: JSON.DecodingError.self) { try read(kept, naming: list) }
    }
    #expect(throws: JSON.DecodingError.self) {
      try JSONCoder().decode(HTTPSession.Configuration.self, from: kept)
    }
    // The first type of a name is created.
    #expect(throws: JSON.DecodingError.self) { try read(kept, naming: [Words.self] + types) }
    _ = try read(kept, naming: types + [Words.self])
  }
}
