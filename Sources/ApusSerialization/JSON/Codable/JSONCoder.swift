/// What turns values into JSON and JSON into values, for what sends and receives them.
///
/// `JSONCoder` is the one to use; anything else that speaks `Codable`, Foundation's coders among
/// them, can stand in its place.
public protocol JSONCoding: Sendable {
  /// Reads a value out of a document.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value

  /// Writes a value as a document.
  func encode(_ value: some Encodable) throws -> [UInt8]
}

/// Reads and writes `Codable` types as JSON, by options that hold for both ways.
///
///     var coder = JSONCoder()
///     coder.keys = .snakeCase
///     let user = try coder.decode(User.self, from: body)
public struct JSONCoder: JSONCoding {
  /// How the names in a document relate to those in a type.
  public enum Keys: Sendable {
    /// They are the same.
    case unchanged
    /// `first_name` in the document is `firstName` in the type.
    case snakeCase
    /// Each way by a function of its own.
    case custom(
      reading: @Sendable (String) -> String, writing: @Sendable (String) -> String)
  }

  /// How a moment is said.
  public enum Dates: Sendable {
    /// `2026-11-21T20:15:00Z`; a fraction of a second is written where there is one.
    case iso8601
    /// A number of seconds since 1970, with a fraction where there is one.
    case secondsSince1970
    /// A number of milliseconds since 1970, with a fraction where there is one.
    case millisecondsSince1970
    /// By two functions; what the first throws is the error, nil from it is one too.
    case custom(
      reading: @Sendable (any Decoder) throws -> JSONMoment?,
      writing: @Sendable (JSONMoment, any Encoder) throws -> Void)
  }

  /// How bytes are said.
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

  /// The treatment of infinity and NaN, for which JSON has no number.
  public enum NonFinite: Sendable, Hashable, Codable {
    /// It is refused.
    case refuse
    /// It is said as one of three texts.
    case text(infinity: String, negativeInfinity: String, nan: String)
  }

  /// How a document is read.
  public var reading = JSONReadingOptions()
  /// How a document is written.
  public var writing = JSONWritingOptions()
  /// How names are changed.
  public var keys = Keys.unchanged
  /// How moments are said: those of `JSONMoment` and of every type that a conversion makes one.
  public var dates = Dates.iso8601
  /// How bytes are said: those of `JSONBytes` and of every type that a conversion makes one.
  public var bytes = Bytes.base64
  /// What becomes of numbers that are none.
  public var nonFinite = NonFinite.refuse
  /// Types that are read and written otherwise than they would by themselves.
  ///
  /// Foundation's need none where `Apus` is linked: a `URL` is its text, `Date` and `Data` go by
  /// `dates` and `bytes`, and a `Decimal` is a number.
  public var conversions: [JSONConversion] = []
  /// What types may ask for while they are read and written.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a coder with the default settings.
  public init() {}

  /// Reads a value out of a document.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(JSONDecodingError) -> Value {
    let reading: DocumentReading
    do throws(JSONError) {
      var text = bytes
      if self.reading.detectsEncoding,
        let utf8 = try JSONTextEncoding.utf8(of: bytes.span, self.reading)
      {
        text = utf8
      }
      let tape = try JSONParser.parse(text.span, self.reading)
      reading = DocumentReading(JSONDocument(bytes: text, tape: tape), self)
    } catch {
      throw JSONDecodingError(.malformed(error), at: error.position)
    }
    do {
      return try ValueDecoder(reading).readWhole(type)
    } catch {
      throw reading.failure(error)
    }
  }

  /// Reads a value out of a document.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from text: String
  ) throws(JSONDecodingError) -> Value {
    try decode(type, from: Array(text.utf8))
  }

  /// Writes a value as a document.
  public func encode(_ value: some Encodable) throws(JSONEncodingError) -> [UInt8] {
    let encoder = ValueEncoder(self)
    do {
      try encoder.writeWhole(value)
    } catch {
      throw JSONEncodingError(error)
    }
    return encoder.document.finish()
  }
}
