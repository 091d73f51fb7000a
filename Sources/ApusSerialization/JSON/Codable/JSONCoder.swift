/// A coder between values and JSON, for sessions and serializers.
///
/// Use `JSONCoder`, or any other `Codable` coder, such as Foundation's.
public protocol JSONCoding: Sendable {
  /// Reads a value out of a document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - bytes: The document, in UTF-8.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value

  /// Writes a value as a document.
  ///
  /// - Parameter value: The value to encode.
  func encode(_ value: some Encodable) throws -> [UInt8]
}

/// Reads and writes `Codable` types as JSON, by options that hold for both ways.
///
///     var coder = JSONCoder()
///     coder.keys = .snakeCase
///     let user = try coder.decode(User.self, from: body)
public struct JSONCoder: JSONCoding {
  /// The relation between the names in a document and in a type.
  public enum Keys: Sendable {
    /// They are the same.
    case unchanged
    /// `first_name` in the document is `firstName` in the type.
    case snakeCase
    /// Each way by a function of its own.
    case custom(
      reading: @Sendable (String) -> String, writing: @Sendable (String) -> String)
  }

  /// The format of dates.
  public enum Dates: Sendable {
    /// `2026-11-21T20:15:00Z`, with a fraction of a second if it is not zero.
    case iso8601
    /// The number of seconds since 1970, with a fraction if it is not zero.
    case secondsSince1970
    /// The number of milliseconds since 1970, with a fraction if it is not zero.
    case millisecondsSince1970
    /// Two functions; an error that the first throws is passed on, and nil from it is an error too.
    case custom(
      reading: @Sendable (any Decoder) throws -> JSON.Moment?,
      writing: @Sendable (JSON.Moment, any Encoder) throws -> Void)
  }

  /// The format of bytes.
  public enum Bytes: Sendable {
    /// As base64 text with padding.
    case base64
    /// As base64 text in the alphabet of URLs, without padding.
    case base64URL
    /// As an array of numbers.
    case numbers
    /// By two functions; nil from the first is an error.
    case custom(
      reading: @Sendable (any Decoder) throws -> [UInt8]?,
      writing: @Sendable ([UInt8], any Encoder) throws -> Void)
  }

  /// The treatment of infinity and NaN, which have no number in JSON.
  public enum NonFinite: Sendable, Hashable, Codable {
    /// It is refused.
    case refuse
    /// They are written as one of three texts.
    case text(infinity: String, negativeInfinity: String, nan: String)
  }

  /// The options for reading a document.
  public var reading = JSON.ReadingOptions()
  /// The options for writing a document.
  public var writing = JSON.WritingOptions()
  /// The change of names. The default is `unchanged`.
  public var keys = Keys.unchanged
  /// The format of dates: of `JSON.Moment` and of every type with a conversion to it.
  /// The default is `iso8601`.
  public var dates = Dates.iso8601
  /// The format of bytes: of `JSON.Bytes` and of every type with a conversion to it.
  /// The default is `base64`.
  public var bytes = Bytes.base64
  /// The treatment of infinity and NaN. The default is `refuse`.
  public var nonFinite = NonFinite.refuse
  /// Types that are read and written otherwise than they would by themselves. The default is empty.
  ///
  /// Foundation's need none where `Apus` is linked: a `URL` is its text, `Date` and `Data` go by
  /// `dates` and `bytes`, and a `Decimal` is a number.
  public var conversions: [JSON.Conversion] = []
  /// The values that types can use while they are read and written. The default is empty.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a coder with the default settings.
  public init() {}

  /// Reads a value out of a document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - bytes: The document, in UTF-8.
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

  /// Reads a value out of a document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - text: The text of the document.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from text: String
  ) throws(JSON.DecodingError) -> Value {
    try decode(type, from: Array(text.utf8))
  }

  /// Writes a value as a document.
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
  /// A Boolean value that indicates whether the coder has no settings but the defaults.
  package var isUsual: Bool {
    guard case .unchanged = keys, case .iso8601 = dates, case .base64 = bytes else { return false }
    return nonFinite == .refuse && conversions.isEmpty && userInfo.isEmpty
      && reading == JSON.ReadingOptions() && writing == JSON.WritingOptions()
  }
}
