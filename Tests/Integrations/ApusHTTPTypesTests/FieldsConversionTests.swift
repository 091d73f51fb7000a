import ApusHTTP
import ApusHTTPTypes
import HTTPTypes
import Testing

/// Fields of swift-http-types and of this package, both ways.
@Suite struct FieldsConversionTests {
  /// Bytes that a value may have: all but NUL, CR and LF, so that many are not UTF-8.
  private static let valueBytes = (1...255).map { UInt8($0) }.filter { $0 != 0x0a && $0 != 0x0d }

  private static let nameBytes = Array("abcdefghijklmnopqrstuvwxyzABCXYZ0189!#$%&'*+-.^_`|~".utf8)

  private static func randomFields(count: Int) -> [(name: String, bytes: [UInt8], isSecret: Bool)] {
    (0..<count).map { _ in
      let name = (0..<Int.random(in: 1...20)).map { _ in nameBytes.randomElement() ?? 0x61 }
      let value = (0..<Int.random(in: 0...60)).map { _ in valueBytes.randomElement() ?? 0x20 }
      return ("x" + String(decoding: name, as: UTF8.self), value, Bool.random())
    }
  }

  @Test func `1,000 random header fields are unchanged after a round trip to HTTPTypes`() throws {
    let lines = Self.randomFields(count: 1_000)
    let fields = HTTP.Fields(
      lines.map { line in
        (
          HTTP.FieldName(line.name),
          HTTP.FieldValue(bytes: line.bytes, isSensitive: line.isSecret)
        )
      })
    let theirs = try HTTPFields(fields)
    #expect(theirs.count == 1_000)
    for (line, field) in zip(lines, theirs) {
      #expect(field.name.rawName == line.name)
      #expect(unsafe field.withUnsafeBytesOfValue { unsafe Array($0) } == line.bytes)
      #expect((field.indexingStrategy == .disallow) == line.isSecret)
    }
    let back = HTTP.Fields(theirs)
    #expect(back.count == 1_000)
    for (line, field) in zip(lines, back) {
      #expect(field.name.text == line.name && field.value.bytes == line.bytes)
      #expect(field.value.isSensitive == line.isSecret)
    }
  }

  @Test func `1,000 random HTTPTypes fields are unchanged after a round trip`() throws {
    var theirs = HTTPFields()
    for line in Self.randomFields(count: 1_000) {
      let name = try #require(HTTPField.Name(line.name))
      var field = HTTPField(name: name, lenientValue: line.bytes)
      field.indexingStrategy = line.isSecret ? .disallow : .automatic
      theirs.append(field)
    }
    let back = try HTTPFields(HTTP.Fields(theirs))
    #expect(Array(back) == Array(theirs))
    #expect(back.map(\.name.rawName) == theirs.map(\.name.rawName))
  }

  @Test func `field values that are not UTF-8 are converted unchanged to and from HTTPTypes`()
    throws
  {
    let latin: [UInt8] = [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]
    let theirs = try HTTPFields(
      HTTP.Fields([(HTTP.FieldName("X-Name"), HTTP.FieldValue(bytes: latin))]))
    #expect(theirs.first?.value == "M\u{fffd}ller")
    #expect(HTTP.Fields(theirs).first?.value.bytes == latin)
  }

  @Test func `an Authorization field is converted to a sensitive HTTPTypes field`() throws {
    let theirs = try HTTPFields(["Authorization": "Basic x", "Accept": "a/b"] as HTTP.Fields)
    #expect(theirs.map(\.indexingStrategy) == [.disallow, .automatic])
  }

  @Test func `repeated header fields are converted separately and in order`() throws {
    let fields: HTTP.Fields = ["Set-Cookie": "a=1", "X": "2", "set-cookie": "b=2"]
    let theirs = try HTTPFields(fields)
    #expect(theirs.map(\.name.rawName) == ["Set-Cookie", "X", "set-cookie"])
    #expect(HTTP.Fields(theirs).map(\.name.text) == ["Set-Cookie", "X", "set-cookie"])
  }

  @Test func `the error for a field name that is not a token shows the name`() {
    let error = HTTPConversionError.fieldName("a b")
    #expect(throws: error) { try HTTPFields(["a b": "1"] as HTTP.Fields) }
    #expect("\(error)" == "the field name a b has a character that is not allowed in a token")
  }

  @Test(arguments: [0, 0x0a, 0x0d] as [UInt8])
  func `the error for a field value with a line end omits the value`(byte: UInt8) {
    let error = HTTPConversionError.fieldValue(name: "X-Key")
    #expect(throws: error) {
      try HTTPFields(
        HTTP.Fields([(HTTP.FieldName("X-Key"), HTTP.FieldValue(bytes: [0x61, byte]))]))
    }
    #expect("\(error)" == "the value of the header field X-Key contains a line end or a NUL")
  }
}
