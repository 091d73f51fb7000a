internal import ApusASN1
internal import ApusBytes

/// Whether two names name the same, though they may be written differently.
///
/// RFC 5280 section 7.1 asks for this of PrintableString and UTF8String. Of its rules these are
/// applied: letters of ASCII are compared without case, spaces at either end do not count, and
/// several between words are one. Bytes beyond ASCII must be the same: what Unicode folds into one
/// another changes with its versions, and two programs that disagree on it could be played off
/// against each other. IA5String is folded alike, which mail addresses and domain components ask
/// for; other types are compared as bytes.
extension X509.Name {
  /// Returns whether both names have the same steps, each with the same attributes in any order.
  public func matches(_ other: X509.Name) -> Bool {
    self == other || steps.count == other.steps.count && isPrefix(of: other)
  }

  /// Returns whether the other name lies in the subtree below this one, or is the same.
  ///
  /// RFC 5280 section 4.2.1.10.
  public func isPrefix(of other: X509.Name) -> Bool {
    steps.count <= other.steps.count
      && zip(steps, other.steps).allSatisfy { $0.matches($1) }
  }
}

extension X509.RelativeName {
  /// Returns whether both steps have the same attributes, in any order.
  public func matches(_ other: X509.RelativeName) -> Bool {
    guard attributes.count == other.attributes.count else { return false }
    guard attributes.count > 1 else { return attributes[0].matches(other.attributes[0]) }
    // Each is used up once, so that two equal ones need two. At most 32 on either side.
    var rest = other.attributes
    return attributes.allSatisfy { attribute in
      guard let index = rest.firstIndex(where: { attribute.matches($0) }) else { return false }
      rest.remove(at: index)
      return true
    }
  }
}

extension X509.Attribute {
  /// Returns whether type and value are the same, where texts may differ in case and spaces.
  public func matches(_ other: X509.Attribute) -> Bool {
    guard type == other.type else { return false }
    guard let text, let otherText = other.text else { return value == other.value }
    return text.matches(otherText)
  }
}

extension X509.Text {
  /// Returns whether two texts are the same except for case and spaces.
  public func matches(_ other: X509.Text) -> Bool {
    if self == other { return true }
    guard Self.isFolded(kind), Self.isFolded(other.kind) else { return false }
    return folded == other.folded
  }

  /// The content as it is compared.
  var folded: [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(content.count)
    Self.fold(content.indices, in: content.span) { folded.append($0) }
    return folded
  }

  /// Lends ASCII in lower case, no spaces at the ends, and one where there are several.
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

  /// Whether text of a type is compared so.
  static func isFolded(_ kind: ASN1.Text.Kind) -> Bool {
    switch kind {
    case .printable, .utf8, .ia5: true
    case .numeric, .visible, .bmp, .universal, .teletex: false
    }
  }
}
