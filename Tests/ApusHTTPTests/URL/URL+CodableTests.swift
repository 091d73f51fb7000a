import ApusHTTP
import Testing

struct URLCodableTests {
  @Test func `a URL is encoded as its canonical text`() throws {
    let url = try HTTP.URL("HTTP://Example.com:80/café#f")
    let coder = OneString()
    try url.encode(to: coder)
    #expect(coder.text == "http://example.com/caf%C3%A9#f")
    #expect(try HTTP.URL(from: coder) == url)
  }

  @Test func `decoding an invalid URL throws a decoding error with the URL error`() {
    #expect {
      try HTTP.URL(from: OneString("http://a@b@c/"))
    } throws: { error in
      guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
      return context.underlyingError as? HTTP.InvalidURL == .repeatedAt(at: 10)
    }
  }
}

/// The least encoder and decoder there can be: one string.
private final class OneString: Encoder, Decoder {
  var text: String
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ text: String = "") { self.text = text }

  func singleValueContainer() -> any SingleValueEncodingContainer { Container(owner: self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { Container(owner: self) }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    preconditionFailure("a URL is one value")
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    preconditionFailure("a URL is one value")
  }
  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw Refusal()
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Refusal() }

  struct Refusal: Error {}

  struct Container: SingleValueEncodingContainer, SingleValueDecodingContainer {
    let owner: OneString
    var codingPath: [any CodingKey] { [] }

    func encode(_ value: String) { owner.text = value }
    func encode<T: Encodable>(_ value: T) throws { throw Refusal() }
    func encodeNil() throws { throw Refusal() }
    func encode(_ value: Bool) throws { throw Refusal() }
    func encode(_ value: Double) throws { throw Refusal() }
    func encode(_ value: Float) throws { throw Refusal() }
    func encode(_ value: Int) throws { throw Refusal() }
    func encode(_ value: Int8) throws { throw Refusal() }
    func encode(_ value: Int16) throws { throw Refusal() }
    func encode(_ value: Int32) throws { throw Refusal() }
    func encode(_ value: Int64) throws { throw Refusal() }
    func encode(_ value: UInt) throws { throw Refusal() }
    func encode(_ value: UInt8) throws { throw Refusal() }
    func encode(_ value: UInt16) throws { throw Refusal() }
    func encode(_ value: UInt32) throws { throw Refusal() }
    func encode(_ value: UInt64) throws { throw Refusal() }

    func decode(_ type: String.Type) -> String { owner.text }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { throw Refusal() }
    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool { throw Refusal() }
    func decode(_ type: Double.Type) throws -> Double { throw Refusal() }
    func decode(_ type: Float.Type) throws -> Float { throw Refusal() }
    func decode(_ type: Int.Type) throws -> Int { throw Refusal() }
    func decode(_ type: Int8.Type) throws -> Int8 { throw Refusal() }
    func decode(_ type: Int16.Type) throws -> Int16 { throw Refusal() }
    func decode(_ type: Int32.Type) throws -> Int32 { throw Refusal() }
    func decode(_ type: Int64.Type) throws -> Int64 { throw Refusal() }
    func decode(_ type: UInt.Type) throws -> UInt { throw Refusal() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { throw Refusal() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { throw Refusal() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { throw Refusal() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { throw Refusal() }
  }
}
