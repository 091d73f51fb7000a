public import ApusASN1

extension X509 {
  /// Where the issuer's certificate is, and who answers whether the certificate is revoked.
  ///
  ///     AuthorityInfoAccessSyntax  ::= SEQUENCE SIZE (1..MAX) OF AccessDescription
  ///
  /// RFC 5280 section 4.2.2.1.
  public struct AuthorityInformationAccess: ExtensionValue {
    /// The services, mostly one at least.
    public let descriptions: [AccessDescription]

    /// Creates the extension from descriptions of services.
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

    /// Where the issuer's certificates are.
    public var issuers: [IA5Text] { AccessDescription.uris(descriptions, of: .issuersAccess) }
    /// Where OCSP is answered.
    public var ocspResponders: [IA5Text] { AccessDescription.uris(descriptions, of: .ocspAccess) }
  }

  /// Where the subject's services are.
  ///
  ///     SubjectInfoAccessSyntax  ::= SEQUENCE SIZE (1..MAX) OF AccessDescription
  ///
  /// RFC 5280 section 4.2.2.2.
  public struct SubjectInformationAccess: ExtensionValue {
    /// The services, mostly one at least.
    public let descriptions: [AccessDescription]

    /// Creates the extension from descriptions of services.
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
