extension ASN1 {
  /// The tag of a DER value: its class, its form and its number.
  ///
  /// The first octet of a tag contains the class in two bits, the form in one bit, and the number
  /// in five bits. A number from 31 to `numberLimit` follows in base 128. PKIX itself does not use
  /// numbers above 30, but an unknown extension can.
  ///
  /// X.690 section 8.1.2.
  public struct Tag: Hashable, Sendable {
    /// The class of an ASN.1 tag, which is the scope of the tag's number.
    public enum Class: UInt8, Sendable, CaseIterable {
      case universal, application, context, `private`
    }

    /// The class and the form of the ASN.1 tag in the three highest bits, and the tag number in the
    /// other bits.
    @usableFromInline let bits: UInt32

    /// The maximum number of an ASN.1 tag that the reader accepts. Four octets of seven bits can
    /// hold the number.
    public static let numberLimit: UInt32 = 1 << 28 - 1

    /// Creates an ASN.1 tag from an identifier of one octet. The low five bits of the octet must
    /// not all be ones.
    @inlinable @inline(__always)
    init(octet: UInt8) {
      bits = UInt32(octet & 0xe0) << 24 | UInt32(octet & 0x1f)
    }

    /// Creates an ASN.1 tag of any class, form and number.
    @inlinable
    public init(_ class: Class, _ number: UInt32, isConstructed: Bool = false) {
      precondition(number <= Tag.numberLimit, "the tag number is too large")
      bits = UInt32(`class`.rawValue) << 30 | (isConstructed ? 1 << 29 : 0) | number
    }

    /// Returns the context-specific tag `[number]`, primitive or constructed.
    @inlinable
    public static func context(_ number: UInt32, isConstructed: Bool = false) -> Tag {
      Tag(.context, number, isConstructed: isConstructed)
    }

    /// The number of the ASN.1 tag within its class.
    @inlinable
    public var number: UInt32 { bits & Tag.numberLimit }

    /// A Boolean value that indicates whether the content of a value with the tag consists of other
    /// DER values.
    @inlinable
    public var isConstructed: Bool { bits & 1 << 29 != 0 }

    /// A Boolean value that indicates whether the tag number does not fit into the first octet.
    @inlinable
    var isHigh: Bool { number >= 31 }

    /// The first octet of the tag's identifier.
    var octet: UInt8 {
      UInt8(truncatingIfNeeded: bits >> 24 & 0xe0) | UInt8(truncatingIfNeeded: min(number, 31))
    }

    /// The class of the ASN.1 tag.
    public var `class`: Class {
      switch bits >> 30 {
      case 0: .universal
      case 1: .application
      case 2: .context
      default: .private
      }
    }
  }
}

