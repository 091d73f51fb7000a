extension ASN1.Tag: CustomStringConvertible {
  /// As a module writes it, `SEQUENCE`, `[0]` or `[APPLICATION 3]`, and the form if the name does
  /// not tell it.
  public var description: String {
    if `class` == .universal, isConstructed == (number == 16 || number == 17) { return name }
    return isConstructed ? "constructed \(name)" : "primitive \(name)"
  }

  /// As a module writes it, whatever the form.
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
