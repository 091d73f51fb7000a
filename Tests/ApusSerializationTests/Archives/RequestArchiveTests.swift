import ApusHTTP
import Testing

@testable import ApusSerialization

/// CC rows: request serializers as values that are copied and archived.
///
/// Deviation: a copy or an archive loses only secrets and functions.
struct RequestArchiveTests {
  /// Writes a value and reads it again.
  static func kept<Value: Codable>(_ value: Value) throws -> Value {
    try JSONCoder().decode(Value.self, from: try JSONCoder().encode(value))
  }

  static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONCoder().encode(value), as: UTF8.self)
  }

  private static func serializer() -> HTTPRequestSerializer {
    var serializer = HTTPRequestSerializer()
    serializer.headers = ["X-B": "1", "x-a": "é", "X-B": "2"]
    serializer.headers.append("X-Bytes", HTTP.FieldValue(bytes: [0x61, 0xff]))
    serializer.methodsWithQuery = [.get, "REPORT"]
    serializer.style.arrays = .indexed
    serializer.style.booleans = .words
    serializer.style.dates = .millisecondsSince1970
    serializer.style.escaping = .form
    serializer.style.charset = .latin1
    serializer.options.idle = .milliseconds(1_500)
    serializer.compression = .smallest
    return serializer
  }

  private func expectSame(_ one: HTTPRequestSerializer, _ other: HTTPRequestSerializer) {
    #expect(one.headers.map(\.name.text) == other.headers.map(\.name.text))
    #expect(one.headers.map(\.value) == other.headers.map(\.value))
    #expect(one.methodsWithQuery == other.methodsWithQuery)
    #expect(one.style == other.style && one.options == other.options)
    #expect(one.compression == other.compression)
  }

  @Test func `all settings of a request serializer are encoded and decoded unchanged`() throws {
    expectSame(try Self.kept(Self.serializer()), Self.serializer())
    expectSame(try Self.kept(HTTPRequestSerializer()), HTTPRequestSerializer())
    #expect(try Self.kept(Self.serializer()).headers.count == 4)
  }

  @Test func `changing a request serializer does not change the query closure of its copy`() throws
  {
    var serializer = Self.serializer()
    serializer.query = { _, _ in "own" }
    let copy = serializer
    serializer.headers = [:]
    serializer.style = RequestParameters.Style()
    #expect(copy.headers.count == 4 && serializer.query == nil)
    #expect(try copy.request(.get, "x", ["a": 1]).target == "x?own")
  }

  @Test func `encoding a request serializer with a query closure is rejected`() {
    var serializer = HTTPRequestSerializer()
    serializer.query = { _, _ in "own" }
    #expect(throws: JSON.EncodingError.self) { try JSONCoder().encode(serializer) }
  }

  @Test func `an encoded request serializer contains no passwords or sensitive fields`() throws {
    var serializer = HTTPRequestSerializer()
    try serializer.setBasicAuthorization(user: "svc", password: "hunter2")
    serializer.headers["X-Key"] = .sensitive("hunter2")
    serializer.headers["Cookie"] = "id=hunter2"
    serializer.headers["X-Tenant"] = "blue"
    let text = try Self.text(serializer)
    for secret in ["hunter2", "Basic", "aHVudGVyMg", "c3ZjOmh1bnRlcjI"] {
      #expect(!text.contains(secret))
    }
    #expect(try Self.kept(serializer).headers.map(\.name.text) == ["X-Tenant"])
    #expect(serializer.headers.count == 4)
  }

  @Test func `the JSON options of a request serializer are encoded and decoded unchanged`() throws {
    var serializer = JSONRequestSerializer()
    serializer.http = Self.serializer()
    serializer.allowsFragments = true
    serializer.coder.keys = .snakeCase
    serializer.coder.dates = .secondsSince1970
    serializer.coder.bytes = .base64URL
    serializer.coder.nonFinite = .text(infinity: "+", negativeInfinity: "-", nan: "?")
    serializer.coder.writing.layout = .lines(indent: 3)
    serializer.coder.writing.escapes = [.slashes, .html]
    serializer.coder.writing.depthLimit = 9
    serializer.coder.reading.depthLimit = 7
    serializer.coder.reading.byteCountLimit = 1_000
    serializer.coder.reading.duplicateKeys = .refuse
    serializer.coder.reading.requiresContainer = true
    let again = try Self.kept(serializer)
    expectSame(again.http, serializer.http)
    #expect(again.allowsFragments)
    #expect(again.coder.writing == serializer.coder.writing)
    #expect(again.coder.reading == serializer.coder.reading)
    #expect(again.coder.nonFinite == serializer.coder.nonFinite)
    struct Sample: Codable {
      var atTime = JSON.Moment(seconds: 5)
      var rawBytes = JSON.Bytes([0xff, 0xfe])
      var ratio = Double.infinity
    }
    let bytes = try serializer.coder.encode(Sample())
    #expect(try again.coder.encode(Sample()) == bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains("at_time"))
    let content = try Self.kept(ContentRequestSerializer())
    expectSame(content.http, HTTPRequestSerializer())
  }

  @Test func `encoding a JSON coder with closures is rejected`() {
    var coders = [JSONCoder](repeating: JSONCoder(), count: 5)
    coders[0].keys = .custom(reading: { $0 }, writing: { $0 })
    coders[1].dates = .custom(reading: { _ in nil }, writing: { _, _ in })
    coders[2].bytes = .custom(reading: { _ in nil }, writing: { _, _ in })
    coders[3].conversions = [
      .moment(Int64.self, from: { $0.seconds }, to: { JSON.Moment(seconds: $0) })
    ]
    coders[4].userInfo = [CodingUserInfoKey(rawValue: "a")!: 1]
    for coder in coders {
      var serializer = JSONRequestSerializer()
      serializer.coder = coder
      #expect(throws: JSON.EncodingError.self) { try JSONCoder().encode(serializer) }
    }
  }

  @Test(arguments: [
    (#""X-B""#, #""X B""#), (#""X-B""#, #""""#), (#""1""#, #""1\r\nX: y""#),
    (#""REPORT""#, #""RE PORT""#), (#""indexed""#, #""none""#), (#""Yf8=""#, #""YQ0K""#),
    ("\"compression\":9", "\"compression\":8"), ("iso-8859-1", "ebcdic"),
  ])
  func `decoding an unknown request serializer type is rejected`(_ part: String, _ other: String)
    throws
  {
    let text = try Self.text(Self.serializer())
    let broken = text.replacing(part, with: other)
    #expect(broken != text, "\(text)")
    #expect(throws: JSON.DecodingError.self) {
      try JSONCoder().decode(HTTPRequestSerializer.self, from: broken)
    }
  }

  @Test(arguments: [
    ("\"depthLimit\":512", "\"depthLimit\":1000000"), ("\"depthLimit\":512", "\"depthLimit\":-1"),
    ("\"byteCountLimit\":67108864", "\"byteCountLimit\":9000000000"),
    ("\"indent\":2", "\"indent\":9223372036854775807"), ("\"indent\":2", "\"indent\":-1"),
    ("\"unchanged\"", "\"custom\""),
  ])
  func `decoding JSON options with out-of-range limits is rejected`(_ part: String, _ other: String)
    throws
  {
    var coder = JSONCoder()
    coder.writing.layout = .lines(indent: 2)
    let text = try Self.text(coder)
    let broken = text.replacing(part, with: other)
    #expect(broken != text, "\(text)")
    #expect(throws: JSON.DecodingError.self) {
      try JSONCoder().decode(JSONCoder.self, from: broken)
    }
  }
}
