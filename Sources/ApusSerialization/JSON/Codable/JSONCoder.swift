/// A coder that converts values to and from JSON for sessions and serializers.
///
/// Use `JSONCoder` or any other coder of `Codable` types, such as the coders of Foundation.
public protocol JSONCoding: Sendable {
  /// Decodes a value from a JSON document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - bytes: The bytes of the document in UTF-8.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value

  /// Encodes a value as a JSON document.
  ///
  /// - Parameter value: The value to encode.
  func encode(_ value: some Encodable) throws -> [UInt8]
}

/// A coder that converts `Codable` types to and from JSON, with the same options for encoding and
/// decoding.
///
///     var coder = JSONCoder()
///     coder.keys = .snakeCase
///     let user = try coder.decode(User.self, from: body)
public struct JSONCoder: JSONCoding {
  /// The conversion between the names in a JSON document and the property names of a Swift type.
  public enum Keys: Sendable {
    /// The JSON document has the same names as the Swift type.
    case unchanged
    /// The JSON document has names in snake case: `first_name` in the document is `firstName` in
    /// the Swift type.
    case snakeCase
    /// Two custom closures convert the names: one closure for decoding and one closure for
    /// encoding.
    case custom(
      reading: @Sendable (String) -> String, writing: @Sendable (String) -> String)
  }

  /// The JSON form of dates.
  public enum Dates: Sendable {
    /// A date is a timestamp such as `2026-11-21T20:15:00Z`, with a fraction of a second if the
    /// fraction is not zero.
    case iso8601
    /// A date is the number of seconds since 1970, with a fraction if the fraction is not zero.
    case secondsSince1970
    /// A date is the number of milliseconds since 1970, with a fraction if the fraction is not
    /// zero.
    case millisecondsSince1970
    /// Two custom closures convert dates. Decoding fails if the first closure throws an error or
    /// returns `nil`.
    case custom(
      reading: @Sendable (any Decoder) throws -> JSON.Moment?,
      writing: @Sendable (JSON.Moment, any Encoder) throws -> Void)
  }

  /// The JSON form of byte arrays.
  public enum Bytes: Sendable {
    /// A byte array is a base64 string with padding.
    case base64
    /// A byte array is a base64 string in the URL-safe alphabet without padding.
    case base64URL
    /// A byte array is a JSON array of numbers from 0 to 255.
    case numbers
    /// Two custom closures convert byte arrays. Decoding fails if the first closure returns `nil`.
    case custom(
      reading: @Sendable (any Decoder) throws -> [UInt8]?,
      writing: @Sendable ([UInt8], any Encoder) throws -> Void)
  }

  /// The treatment of infinity and NaN, which JSON numbers cannot represent.
  public enum NonFinite: Sendable, Hashable, Codable {
    /// The JSON coder throws an error for infinity and NaN.
    case refuse
    /// The JSON coder converts infinity, negative infinity and NaN to and from the given strings.
    case text(infinity: String, negativeInfinity: String, nan: String)
  }

  /// The options for reading a JSON document.
  public var reading = JSON.ReadingOptions()
  /// The options for writing a JSON document.
  public var writing = JSON.WritingOptions()
  /// The conversion between the names in JSON documents and the property names of Swift types; the
  /// default is `unchanged`.
  public var keys = Keys.unchanged
  /// The JSON form of dates, such as `JSON.Moment` and Foundation's `Date`; the default is
  /// `iso8601`.
  public var dates = Dates.iso8601
  /// The JSON form of byte arrays, such as `JSON.Bytes` and Foundation's `Data`; the default is
  /// `base64`.
  public var bytes = Bytes.base64
  /// The treatment of infinity and NaN, which JSON numbers cannot represent; the default is
  /// `refuse`.
  public var nonFinite = NonFinite.refuse
  /// The custom JSON conversions, which replace the `Codable` conformances of their types; the
  /// default is empty.
  ///
  /// Foundation types need no custom conversion in a program that is linked with `Apus`. A `URL` is
  /// a JSON string, and a `Decimal` is a JSON number. The properties `dates` and `bytes` determine
  /// the JSON forms of `Date` and `Data`.
  public var conversions: [JSON.Conversion] = []
  /// The custom information that `Codable` types can read during encoding and decoding; the default
  /// is empty.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a JSON coder with the default settings.
  public init() {}

  /// Decodes a value from a JSON document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - bytes: The bytes of the document in UTF-8.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(JSON.DecodingError) -> Value {
    let reading: DocumentReading
    do throws(JSON.ParsingError) {
      var text = bytes
      if self.reading.detectsEncoding,
        let utf8 = try JSON.TextEncoding.utf8(of: bytes.span, self.reading)
      {
        text = utf8
      }
      let tape = try JSONParser.parse(text.span, self.reading)
      reading = DocumentReading(JSONDocument(bytes: text, tape: tape), self)
    } catch {
      throw JSON.DecodingError(.malformed(error), at: error.position)
    }
    do {
      return try ValueDecoder(reading).readWhole(type)
    } catch {
      throw reading.failure(error)
    }
  }

  /// Decodes a value from the text of a JSON document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - text: The text of the document.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from text: String
  ) throws(JSON.DecodingError) -> Value {
    try decode(type, from: Array(text.utf8))
  }

  /// Encodes a value as a JSON document.
  ///
  /// - Parameter value: The value to encode.
  public func encode(_ value: some Encodable) throws(JSON.EncodingError) -> [UInt8] {
    let encoder = ValueEncoder(self)
    do {
      try encoder.writeWhole(value)
    } catch {
      throw JSON.EncodingError(error)
    }
    return encoder.document.finish()
  }
}

extension JSONCoder {
  /// A Boolean value that indicates whether the coder has only default settings.
  package var isUsual: Bool {
    guard case .unchanged = keys, case .iso8601 = dates, case .base64 = bytes else { return false }
    return nonFinite == .refuse && conversions.isEmpty && userInfo.isEmpty
      && reading == JSON.ReadingOptions() && writing == JSON.WritingOptions()
  }
}
