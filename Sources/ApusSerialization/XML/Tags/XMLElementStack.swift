internal import ApusBytes

/// The stack of open elements, with the innermost element last.
struct XMLElementStack {
  private struct Element {
    let name: XML.Name
    /// The offset of the element's qualified name in `names`.
    let start: Int
    let mark: XMLNamespaces.Mark
  }

  private var elements: [Element] = []
  /// The concatenated qualified names of the open elements, in the first `nameEnd` bytes.
  private var names: [UInt8] = []
  private var nameEnd = 0
  /// A Boolean value that indicates whether the innermost element is an empty-element tag, such as
  /// `<br/>`.
  private var isEmptyElement = false

  /// The number of open XML elements.
  var count: Int { elements.count }

  /// Adds an element to the stack. The parameter `mark` contains the namespace declarations outside
  /// the element.
  @inline(__always)
  mutating func append(
    _ name: XML.Name, written: Span<UInt8>, _ mark: XMLNamespaces.Mark, isEmpty: Bool
  ) {
    elements.append(Element(name: name, start: nameEnd, mark: mark))
    let start = nameEnd
    let end = start &+ written.count
    if end > names.count { grow(to: end) }
    var room = names.mutableSpan
    var at = 0
    while at < written.count {
      room[start &+ at] = written[at]
      at &+= 1
    }
    nameEnd = end
    isEmptyElement = isEmpty
  }

  private mutating func grow(to count: Int) {
    names.append(contentsOf: repeatElement(0, count: max(count, 256)))
  }

  /// Ends the innermost element if the element is an empty-element tag.
  @inline(__always)
  mutating func takeEmpty(_ namespaces: inout XMLNamespaces) -> XML.Name? {
    guard isEmptyElement else { return nil }
    isEmptyElement = false
    return removeLast(&namespaces)
  }

  @inline(__always)
  private mutating func removeLast(_ namespaces: inout XMLNamespaces) -> XML.Name? {
    guard let element = elements.popLast() else { return nil }
    nameEnd = element.start
    namespaces.restore(element.mark)
    return element.name
  }

  /// Parses a complete end tag and ends the innermost element.
  ///
  ///     ETag ::= '</' Name S? '>'
  ///
  /// XML 1.0 section 3.1.
  @inline(__always)
  mutating func end(
    _ range: Range<Int>, in bytes: Span<UInt8>, _ limits: XML.Limits,
    _ namespaces: inout XMLNamespaces
  ) throws(XMLFault) -> XML.Name {
    let start = range.lowerBound &+ 2
    if !elements.isEmpty {
      let written = elements[elements.count &- 1].start
      let end = start &+ nameEnd &- written
      if end == range.upperBound &- 1, bytes[end] == 0x3e,
        names.span.extracting(written..<nameEnd).isEqual(to: bytes.extracting(start..<end)),
        let name = removeLast(&namespaces)
      {
        return name
      }
    }
    return try endUnusual(from: start, to: range.upperBound, in: bytes, limits, &namespaces)
  }

  /// Parses an end tag that contains white space or an error.
  private mutating func endUnusual(
    from start: Int, to end: Int, in bytes: Span<UInt8>, _ limits: XML.Limits,
    _ namespaces: inout XMLNamespaces
  ) throws(XMLFault) -> XML.Name {
    var cursor = Cursor(start..<end)
    let name = try XMLScannedName(in: bytes, from: start, to: end, limit: limits.nameByteCount)
    cursor.position = name.end
    _ = cursor.readWhile(in: bytes) { XMLCharacter.isSpace($0) }
    if let byte = cursor.peek(in: bytes), byte != 0x3e {
      throw XMLFault(.unexpectedByte(byte), at: cursor.position)
    }
    guard let element = elements.last else { throw XMLFault(.misplaced(.endTag), at: start - 2) }
    let expected = element.start..<nameEnd
    guard names.span.extracting(expected).isEqual(to: bytes.extracting(name.range)),
      let ended = removeLast(&namespaces)
    else {
      throw XMLFault(
        .mismatchedEndTag(
          expected: try XMLText.string(expected, in: names.span),
          found: try XMLText.string(name.range, in: bytes)), at: start)
    }
    return ended
  }
}
