internal import ApusASN1
internal import ApusBytes

extension X509.Name: CustomStringConvertible {
  /// The name in one line, from the root downward: `C=SE, O=Example, CN=www.example.org`.
  public var description: String {
    steps.map(\.description).joined(separator: ", ")
  }

  /// The name as a string of LDAP, which begins with the last step: `CN=www,O=Example,C=SE`.
  ///
  ///     distinguishedName = [ relativeDistinguishedName
  ///         *( COMMA relativeDistinguishedName ) ]
  ///
  /// RFC 4514 section 3.
  public var ldapString: String {
    steps.reversed().map(\.ldapString).joined(separator: ",")
  }
}

extension X509.RelativeName: CustomStringConvertible {
  public var description: String {
    attributes.map(\.description).joined(separator: " + ")
  }

  /// The attributes with `+` between them.
  ///
  /// RFC 4514 section 2.2.
  public var ldapString: String {
    attributes.map(\.ldapString).joined(separator: "+")
  }
}

extension X509.Attribute: CustomStringConvertible {
  /// The attribute as people read it: the short name of its type, and the value.
  public var description: String {
    let key = shortName ?? type.name ?? type.description
    switch value {
    case .text(let text): return "\(key)=\(text)"
    case .other(let der): return "\(key)=#\(Hex.encode(der))"
    }
  }

  /// The attribute in the form of LDAP.
  ///
  ///     attributeTypeAndValue = attributeType EQUALS attributeValue
  ///     attributeType = descr / numericoid
  ///     attributeValue = string / hexstring
  ///
  /// RFC 4514 section 2.4: what has no short name there is numbers and hexadecimal DER.
  public var ldapString: String {
    guard case .text(let text) = value, let shortName else {
      var writer = DERWriter()
      if case .text(let text) = value { text.write(to: &writer) }
      if case .other(let der) = value { writer.writeRaw(der) }
      return "\(shortName ?? type.description)=#\(Hex.encode(writer.bytes))"
    }
    return "\(shortName)=\(Self.escaped(text.string))"
  }

  /// The short names of RFC 4514 section 3, and two that every tool shows.
  private var shortName: String? {
    switch type {
    case .commonName: "CN"
    case .localityName: "L"
    case .stateOrProvinceName: "ST"
    case .organizationName: "O"
    case .organizationalUnitName: "OU"
    case .countryName: "C"
    case .streetAddress: "STREET"
    case .domainComponent: "DC"
    case .userID: "UID"
    default: nil
    }
  }

  /// A value whose special characters have a backslash in front, and whose controls are in
  /// hexadecimal.
  ///
  /// RFC 4514 section 2.4.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let isAtEdge = index == 0 || index == text.unicodeScalars.count - 1
      switch scalar {
      case "\"", "+", ",", ";", "<", ">", "\\": escaped += "\\\(scalar)"
      case " " where isAtEdge: escaped += "\\ "
      case "#" where index == 0: escaped += "\\#"
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{200b}"..."\u{200f}",
        "\u{2028}"..."\u{202e}", "\u{2066}"..."\u{2069}", "\u{feff}":
        for byte in Array(String(scalar).utf8) { escaped += "\\\(Hex.encode(byte))" }
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
