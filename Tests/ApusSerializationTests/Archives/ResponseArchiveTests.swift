import ApusHTTP
import Testing

@testable import ApusSerialization

/// CC rows: response serializers as values that are copied and kept.
struct ResponseArchiveTests {
  private var validation: ResponseValidation {
    var validation = ResponseValidation(mediaTypes: ["a/b", "c/*"])
    validation.statuses = [200...299, 404...404]
    validation.matching = [.suffixes, .ranges]
    return validation
  }

  @Test func `the statuses and media types of a validation are encoded and decoded unchanged`()
    throws
  {
    for validation in [validation, .none, ResponseValidation()] {
      #expect(try RequestArchiveTests.kept(validation) == validation)
    }
    var data = DataResponseSerializer()
    data.validation = validation
    #expect(try RequestArchiveTests.kept(data).validation == validation)
    var raw = RawResponseSerializer()
    raw.validation = validation
    #expect(try RequestArchiveTests.kept(raw).validation == validation)
    var text = TextResponseSerializer()
    text.validation = validation
    text.defaultCharset = .windows1252
    #expect(try RequestArchiveTests.kept(text).validation == validation)
    #expect(try RequestArchiveTests.kept(text).defaultCharset == .windows1252)
  }

  @Test func `the options of JSON and XML serializers are encoded and decoded unchanged`() throws {
    var json = JSONResponseSerializer()
    json.validation = validation
    json.reading.depthLimit = 5
    json.reading.detectsEncoding = false
    json.allowsFragments = true
    json.removesNulls = true
    json.allowsWhitespace = true
    json.coder.keys = .snakeCase
    let again = try RequestArchiveTests.kept(json)
    #expect(again.validation == json.validation && again.reading == json.reading)
    #expect(again.allowsFragments && again.removesNulls && again.allowsWhitespace)
    let response = HTTP.Response(
      200, headers: [.contentType: "a/b"], body: Array(#"{"first_name":"Ada"}"#.utf8))
    struct User: Decodable { var firstName: String }
    #expect(try again.value(of: response, as: User.self)?.firstName == "Ada")
    var document = XMLDocumentResponseSerializer()
    document.validation = validation
    document.limits.depth = 5
    document.limits.nodeCount = 6
    #expect(try RequestArchiveTests.kept(document).limits == document.limits)
    #expect(try RequestArchiveTests.kept(document).validation == validation)
    var parser = XMLParserResponseSerializer()
    parser.limits.nameByteCount = 5
    #expect(try RequestArchiveTests.kept(parser).limits == parser.limits)
  }

  @Test func `a decodable response serializer is encoded and decoded with its JSON coder`() throws {
    var coder = JSONCoder()
    coder.dates = .secondsSince1970
    var serializer = DecodableResponseSerializer([JSON.Moment].self, coder: coder)
    serializer.validation = validation
    let again = try RequestArchiveTests.kept(serializer)
    #expect(again.validation == validation)
    let response = HTTP.Response(200, headers: [.contentType: "a/b"], body: Array("[5]".utf8))
    #expect(try again.value(of: response) == [JSON.Moment(seconds: 5)])
    struct Other: JSONCoding {
      func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONCoder().decode(type, from: bytes)
      }

      func encode(_ value: some Encodable) throws -> [UInt8] { [] }
    }
    let foreign = DecodableResponseSerializer([Int].self, coder: Other())
    #expect(throws: JSON.EncodingError.self) { try JSONCoder().encode(foreign) }
  }

  @Test func `a compound serializer is encoded and decoded with its serializers in order`() throws {
    var inner = CompoundResponseSerializer([DataResponseSerializer()])
    inner.validation.mediaTypes = ["x/y"]
    var json = JSONResponseSerializer()
    json.removesNulls = true
    var compound = CompoundResponseSerializer([
      json, TextResponseSerializer(), RawResponseSerializer(), XMLDocumentResponseSerializer(),
      XMLParserResponseSerializer(), inner,
    ])
    compound.validation = validation
    let again = try RequestArchiveTests.kept(compound)
    #expect(again.validation == validation)
    #expect(
      again.serializers.map { "\(type(of: $0))" }
        == compound.serializers.map { "\(type(of: $0))" })
    #expect((again.serializers.first as? JSONResponseSerializer)?.removesNulls == true)
    let last = again.serializers.last as? CompoundResponseSerializer
    #expect(last?.validation.mediaTypes == ["x/y"] && last?.serializers.count == 1)
  }

  @Test func `unknown response serializer types are rejected in encoding and decoding`() throws {
    let compound = CompoundResponseSerializer([DecodableResponseSerializer([Int].self)])
    #expect(throws: JSON.EncodingError.self) { try JSONCoder().encode(compound) }
    let known = CompoundResponseSerializer([DataResponseSerializer()])
    let text = try RequestArchiveTests.text(known)
    let broken = text.replacing("\"data\"", with: "\"Evil.Serializer\"")
    #expect(broken != text)
    #expect(throws: JSON.DecodingError.self) {
      try JSONCoder().decode(CompoundResponseSerializer.self, from: broken)
    }
  }

  @Test func `changing a response serializer does not change its copy`() {
    var serializer = JSONResponseSerializer()
    let copy = serializer
    serializer.removesNulls = true
    serializer.validation.statuses = nil
    #expect(!copy.removesNulls && copy.validation.statuses == [200...299])
  }
}
