public import ApusASN1
internal import ApusBytes

extension X509 {
  /// An attribute of a distinguished name: a type and a value, such as a `commonName`.
  ///
  ///     AttributeTypeAndValue ::= SEQUENCE {
  ///       type     AttributeType,
  ///       value    AttributeValue }
  ///
  ///     AttributeType ::= OBJECT IDENTIFIER
  ///     AttributeValue ::= ANY -- DEFINED BY AttributeType
  ///
  /// RFC 5280 section 4.1.2.4.
  public struct Attribute: Hashable, Sendable {
    /// The value of an attribute of a distinguished name.
    public enum Value: Hashable, Sendable {
      /// A text with its ASN.1 string type.
      case text(Text)
      /// Any other attribute value, as complete DER.
      case other([UInt8])
    }

    /// The object identifier of the attribute's type.
    public var type: OID
    /// The value of the distinguished name's attribute.
    public var value: Value

    /// Creates an attribute of a distinguished name with any value.
    ///
    /// - Parameters:
    ///   - type: The object identifier of the attribute, such as the identifier of the common name.
    ///   - value: The attribute value in its ASN.1 type.
    public init(_ type: OID, _ value: Value) {
      self.type = type
      self.value = value
    }

    /// Creates an attribute from a text, as a PrintableString if possible and otherwise as a
    /// UTF8String.
    ///
    /// A mail address or a domain component that is ASCII becomes an IA5String. RFC 5280 section
    /// 4.1.2.6 and appendix A.1.
    ///
    /// - Parameters:
    ///   - type: The object identifier of the attribute, such as the identifier of the common name.
    ///   - text: The text of the attribute value.
    public init(_ type: OID, _ text: String) {
      let isIA5 = type == .emailAddress || type == .domainComponent
      if isIA5, let ascii = try? Text(text, as: .ia5) {
        self.init(type, .text(ascii))
      } else {
        self.init(type, .text(Text(text)))
      }
    }

    /// The text of the attribute, or `nil` if the value is not a text.
    public var text: Text? {
      if case .text(let text) = value { text } else { nil }
    }

    init(_ type: OID, _ value: ASN1.Element, in der: Span<UInt8>) throws(ASN1Error) {
      self.type = type
      self.value =
        ASN1.Text.Kind(value.tag) == nil
        ? .other(der.extracting(value.range).copy()) : .text(try Text(value, in: der))
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence { attribute in
        attribute.writeOID(type)
        switch value {
        case .text(let text): text.write(to: &attribute)
        case .other(let der): attribute.writeRaw(der)
        }
      }
    }

    var der: [UInt8] {
      var writer = DERWriter()
      write(to: &writer)
      return writer.bytes
    }
  }
}
