internal import ApusASN1
internal import ApusBytes

/// Comparison of names that can have different encodings.
///
/// RFC 5280 section 7.1 requires it for PrintableString and UTF8String. Of its rules, these are
/// applied: ASCII letters are compared without case, spaces at either end are ignored, and several
/// between words are one. Bytes beyond ASCII must be equal: Unicode's case folding differs between
/// versions, and an attacker could exploit two programs that disagree about it. IA5String is folded
/// in the same way, which mail addresses and domain components require; other types are compared as
/// bytes.
extension X509.Name {
  /// Returns whether both names have the same steps, each with the same attributes in any order.
  ///
  /// - Parameter other: The name to compare with.
  public func matches(_ other: X509.Name) -> Bool {
    self == other || steps.count == other.steps.count && isPrefix(of: other)
  }

  /// Returns whether the other name is in the subtree below this one, or is the same.
  ///
  /// RFC 5280 section 4.2.1.10.
  ///
  /// - Parameter other: The longer name.
  public func isPrefix(of other: X509.Name) -> Bool {
    steps.count <= other.steps.count
      && zip(steps, other.steps).allSatisfy { $0.matches($1) }
  }
}

extension X509.RelativeName {
  /// Returns whether both steps have the same attributes, in any order.
  ///
  /// - Parameter other: The step to compare with.
  public func matches(_ other: X509.RelativeName) -> Bool {
    guard attributes.count == other.attributes.count else { return false }
    guard attributes.count > 1 else { return attributes[0].matches(other.attributes[0]) }
    // Each attribute is matched once, so two equal ones need two. There are at most 32 on either
    // side.
    var rest = other.attributes
    return attributes.allSatisfy { attribute in
      guard let index = rest.firstIndex(where: { attribute.matches($0) }) else { return false }
      rest.remove(at: index)
      return true
    }
  }
}

extension X509.Attribute {
  /// Returns whether type and value are equal; texts may differ in case and spaces.
  ///
  /// - Parameter other: The attribute to compare with.
  public func matches(_ other: X509.Attribute) -> Bool {
    guard type == other.type else { return false }
    guard let text, let otherText = other.text else { return value == other.value }
    return text.matches(otherText)
  }
}

extension X509.Text {
  /// Returns whether two texts are equal except for case and spaces.
  ///
  /// - Parameter other: The text to compare with.
  public func matches(_ other: X509.Text) -> Bool {
    if self == other { return true }
    guard Self.isFolded(kind), Self.isFolded(other.kind) else { return false }
    return folded == other.folded
  }

  /// The content in its normalized form.
  var folded: [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(content.count)
    Self.fold(content.indices, in: content.span) { folded.append($0) }
    return folded
  }

  /// Passes ASCII in lower case to a closure, without spaces at the ends, and with one space
  /// instead of several.
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

  /// Returns a Boolean value that indicates whether text of a type is compared in this way.
  static func isFolded(_ kind: ASN1.Text.Kind) -> Bool {
    switch kind {
    case .printable, .utf8, .ia5: true
    case .numeric, .visible, .bmp, .universal, .teletex: false
    }
  }
}
