public import ApusASN1
internal import ApusBytes

extension X509.CertificatePolicies {
  /// A qualifier of a certificate policy, such as the URI of a statement or a notice to users.
  ///
  ///     PolicyQualifierInfo ::= SEQUENCE {
  ///       policyQualifierId  PolicyQualifierId,
  ///       qualifier          ANY DEFINED BY policyQualifierId }
  ///
  ///     CPSuri ::= IA5String
  ///
  /// RFC 5280 section 4.2.1.4.
  public enum Qualifier: Hashable, Sendable {
    /// The URI of the authority's certification practice statement.
    case statement(X509.IA5Text)
    /// A policy notice that is intended for users.
    case notice(Notice)
    /// Any other policy qualifier, as the complete DER of its value.
    case other(OID, [UInt8])

    init(from reader: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      let id = try fields.readOID(in: der)
      switch id {
      case .cpsQualifier:
        let text = try fields.read(.ia5String, in: der)
        self = .statement(
          try fields.content { () throws(ASN1Error) in
            try X509.IA5Text(reading: text.content, in: der)
          })
      case .userNoticeQualifier: self = .notice(try Notice(from: &fields, in: der))
      default:
        self = .other(id, der.extracting(try fields.readElement(in: der).range).copy())
      }
      try fields.finish()
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        switch self {
        case .statement(let uri):
          fields.writeOID(.cpsQualifier)
          uri.write(to: &fields)
        case .notice(let notice):
          fields.writeOID(.userNoticeQualifier)
          notice.write(to: &fields)
        case .other(let id, let der):
          fields.writeOID(id)
          fields.writeRaw(der)
        }
      }
    }
  }

  /// A policy notice for users who rely on a certificate.
  ///
  ///     UserNotice ::= SEQUENCE {
  ///       noticeRef        NoticeReference OPTIONAL,
  ///       explicitText     DisplayText OPTIONAL }
  ///
  ///     NoticeReference ::= SEQUENCE {
  ///       organization     DisplayText,
  ///       noticeNumbers    SEQUENCE OF INTEGER }
  ///
  ///     DisplayText ::= CHOICE {
  ///       ia5String        IA5String      (SIZE (1..200)),
  ///       visibleString    VisibleString  (SIZE (1..200)),
  ///       bmpString        BMPString      (SIZE (1..200)),
  ///       utf8String       UTF8String     (SIZE (1..200)) }
  ///
  /// RFC 5280 section 4.2.1.4, which expects texts that exceed the size. A VisibleString can
  /// contain any byte, because the identity cards of whole nations have accented letters in their
  /// policy notices.
  public struct Notice: Hashable, Sendable {
    /// The maximum number of notice numbers in a notice reference.
    public static let numberLimit = 64

    /// A reference to the numbered policy notices of an organization.
    public struct Reference: Hashable, Sendable {
      /// The organization that publishes the policy notices.
      public let organization: X509.Text
      /// The numbers of the policy notices.
      public let numbers: [Int]

      /// Creates a reference to policy notices from an organization and notice numbers.
      ///
      /// - Parameters:
      ///   - organization: The name of the organization.
      ///   - numbers: The numbers of the organization's notices.
      public init(_ organization: X509.Text, numbers: [Int]) throws(X509Error) {
        guard numbers.count <= Notice.numberLimit else {
          throw .tooMany(.value(.certificatePolicies), limit: Notice.numberLimit)
        }
        self.organization = organization
        self.numbers = numbers
      }
    }

    /// The reference to a policy notice that an organization publishes elsewhere, or `nil` for
    /// none.
    public let reference: Reference?
    /// The text of the policy notice, or `nil` if the notice has no text.
    public let text: X509.Text?

    /// Creates a policy notice from a text, a reference, or a text and a reference.
    ///
    /// - Parameters:
    ///   - text: The text to display, or `nil` for no text.
    ///   - reference: The reference to the place of the text, or `nil` for no reference.
    public init(_ text: X509.Text?, reference: Reference? = nil) {
      self.text = text
      self.reference = reference
    }

    init(from reader: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      reference =
        fields.isNext(.sequence, in: der) ? try Self.readReference(from: &fields, in: der) : nil
      text = fields.isAtEnd ? nil : try Self.readText(from: &fields, in: der)
      try fields.finish()
    }

    private static func readReference(
      from reader: inout X509.Reader, in der: Span<UInt8>
    ) throws(X509Error) -> Reference {
      var fields = try reader.readSequence(in: der)
      let organization = try readText(from: &fields, in: der)
      var list = try fields.readSequence(in: der)
      try fields.finish()
      var numbers: [Int] = []
      while !list.isAtEnd {
        guard numbers.count < numberLimit else { throw .tooMany(reader.field, limit: numberLimit) }
        numbers.append(try list.readInteger(in: der))
      }
      return try Reference(organization, numbers: numbers)
    }

    private static func readText(
      from reader: inout X509.Reader, in der: Span<UInt8>
    ) throws(X509Error) -> X509.Text {
      let element = try reader.readElement(in: der)
      if element.tag == .visibleString {
        return X509.Text(.visible, checked: der.extracting(element.content).copy())
      }
      return try reader.content { () throws(ASN1Error) in try X509.Text(element, in: der) }
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        if let reference {
          fields.writeSequence { fields in
            reference.organization.write(to: &fields)
            fields.writeSequence { list in
              for number in reference.numbers { list.writeInteger(number) }
            }
          }
        }
        text?.write(to: &fields)
      }
    }
  }
}
