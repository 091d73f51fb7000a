import Apus
import FoundationEssentials
import Testing

/// PQ rows: requests whose body is a property list.
struct PropertyListRequestSerializerTests {
  private struct Content: Codable, Equatable {
    var name = "Ada & Bob"
    var count = 3
    var ratio = 0.5
    var isOn = true
    var since = Date(timeIntervalSince1970: 0)
    var data = Data([1, 2, 255])
    var list = [1, 2]
  }

  private let parameters: RequestParameters = [
    "name": "Ada & Bob", "count": 3, "ratio": 0.5, "isOn": true,
    "since": .moment(JSON.Moment(seconds: 0)), "data": .data([1, 2, 255]), "list": [1, 2],
  ]

  private func bytes(_ request: HTTP.Request) throws -> [UInt8] {
    try #require(request.body.bytes)
  }

  @Test func `a property list serializer writes GET parameters as a query`() throws {
    let request = try PropertyListRequestSerializer().request(.get, "x", ["a": [1]])
    #expect(request.target == "x?a%5B%5D=1")
    #expect(request.body.isEmpty && request.body.mediaType == nil)
  }

  @Test func `a property list body has its media type unless the caller sets one`() throws {
    var serializer = PropertyListRequestSerializer()
    let request = try serializer.request(.post, "x", parameters)
    #expect(request.body.mediaType?.description == "application/x-plist")
    let nothing = try serializer.request(.post, "x")
    #expect(nothing.body.mediaType == nil)
    #expect(nothing.body.isEmpty)
    serializer.http.headers[.contentType] = "application/x-own"
    #expect(
      try serializer.request(.post, "x", parameters).headers[.contentType] == "application/x-own")
  }

  @Test(arguments: PropertyListRequestSerializer.Format.allCases)
  func `parameters have the same content in binary and XML property lists`(
    _ format: PropertyListRequestSerializer.Format
  ) throws {
    var serializer = PropertyListRequestSerializer()
    serializer.format = format
    let start = Array((format == .xml ? "<?xml" : "bplist00").utf8)
    for request in [
      try serializer.request(.post, "x", parameters),
      try serializer.serialize(.post("x"), Content()),
    ] {
      let bytes = try bytes(request)
      #expect(bytes.starts(with: start))
      #expect(try PropertyListDecoder().decode(Content.self, from: Data(bytes)) == Content())
    }
  }

  @Test func `a value that a property list cannot contain throws a serialization error`() {
    let serializer = PropertyListRequestSerializer()
    #expect(throws: RequestSerializationError.self) {
      try serializer.request(.post, "x", ["a": nil])
    }
    #expect(throws: RequestSerializationError.self) {
      try serializer.serialize(.post("x"), "lone")
    }
  }

  @Test(arguments: PropertyListRequestSerializer.Format.allCases)
  func `a set is sorted in the same way in a property list as in a query`(
    _ format: PropertyListRequestSerializer.Format
  ) throws {
    struct Content: Decodable, Equatable { var s: [String] }
    var serializer = PropertyListRequestSerializer()
    serializer.format = format
    let words = (0..<20).map { "w\($0)" }
    for _ in 0..<5 {
      let set = RequestParameters.Value.set(words.shuffled().map { .text($0) })
      let bytes = try bytes(try serializer.request(.post, "x", ["s": set]))
      let content = try PropertyListDecoder().decode(Content.self, from: Data(bytes))
      #expect(content.s == words.sorted())
    }
  }
}
