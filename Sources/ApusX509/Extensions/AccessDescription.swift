public import ApusASN1

extension X509 {
  /// A service, and where it is.
  ///
  ///     AccessDescription  ::=  SEQUENCE {
  ///       accessMethod          OBJECT IDENTIFIER,
  ///       accessLocation        GeneralName  }
  ///
  /// RFC 5280 section 4.2.2.1.
  public struct AccessDescription: Hashable, Sendable {
    /// How many descriptions a list may have.
    public static let listLimit = 256

    /// Which service it is.
    public let method: OID
    /// Where it is, mostly a URI.
    public let location: GeneralName

    /// Creates a service at a place.
    public init(_ method: OID, _ location: GeneralName) {
      self.method = method
      self.location = location
    }

    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      method = try fields.readOID(in: der)
      location = try GeneralName(from: &fields, in: der)
      try fields.finish()
    }

    /// Reads the list of descriptions that an extension is.
    ///
    /// RFC 5280 section 4.2.2.1 wants one at least; certificates that are read by everyone have
    /// none, which says as much as no extension.
    static func readList(
      from reader: inout Reader, in der: Span<UInt8>
    ) throws(X509Error) -> [AccessDescription] {
      var list = try reader.readSequence(in: der)
      var descriptions: [AccessDescription] = []
      while !list.isAtEnd {
        guard descriptions.count < listLimit else { throw .tooMany(reader.field, limit: listLimit) }
        descriptions.append(try AccessDescription(from: &list, in: der))
      }
      return descriptions
    }

    static func writeList(_ descriptions: [AccessDescription], to writer: inout DERWriter) {
      writer.writeSequence { list in
        for description in descriptions {
          list.writeSequence { fields in
            fields.writeOID(description.method)
            description.location.write(to: &fields)
          }
        }
      }
    }

    /// Checks that a list of descriptions could be read again.
    static func checked(
      _ descriptions: [AccessDescription], for kind: Extension.Kind
    ) throws(X509Error) -> [AccessDescription] {
      guard descriptions.count <= listLimit else { throw .tooMany(.value(kind), limit: listLimit) }
      return descriptions
    }

    /// The URIs of one service, in their order.
    static func uris(_ descriptions: [AccessDescription], of method: OID) -> [IA5Text] {
      descriptions.compactMap { description in
        guard description.method == method, case .uri(let uri) = description.location else {
          return nil
        }
        return uri
      }
    }
  }
}
