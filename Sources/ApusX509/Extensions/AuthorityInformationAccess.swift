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
