public import ApusASN1

extension X509 {
  /// The locations of the issuer's certificate and of the issuer's OCSP responder.
  ///
  ///     AuthorityInfoAccessSyntax  ::= SEQUENCE SIZE (1..MAX) OF AccessDescription
  ///
  /// RFC 5280 section 4.2.2.1.
  public struct AuthorityInformationAccess: ExtensionValue {
    /// The services of the certificate's issuer.
    /// The list of services usually has at least one element.
    public let descriptions: [AccessDescription]

    /// Creates the authority information access extension from descriptions of services.
    ///
    /// - Parameter descriptions: The services of the issuer, at least one.
    public init(_ descriptions: [AccessDescription]) throws(X509Error) {
      self.descriptions = try AccessDescription.checked(descriptions, for: Self.kind)
    }

    public static var kind: Extension.Kind { .authorityInformationAccess }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      descriptions = try AccessDescription.readList(from: &reader, in: der)
    }

    public func write(to writer: inout DERWriter) {
      AccessDescription.writeList(descriptions, to: &writer)
    }

    /// The URLs of the issuer's certificates.
    public var issuers: [IA5Text] { AccessDescription.uris(descriptions, of: .issuersAccess) }
    /// The URLs of the issuer's OCSP responders.
    public var ocspResponders: [IA5Text] { AccessDescription.uris(descriptions, of: .ocspAccess) }
  }

  /// The locations of the services of a certificate's subject.
  ///
  ///     SubjectInfoAccessSyntax  ::= SEQUENCE SIZE (1..MAX) OF AccessDescription
  ///
  /// RFC 5280 section 4.2.2.2.
  public struct SubjectInformationAccess: ExtensionValue {
    /// The services of the certificate's subject.
    /// The list of services usually has at least one element.
    public let descriptions: [AccessDescription]

    /// Creates the subject information access extension from descriptions of services.
    ///
    /// - Parameter descriptions: The services of the subject, at least one.
    public init(_ descriptions: [AccessDescription]) throws(X509Error) {
      self.descriptions = try AccessDescription.checked(descriptions, for: Self.kind)
    }

    public static var kind: Extension.Kind { .subjectInformationAccess }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      descriptions = try AccessDescription.readList(from: &reader, in: der)
    }

    public func write(to writer: inout DERWriter) {
      AccessDescription.writeList(descriptions, to: &writer)
    }
  }
}

extension X509 {
  /// A service of a certificate's issuer or subject, and the location of the service.
  ///
  ///     AccessDescription  ::=  SEQUENCE {
  ///       accessMethod          OBJECT IDENTIFIER,
  ///       accessLocation        GeneralName  }
  ///
  /// RFC 5280 section 4.2.2.1.
  public struct AccessDescription: Hashable, Sendable {
    /// The maximum number of access descriptions in a list.
    public static let listLimit = 256

    /// The object identifier of the described service.
    public let method: OID
    /// The location of the described service, usually a URI.
    public let location: GeneralName

    /// Creates an access description from a service and the location of the service.
    ///
    /// - Parameters:
    ///   - method: The object identifier of the service, such as OCSP.
    ///   - location: The location of the service, often a URL.
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

    /// Reads the list of access descriptions of an extension.
    ///
    /// RFC 5280 section 4.2.2.1 requires at least one access description. Some certificates that
    /// other software accepts have an empty list. An empty list is equivalent to a certificate
    /// without the extension.
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

    /// Throws an error if a list of access descriptions is longer than the reader's limit.
    static func checked(
      _ descriptions: [AccessDescription], for kind: Extension.Kind
    ) throws(X509Error) -> [AccessDescription] {
      guard descriptions.count <= listLimit else { throw .tooMany(.value(kind), limit: listLimit) }
      return descriptions
    }

    /// Returns the URIs of one service, in the order of the access descriptions.
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
