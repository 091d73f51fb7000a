internal import ApusASN1
internal import ApusBytes

/// The comparison of distinguished names whose encodings can differ.
///
/// RFC 5280 section 7.1 requires the comparison for PrintableString and UTF8String. Apus applies
/// the following rules. ASCII letters are compared without case. Spaces at either end are ignored,
/// and several spaces between words count as one space. Bytes beyond ASCII must be equal, because
/// Unicode's case folding differs between versions. An attacker could exploit two programs that
/// fold the same characters differently. An IA5String is folded in the same way, which mail
/// addresses and domain components require. Other string types are compared as bytes.
extension X509.Name {
  /// Returns a Boolean value that indicates whether two names have equal relative distinguished
  /// names. The attributes of a relative distinguished name can be in any order.
  ///
  /// - Parameter other: The distinguished name to compare with.
  public func matches(_ other: X509.Name) -> Bool {
    self == other || steps.count == other.steps.count && isPrefix(of: other)
  }

  /// Returns a Boolean value that indicates whether another distinguished name is equal to the name
  /// or is below it.
  ///
  /// RFC 5280 section 4.2.1.10.
  ///
  /// - Parameter other: The distinguished name that may be longer.
  public func isPrefix(of other: X509.Name) -> Bool {
    steps.count <= other.steps.count
      && zip(steps, other.steps).allSatisfy { $0.matches($1) }
  }
}

extension X509.RelativeName {
  /// Returns a Boolean value that indicates whether two relative distinguished names have the same
  /// attributes, in any order.
  ///
  /// - Parameter other: The relative distinguished name to compare with.
  public func matches(_ other: X509.RelativeName) -> Bool {
    guard attributes.count == other.attributes.count else { return false }
    guard attributes.count > 1 else { return attributes[0].matches(other.attributes[0]) }
    // Each attribute matches at most one attribute of the other name. Two equal attributes
    // therefore need two equal attributes in the other name. Each relative distinguished name has
    // at most 32 attributes.
    var rest = other.attributes
    return attributes.allSatisfy { attribute in
      guard let index = rest.firstIndex(where: { attribute.matches($0) }) else { return false }
      rest.remove(at: index)
      return true
    }
  }
}

extension X509.Attribute {
  /// Returns a Boolean value that indicates whether the types and the values of two attributes are
  /// equal. Text values may differ in case and spaces.
  ///
  /// - Parameter other: The attribute to compare with.
  public func matches(_ other: X509.Attribute) -> Bool {
    guard type == other.type else { return false }
    guard let text, let otherText = other.text else { return value == other.value }
    return text.matches(otherText)
  }
}

extension X509.Text {
  /// Returns a Boolean value that indicates whether two texts are equal except for case and spaces.
  ///
  /// - Parameter other: The text to compare with.
  public func matches(_ other: X509.Text) -> Bool {
    if self == other { return true }
    guard Self.isFolded(kind), Self.isFolded(other.kind) else { return false }
    return folded == other.folded
  }

  /// The content of the text in the normalized form for comparisons.
  var folded: [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(content.count)
    Self.fold(content.indices, in: content.span) { folded.append($0) }
    return folded
  }

  /// Passes ASCII characters in lower case to a closure, without spaces at the ends and with one
  /// space instead of several.
  @inline(__always)
  static func fold(_ content: Range<Int>, in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
    var isStarted = false
    var hasSpace = false
    for index in content {
      let byte = bytes[index]
      guard byte != 0x20 else {
        hasSpace = true
        continue
      }
      if hasSpace, isStarted { body(0x20) }
      isStarted = true
      hasSpace = false
      body(ASCII.lowercased(byte))
    }
  }

  /// Returns a Boolean value that indicates whether texts of a string type are normalized for
  /// comparisons.
  static func isFolded(_ kind: ASN1.Text.Kind) -> Bool {
    switch kind {
    case .printable, .utf8, .ia5: true
    case .numeric, .visible, .bmp, .universal, .teletex: false
    }
  }
}
