internal import ApusASN1
internal import ApusBytes

extension X509.Name: CustomStringConvertible {
  /// The distinguished name in one line, from the root downward, such as `C=SE, O=Example,
  /// CN=www.example.org`.
  ///
  /// Values are escaped as in RFC 4514 section 2.4, so that a value cannot look like another
  /// attribute. The description of a name is limited to `X509.shownCharacterLimit` characters.
  public var description: String {
    var line = BriefLine()
    write { piece in
      line.append(piece)
      return !line.isFull
    }
    return line.text
  }

  /// The distinguished name in one line of any length, in the form of `description`.
  public var line: String {
    var line = ""
    write { piece in
      line += piece
      return true
    }
    return line
  }

  /// Passes the text of the distinguished name in parts to a closure, until the closure returns
  /// `false`.
  private func write(_ take: (String) -> Bool) {
    for (index, step) in steps.enumerated() {
      guard index == 0 || take(", "), step.write(take) else { return }
    }
  }

  /// The distinguished name as an LDAP string, which begins with the most specific part, such as
  /// `CN=www,O=Example,C=SE`.
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
    var line = BriefLine()
    _ = write { piece in
      line.append(piece)
      return !line.isFull
    }
    return line.text
  }

  fileprivate func write(_ take: (String) -> Bool) -> Bool {
    for (index, attribute) in attributes.enumerated() {
      guard index == 0 || take(" + "), attribute.write(take) else { return false }
    }
    return true
  }

  /// The attributes of the relative distinguished name, separated by `+`.
  ///
  /// RFC 4514 section 2.2.
  public var ldapString: String {
    attributes.map(\.ldapString).joined(separator: "+")
  }
}

extension X509.Attribute: CustomStringConvertible {
  /// The attribute in readable form, limited to `X509.shownCharacterLimit` characters.
  ///
  /// The text has the short name of the attribute type, and the value with the escapes of RFC 4514
  /// section 2.4.
  public var description: String {
    var line = BriefLine()
    _ = write { piece in
      line.append(piece)
      return !line.isFull
    }
    return line.text
  }

  fileprivate func write(_ take: (String) -> Bool) -> Bool {
    guard take("\(shortName ?? type.name ?? type.description)=") else { return false }
    switch value {
    case .text(let text): return Self.escape(text.string, take)
    case .other(let der):
      guard take("#") else { return false }
      return der.allSatisfy { take(Hex.encode($0)) }
    }
  }

  /// The attribute in the form of an LDAP string.
  ///
  ///     attributeTypeAndValue = attributeType EQUALS attributeValue
  ///     attributeType = descr / numericoid
  ///     attributeValue = string / hexstring
  ///
  /// RFC 4514 section 2.4: an attribute without a short name is shown as numbers and hexadecimal
  /// DER.
  public var ldapString: String {
    guard case .text(let text) = value, let shortName else {
      var writer = DERWriter()
      if case .text(let text) = value { text.write(to: &writer) }
      if case .other(let der) = value { writer.writeRaw(der) }
      return "\(shortName ?? type.description)=#\(Hex.encode(writer.bytes))"
    }
    return "\(shortName)=\(Self.escaped(text.string))"
  }

  /// The short name of the attribute type from RFC 4514 section 3, or one of two additional short
  /// names in common use.
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

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    _ = escape(text) { piece in
      escaped += piece
      return true
    }
    return escaped
  }

  /// Passes an attribute value in parts to a closure. A backslash precedes each special character.
  /// Control characters, bidirectional marks and invisible characters are written in hexadecimal
  /// digits.
  ///
  /// RFC 4514 section 2.4.
  private static func escape(_ text: String, _ take: (String) -> Bool) -> Bool {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index != scalars.endIndex {
      let scalar = scalars[index]
      let isFirst = index == scalars.startIndex
      index = scalars.index(after: index)
      let isAtEdge = isFirst || index == scalars.endIndex
      guard take(escaped(scalar, isFirst: isFirst, isAtEdge: isAtEdge)) else { return false }
    }
    return true
  }

  private static func escaped(
    _ scalar: Unicode.Scalar, isFirst: Bool, isAtEdge: Bool
  ) -> String {
    switch scalar {
    case "\"", "+", ",", ";", "<", ">", "\\": return "\\\(scalar)"
    case " " where isAtEdge: return "\\ "
    case "#" where isFirst: return "\\#"
    case " "..."~": return String(scalar)
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return Array(String(scalar).utf8).map { "\\\(Hex.encode($0))" }.joined()
    default: return String(scalar)
    }
  }
}
