/// Options are kept by their names; limits that nobody may set are not read.
extension JSONReadingOptions: Codable {
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
  /// A number that must lie in a range.
  func decode(in range: ClosedRange<Int>, forKey key: Key) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard range.contains(number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(number) is not in \(range)")
    }
    return number
  }
}
