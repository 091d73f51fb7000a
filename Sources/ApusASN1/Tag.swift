extension ASN1 {
  /// The tag of a value: class, form and number.
  ///
  /// The first octet contains the class in two bits, the form in one, and the number in five. A
  /// number from 31 to `numberLimit` follows in base 128; PKIX itself uses none, but an unknown
  /// extension can.
  ///
  /// X.690 section 8.1.2.
  public struct Tag: Hashable, Sendable {
    /// The class of a tag: the scope of its number.
    public enum Class: UInt8, Sendable, CaseIterable {
      case universal, application, context, `private`
    }

    /// Class and form in the three highest bits, as in the first octet, and the number below.
    @usableFromInline let bits: UInt32

    /// The largest number that is read, the most that four octets of seven bits can hold.
    public static let numberLimit: UInt32 = 1 << 28 - 1

    /// Creates the tag of an identifier of one octet, whose low five bits are not all ones.
    @inlinable @inline(__always)
    init(octet: UInt8) {
      bits = UInt32(octet & 0xe0) << 24 | UInt32(octet & 0x1f)
    }

    /// Creates a tag of any class, form and number.
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

    /// The number within the class.
    @inlinable
    public var number: UInt32 { bits & Tag.numberLimit }

    /// A Boolean value that indicates whether the value consists of further values.
    @inlinable
    public var isConstructed: Bool { bits & 1 << 29 != 0 }

    /// A Boolean value that indicates whether the number is too large for the first octet.
    @inlinable
    var isHigh: Bool { number >= 31 }

    /// The first octet of the identifier.
    var octet: UInt8 {
      UInt8(truncatingIfNeeded: bits >> 24 & 0xe0) | UInt8(truncatingIfNeeded: min(number, 31))
    }

    /// The class of the tag.
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
  /// BOOLEAN: false or true.
  @inlinable public static var boolean: ASN1.Tag { ASN1.Tag(octet: 0x01) }
  /// INTEGER: a whole number of any size.
  @inlinable public static var integer: ASN1.Tag { ASN1.Tag(octet: 0x02) }
  /// BIT STRING: any number of bits.
  @inlinable public static var bitString: ASN1.Tag { ASN1.Tag(octet: 0x03) }
  /// OCTET STRING: any number of bytes.
  @inlinable public static var octetString: ASN1.Tag { ASN1.Tag(octet: 0x04) }
  /// NULL: a value without content.
  @inlinable public static var null: ASN1.Tag { ASN1.Tag(octet: 0x05) }
  /// OBJECT IDENTIFIER: a globally unique name.
  @inlinable public static var objectIdentifier: ASN1.Tag { ASN1.Tag(octet: 0x06) }
  /// ENUMERATED: one of a list of numbers.
  @inlinable public static var enumerated: ASN1.Tag { ASN1.Tag(octet: 0x0a) }
  /// UTF8String: Unicode text.
  @inlinable public static var utf8String: ASN1.Tag { ASN1.Tag(octet: 0x0c) }
  /// NumericString: digits and spaces.
  @inlinable public static var numericString: ASN1.Tag { ASN1.Tag(octet: 0x12) }
  /// PrintableString: letters, digits and a little punctuation.
  @inlinable public static var printableString: ASN1.Tag { ASN1.Tag(octet: 0x13) }
  /// TeletexString, of old T61String: eight-bit text.
  @inlinable public static var teletexString: ASN1.Tag { ASN1.Tag(octet: 0x14) }
  /// IA5String: ASCII with its controls.
  @inlinable public static var ia5String: ASN1.Tag { ASN1.Tag(octet: 0x16) }
  /// UTCTime: a time whose year has two digits.
  @inlinable public static var utcTime: ASN1.Tag { ASN1.Tag(octet: 0x17) }
  /// GeneralizedTime: a time whose year has four digits.
  @inlinable public static var generalizedTime: ASN1.Tag { ASN1.Tag(octet: 0x18) }
  /// VisibleString: ASCII without controls.
  @inlinable public static var visibleString: ASN1.Tag { ASN1.Tag(octet: 0x1a) }
  /// UniversalString: Unicode text, four bytes each.
  @inlinable public static var universalString: ASN1.Tag { ASN1.Tag(octet: 0x1c) }
  /// BMPString: text of Unicode's first plane, two bytes each.
  @inlinable public static var bmpString: ASN1.Tag { ASN1.Tag(octet: 0x1e) }
  /// SEQUENCE and SEQUENCE OF: an ordered list of values.
  @inlinable public static var sequence: ASN1.Tag { ASN1.Tag(octet: 0x30) }
  /// SET and SET OF: an unordered list of values.
  @inlinable public static var set: ASN1.Tag { ASN1.Tag(octet: 0x31) }
}

extension ASN1.Tag: CustomStringConvertible {
  /// The tag as an ASN.1 module writes it, `SEQUENCE`, `[0]` or `[APPLICATION 3]`, and the form if
  /// the name does not imply it.
  public var description: String {
    if `class` == .universal, isConstructed == (number == 16 || number == 17) { return name }
    return isConstructed ? "constructed \(name)" : "primitive \(name)"
  }

  /// The tag as an ASN.1 module writes it, without the form.
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
