internal import ApusBytes

extension JSON {
  /// A byte array for use in a `Codable` type. The JSON coder determines the JSON form, such as
  /// base64.
  ///
  /// The default JSON form of bytes is base64.
  public struct Bytes: Codable, Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The bytes that are encoded and decoded.
    public var bytes: [UInt8]

    /// Creates an encodable byte array from bytes.
    ///
    /// - Parameter bytes: The bytes, whose JSON form the coder determines.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init(arrayLiteral elements: UInt8...) { bytes = elements }

    public init(from decoder: any Decoder) throws {
      let ours = decoder as? ValueDecoder
      switch ours?.reading.coder.bytes ?? .base64 {
      case .base64: bytes = try Self.decoded(decoder, .standard)
      case .base64URL: bytes = try Self.decoded(decoder, .url)
      case .numbers: bytes = try [UInt8](from: decoder)
      case .custom(let reading, _):
        guard let bytes = try reading(decoder) else {
          throw ValueDecoder.refusal(
            "the value is neither a base64 string nor an array of bytes", by: decoder)
        }
        self.bytes = bytes
      }
    }

    private static func decoded(
      _ decoder: any Decoder, _ alphabet: Base64.Alphabet
    ) throws -> [UInt8] {
      let text = try decoder.singleValueContainer().decode(String.self)
      do throws(DecodeError) {
        return try Base64.decode(text, alphabet)
      } catch {
        throw ValueDecoder.refusal("the string is not valid base64: \(error)", by: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      let ours = encoder as? ValueEncoder
      switch ours?.document.coder.bytes ?? .base64 {
      case .base64: try Self.encode(Base64.encode(bytes), to: encoder)
      case .base64URL: try Self.encode(Base64.encode(bytes, .url), to: encoder)
      case .numbers: try bytes.encode(to: encoder)
      case .custom(_, let writing): try writing(bytes, encoder)
      }
    }

    private static func encode(_ text: String, to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
}