/// The universal tags that PKIX uses.
///
/// X.680 section 8.4.
extension ASN1.Tag {
  /// The tag of BOOLEAN, which is false or true.
  @inlinable public static var boolean: ASN1.Tag { ASN1.Tag(octet: 0x01) }
  /// The tag of INTEGER, which is an integer of any size.
  @inlinable public static var integer: ASN1.Tag { ASN1.Tag(octet: 0x02) }
  /// The tag of BIT STRING, which is any number of bits.
  @inlinable public static var bitString: ASN1.Tag { ASN1.Tag(octet: 0x03) }
  /// The tag of OCTET STRING, which is any number of bytes.
  @inlinable public static var octetString: ASN1.Tag { ASN1.Tag(octet: 0x04) }
  /// The tag of NULL, which is a value without content.
  @inlinable public static var null: ASN1.Tag { ASN1.Tag(octet: 0x05) }
  /// The tag of OBJECT IDENTIFIER, which is a globally unique name.
  @inlinable public static var objectIdentifier: ASN1.Tag { ASN1.Tag(octet: 0x06) }
  /// The tag of ENUMERATED, which is a number from a defined list.
  @inlinable public static var enumerated: ASN1.Tag { ASN1.Tag(octet: 0x0a) }
  /// The tag of UTF8String, which is Unicode text.
  @inlinable public static var utf8String: ASN1.Tag { ASN1.Tag(octet: 0x0c) }
  /// The tag of NumericString, which consists of digits and spaces.
  @inlinable public static var numericString: ASN1.Tag { ASN1.Tag(octet: 0x12) }
  /// The tag of PrintableString, which consists of letters, digits and some punctuation marks.
  @inlinable public static var printableString: ASN1.Tag { ASN1.Tag(octet: 0x13) }
  /// The tag of TeletexString, formerly T61String, which is eight-bit text.
  @inlinable public static var teletexString: ASN1.Tag { ASN1.Tag(octet: 0x14) }
  /// The tag of IA5String, which is ASCII including control characters.
  @inlinable public static var ia5String: ASN1.Tag { ASN1.Tag(octet: 0x16) }
  /// The tag of UTCTime, which is a time with a year of two digits.
  @inlinable public static var utcTime: ASN1.Tag { ASN1.Tag(octet: 0x17) }
  /// The tag of GeneralizedTime, which is a time with a year of four digits.
  @inlinable public static var generalizedTime: ASN1.Tag { ASN1.Tag(octet: 0x18) }
  /// The tag of VisibleString, which is ASCII without control characters.
  @inlinable public static var visibleString: ASN1.Tag { ASN1.Tag(octet: 0x1a) }
  /// The tag of UniversalString, which is Unicode text with four bytes for each character.
  @inlinable public static var universalString: ASN1.Tag { ASN1.Tag(octet: 0x1c) }
  /// The tag of BMPString, which is text of Unicode's first plane with two bytes for each
  /// character.
  @inlinable public static var bmpString: ASN1.Tag { ASN1.Tag(octet: 0x1e) }
  /// The tag of SEQUENCE and SEQUENCE OF, which are ordered lists of values.
  @inlinable public static var sequence: ASN1.Tag { ASN1.Tag(octet: 0x30) }
  /// The tag of SET and SET OF, which are unordered lists of values.
  @inlinable public static var set: ASN1.Tag { ASN1.Tag(octet: 0x31) }
}

extension ASN1.Tag: CustomStringConvertible {
  /// The tag in ASN.1 notation, such as `SEQUENCE`, `[0]` or `[APPLICATION 3]`. The text includes
  /// the form of the tag if the name does not imply the form.
  public var description: String {
    if `class` == .universal, isConstructed == (number == 16 || number == 17) { return name }
    return isConstructed ? "constructed \(name)" : "primitive \(name)"
  }

  /// The tag in ASN.1 notation, without the form of the tag.
  public var name: String {
    switch `class` {
    case .universal: universalName ?? "[UNIVERSAL \(number)]"
    case .application: "[APPLICATION \(number)]"
    case .context: "[\(number)]"
    case .private: "[PRIVATE \(number)]"
    }
  }

  var universalName: String? {
    switch number {
    case 1: "BOOLEAN"
    case 2: "INTEGER"
    case 3: "BIT STRING"
    case 4: "OCTET STRING"
    case 5: "NULL"
    case 6: "OBJECT IDENTIFIER"
    case 7: "ObjectDescriptor"
    case 8: "EXTERNAL"
    case 9: "REAL"
    case 10: "ENUMERATED"
    case 11: "EMBEDDED PDV"
    case 12: "UTF8String"
    case 13: "RELATIVE-OID"
    case 16: "SEQUENCE"
    case 17: "SET"
    case 18: "NumericString"
    case 19: "PrintableString"
    case 20: "TeletexString"
    case 21: "VideotexString"
    case 22: "IA5String"
    case 23: "UTCTime"
    case 24: "GeneralizedTime"
    case 25: "GraphicString"
    case 26: "VisibleString"
    case 27: "GeneralString"
    case 28: "UniversalString"
    case 30: "BMPString"
    default: nil
    }
  }
}
