/// A JSON coder is encoded as its options.
///
/// Encoding fails for a JSON coder with a custom strategy, with conversions or with a nonempty
/// `userInfo`, because closures cannot be encoded.
extension JSONCoder: Codable {
  private enum Key: String, CodingKey {
    case reading, writing, keys, dates, bytes, nonFinite
  }

  public func encode(to encoder: any Encoder) throws {
    guard let keys = keys.word, let dates = dates.word, let bytes = bytes.word,
      conversions.isEmpty, userInfo.isEmpty
    else {
      throw Swift.EncodingError.unwritable(
        self, encoder, "a JSONCoder with functions, conversions or user info cannot be encoded")
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(reading, forKey: .reading)
    try values.encode(writing, forKey: .writing)
    try values.encode(keys, forKey: .keys)
    try values.encode(dates, forKey: .dates)
    try values.encode(bytes, forKey: .bytes)
    try values.encode(nonFinite, forKey: .nonFinite)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func choice<Choice>(
      _ key: Key, _ choices: [Choice], _ word: (Choice) -> String?
    ) throws -> Choice {
      let text = try values.decode(String.self, forKey: key)
      guard let found = choices.first(where: { word($0)?.utf8.elementsEqual(text.utf8) == true })
      else {
        throw Swift.DecodingError.dataCorruptedError(
          forKey: key, in: values,
          debugDescription: "the encoded strategy of the JSONCoder is not known")
      }
      return found
    }
    self.init()
    reading = try values.decode(JSON.ReadingOptions.self, forKey: .reading)
    writing = try values.decode(JSON.WritingOptions.self, forKey: .writing)
    keys = try choice(.keys, [.unchanged, .snakeCase], \.word)
    dates = try choice(
      .dates, [.iso8601, .secondsSince1970, .millisecondsSince1970], \.word)
    bytes = try choice(.bytes, [.base64, .base64URL, .numbers], \.word)
    nonFinite = try values.decode(NonFinite.self, forKey: .nonFinite)
  }
}

extension Swift.EncodingError {
  /// Returns the encoding error for a value that contains a closure or another part without an
  /// encoded form.
  package static func unwritable(
    _ value: Any, _ encoder: any Encoder, _ why: String
  ) -> Swift.EncodingError {
    .invalidValue(
      value, Swift.EncodingError.Context(codingPath: encoder.codingPath, debugDescription: why))
  }
}

extension JSONCoder.Keys {
  /// The encoded form of the key strategy. The value is `nil` if the strategy is a closure.
  fileprivate var word: String? {
    switch self {
    case .unchanged: "unchanged"
    case .snakeCase: "snakeCase"
    case .custom: nil
    }
  }
}

extension JSONCoder.Dates {
  /// The encoded form of the date strategy. The value is `nil` if the strategy is a closure.
  fileprivate var word: String? {
    switch self {
    case .iso8601: "iso8601"
    case .secondsSince1970: "secondsSince1970"
    case .millisecondsSince1970: "millisecondsSince1970"
    case .custom: nil
    }
  }
}

extension JSONCoder.Bytes {
  /// The encoded form of the bytes strategy. The value is `nil` if the strategy is a closure.
  fileprivate var word: String? {
    switch self {
    case .base64: "base64"
    case .base64URL: "base64URL"
    case .numbers: "numbers"
    case .custom: nil
    }
  }
}

/// JSON writing options are encoded as an object. Decoding throws an error if a limit is out of
/// range.
extension JSON.WritingOptions: Codable {
  private enum Key: String, CodingKey {
    case indent, sortsKeys, escapes, depthLimit
  }

  /// The maximum number of spaces of an indentation that decoding accepts.
  private static let greatestIndent = 256

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    if case .lines(let indent) = layout { try values.encode(indent, forKey: .indent) }
    try values.encode(sortsKeys, forKey: .sortsKeys)
    try values.encode(escapes, forKey: .escapes)
    try values.encode(depthLimit, forKey: .depthLimit)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    if values.contains(.indent) {
      layout = .lines(indent: try values.decode(in: 0...Self.greatestIndent, forKey: .indent))
    }
    sortsKeys = try values.decode(Bool.self, forKey: .sortsKeys)
    escapes = try values.decode(Escapes.self, forKey: .escapes)
    depthLimit = try values.decode(
      in: 0...JSON.ReadingOptions.greatestDepthLimit, forKey: .depthLimit)
  }
}

/// JSON reading options are encoded as an object. Decoding throws an error if a limit is out of
/// range.
extension JSON.ReadingOptions: Codable {
  private enum Key: String, CodingKey {
    case depthLimit, byteCountLimit, duplicateKeys, requiresContainer, detectsEncoding
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(depthLimit, forKey: .depthLimit)
    try values.encode(byteCountLimit, forKey: .byteCountLimit)
    try values.encode(duplicateKeys, forKey: .duplicateKeys)
    try values.encode(requiresContainer, forKey: .requiresContainer)
    try values.encode(detectsEncoding, forKey: .detectsEncoding)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    depthLimit = try values.decode(in: 0...Self.greatestDepthLimit, forKey: .depthLimit)
    byteCountLimit = try values.decode(
      in: 0...Self.greatestByteCountLimit, forKey: .byteCountLimit)
    duplicateKeys = try values.decode(DuplicateKeys.self, forKey: .duplicateKeys)
    requiresContainer = try values.decode(Bool.self, forKey: .requiresContainer)
    detectsEncoding = try values.decode(Bool.self, forKey: .detectsEncoding)
  }
}

extension KeyedDecodingContainer {
  /// Decodes an integer and throws an error if the integer is out of range.
  func decode(in range: ClosedRange<Int>, forKey key: Key) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard range.contains(number) else {
      throw Swift.DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "the encoded number \(number) is not in the range \(range)")
    }
    return number
  }
}
