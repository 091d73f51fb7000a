internal import ApusHTTP

/// The archived form of a request serializer: of a built-in type, or of one that the reader names.
package enum RequestArchive: Codable, Sendable {
  case content(ContentRequestSerializer)
  case http(HTTPRequestSerializer)
  case json(JSONRequestSerializer)
  case named(NamedSerializer<any RequestSerializer>)

  /// The serializer as it is kept; one that is of no kind here cannot be.
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

  /// The serializer that was kept.
  package var serializer: any RequestSerializer {
    switch self {
    case .content(let serializer): serializer
    case .http(let serializer): serializer
    case .json(let serializer): serializer
    case .named(let named): named.serializer
    }
  }
}

/// A serializer is kept with all that it has, except for secrets: credentials, and fields whose
/// value is marked as sensitive, are left out.
///
/// A query of the caller's own cannot be written, and makes writing fail.
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
