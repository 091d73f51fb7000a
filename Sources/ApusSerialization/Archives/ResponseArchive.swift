/// A response serializer of whichever kind, as it is kept.
///
/// What is read chooses among these kinds and names no type, so that an archive can make nothing
/// but what stands here.
package enum ResponseArchive: Codable, Sendable {
  case compound(CompoundResponseSerializer)
  case data(DataResponseSerializer)
  case json(JSONResponseSerializer)
  case raw(RawResponseSerializer)
  case text(TextResponseSerializer)
  case xmlDocument(XMLDocumentResponseSerializer)
  case xmlParser(XMLParserResponseSerializer)

  /// The serializer as it is kept; one that is of no kind here cannot be.
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
      throw EncodingError.unwritable(
        serializer, encoder, "a \(type(of: serializer)) cannot be written among others")
    }
  }

  /// The serializer that was kept.
  package var serializer: any ResponseSerializer {
    switch self {
    case .compound(let serializer): serializer
    case .data(let serializer): serializer
    case .json(let serializer): serializer
    case .raw(let serializer): serializer
    case .text(let serializer): serializer
    case .xmlDocument(let serializer): serializer
    case .xmlParser(let serializer): serializer
    }
  }
}
