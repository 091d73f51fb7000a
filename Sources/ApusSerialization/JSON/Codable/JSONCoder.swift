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
  /// The relation between the names in a JSON document and the names in a Swift type.
  public enum Keys: Sendable {
    /// The document and the type have the same names.
    case unchanged
    /// The document has names in snake case: `first_name` in the document is `firstName` in the
    /// type.
    case snakeCase
    /// Two closures convert the names, one for each direction.
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
    /// Two closures convert dates. Decoding throws the error of the first closure, and throws an
    /// error if the first closure returns `nil`.
    case custom(
      reading: @Sendable (any Decoder) throws -> JSON.Moment?,
      writing: @Sendable (JSON.Moment, any Encoder) throws -> Void)
  }

  /// The JSON form of bytes.
  public enum Bytes: Sendable {
    /// A byte array is a base64 text with padding.
    case base64
    /// A byte array is a base64 text in the URL-safe alphabet without padding.
    case base64URL
    /// A byte array is an array of numbers.
    case numbers
    /// Two closures convert bytes. Decoding throws an error if the first closure returns `nil`.
    case custom(
      reading: @Sendable (any Decoder) throws -> [UInt8]?,
      writing: @Sendable ([UInt8], any Encoder) throws -> Void)
  }

  /// The treatment of infinity and NaN, which JSON numbers cannot represent.
  public enum NonFinite: Sendable, Hashable, Codable {
    /// The coder throws an error for infinity and NaN.
    case refuse
    /// The coder converts infinity, negative infinity and NaN to and from one of three texts.
    case text(infinity: String, negativeInfinity: String, nan: String)
  }

  /// The options for reading a JSON document.
  public var reading = JSON.ReadingOptions()
  /// The options for writing a JSON document.
  public var writing = JSON.WritingOptions()
  /// The conversion of names between documents and types. The default is `unchanged`.
  public var keys = Keys.unchanged
  /// The JSON form of dates, which applies to `JSON.Moment` and to types with a conversion to
  /// moments. The default is `iso8601`.
  public var dates = Dates.iso8601
  /// The JSON form of bytes, which applies to `JSON.Bytes` and to types with a conversion to bytes.
  /// The default is `base64`.
  public var bytes = Bytes.base64
  /// The treatment of infinity and NaN. The default is `refuse`.
  public var nonFinite = NonFinite.refuse
  /// The custom conversions, which replace the `Codable` forms of their types.
  /// The default is empty.
  ///
  /// Foundation types need no custom conversion in a program that is linked with `Apus`. A `URL` is
  /// a text, a `Decimal` is a number, and `dates` and `bytes` determine the form of `Date` and
  /// `Data`.
  public var conversions: [JSON.Conversion] = []
  /// The values that types can read while they are encoded and decoded. The default is empty.
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
