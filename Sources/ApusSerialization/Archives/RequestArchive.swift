internal import ApusHTTP

/// The encoded form of a request serializer: a built-in serializer or a listed custom serializer.
package enum RequestArchive: Codable, Sendable {
  case content(ContentRequestSerializer)
  case http(HTTPRequestSerializer)
  case json(JSONRequestSerializer)
  case named(NamedSerializer<any RequestSerializer>)

  /// Creates the encoded form of a request serializer. The initializer throws an error if the
  /// serializer type is not supported.
  package init(_ serializer: any RequestSerializer, _ encoder: any Encoder) throws {
    switch serializer {
    case let serializer as ContentRequestSerializer: self = .content(serializer)
    case let serializer as HTTPRequestSerializer: self = .http(serializer)
    case let serializer as JSONRequestSerializer: self = .json(serializer)
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

  /// The request serializer that this encoded form represents.
  package var serializer: any RequestSerializer {
    switch self {
    case .content(let serializer): serializer
    case .http(let serializer): serializer
    case .json(let serializer): serializer
    case .named(let named): named.serializer
    }
  }
}

/// A request serializer is encoded without secrets. Credentials and sensitive header fields are
/// omitted.
///
/// Encoding fails if the request serializer has a custom query closure, because closures cannot be
/// encoded.
extension HTTPRequestSerializer: Codable {
  private enum Key: String, CodingKey {
    case headers, methodsWithQuery, style, options, compression
  }

  public func encode(to encoder: any Encoder) throws {
    guard query == nil else {
      throw EncodingError.unwritable(
        self, encoder, "a serializer with a function for queries cannot be encoded")
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(headers, forKey: .headers)
    let methods = methodsWithQuery.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    try values.encode(methods, forKey: .methodsWithQuery)
    try values.encodeIfPresent(chosenStyle, forKey: .style)
    try values.encode(options, forKey: .options)
    try values.encodeIfPresent(compression, forKey: .compression)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    headers = try values.decode(HTTP.Fields.self, forKey: .headers)
    methodsWithQuery = Set(try values.decode([HTTP.Method].self, forKey: .methodsWithQuery))
    chosenStyle = try values.decodeIfPresent(RequestParameters.Style.self, forKey: .style)
    options = try values.decode(HTTP.RequestOptions.self, forKey: .options)
    compression = try values.decodeIfPresent(
      HTTP.GzipEncoder.Level.self, forKey: .compression)
  }
}
