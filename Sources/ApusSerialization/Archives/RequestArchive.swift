/// A request serializer of whichever kind, as it is kept; an archive can make no others.
package enum RequestArchive: Codable, Sendable {
  case content(ContentRequestSerializer)
  case http(HTTPRequestSerializer)
  case json(JSONRequestSerializer)

  /// The serializer as it is kept; one that is of no kind here cannot be.
  package init(_ serializer: any RequestSerializer, _ encoder: any Encoder) throws {
    switch serializer {
    case let serializer as ContentRequestSerializer: self = .content(serializer)
    case let serializer as HTTPRequestSerializer: self = .http(serializer)
    case let serializer as JSONRequestSerializer: self = .json(serializer)
    default:
      throw EncodingError.unwritable(
        serializer, encoder, "a \(type(of: serializer)) cannot be written with a session's settings"
      )
    }
  }

  /// The serializer that was kept.
  package var serializer: any RequestSerializer {
    switch self {
    case .content(let serializer): serializer
    case .http(let serializer): serializer
    case .json(let serializer): serializer
    }
  }
}
