/// The encoded form of a response serializer.
///
/// Decoding creates only built-in serializer types and custom serializer types that the program has
/// listed. Therefore untrusted data cannot create other types.
package enum ResponseArchive: Codable, Sendable {
  case compound(CompoundResponseSerializer)
  case data(DataResponseSerializer)
  case json(JSONResponseSerializer)
  case named(NamedSerializer<any ResponseSerializer>)
  case raw(RawResponseSerializer)
  case text(TextResponseSerializer)
  case xmlDocument(XMLDocumentResponseSerializer)
  case xmlParser(XMLParserResponseSerializer)

  /// Creates the encoded form of a response serializer. The initializer throws an error if the
  /// serializer type is not supported.
  package init(_ serializer: any ResponseSerializer, _ encoder: any Encoder) throws {
    switch serializer {
    case let serializer as CompoundResponseSerializer: self = .compound(serializer)
    case let serializer as DataResponseSerializer: self = .data(serializer)
    case let serializer as JSONResponseSerializer: self = .json(serializer)
    case let serializer as RawResponseSerializer: self = .raw(serializer)
    case let serializer as TextResponseSerializer: self = .text(serializer)
    case let serializer as XMLDocumentResponseSerializer: self = .xmlDocument(serializer)
    case let serializer as XMLParserResponseSerializer: self = .xmlParser(serializer)
    default:
      guard let named = NamedSerializer(serializer) else {
        throw EncodingError.unwritable(
          serializer, encoder,
          "the serializer \(type(of: serializer)) cannot be encoded, because the type "
            + "is not an ArchivedSerializer")
      }
      self = .named(named)
    }
  }

  /// The response serializer that this encoded form represents.
  package var serializer: any ResponseSerializer {
    switch self {
    case .compound(let serializer): serializer
    case .data(let serializer): serializer
    case .json(let serializer): serializer
    case .named(let named): named.serializer
    case .raw(let serializer): serializer
    case .text(let serializer): serializer
    case .xmlDocument(let serializer): serializer
    case .xmlParser(let serializer): serializer
    }
  }
}

/// A compound response serializer is encoded with its serializers. Encoding fails if the type of a
/// serializer is not supported.
extension CompoundResponseSerializer: Codable {
  private enum Key: String, CodingKey {
    case validation, serializers
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(validation, forKey: .validation)
    try values.encode(
      try serializers.map { try ResponseArchive($0, encoder) }, forKey: .serializers)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      try values.decode([ResponseArchive].self, forKey: .serializers).map(\.serializer))
    validation = try values.decode(ResponseValidation.self, forKey: .validation)
  }
}

/// A decodable response serializer is encoded with its coder. Encoding fails if the coder is not a
/// `JSONCoder` or contains a closure.
extension DecodableResponseSerializer: Codable {
  private enum Key: String, CodingKey {
    case validation, coder
  }

  public func encode(to encoder: any Encoder) throws {
    guard let coder = coder as? JSONCoder else {
      throw EncodingError.unwritable(
        self, encoder, "the coder cannot be encoded: only a JSONCoder can be encoded")
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(validation, forKey: .validation)
    try values.encode(coder, forKey: .coder)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(coder: try values.decode(JSONCoder.self, forKey: .coder))
    validation = try values.decode(ResponseValidation.self, forKey: .validation)
  }
}
