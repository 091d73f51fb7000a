internal import ApusBytes

/// The elements that are open, innermost last.
struct XMLElementStack {
  private struct Element {
    let name: XML.Name
    /// Where its name begins in `names`, as it was written.
    let start: Int
    let mark: XMLNamespaces.Mark
  }

  private var elements: [Element] = []
  private var names: [UInt8] = []
  /// Whether the innermost has ended in its own start tag.
  private var isEmptyElement = false

  /// How many are open.
  var count: Int { elements.count }

  /// Adds an element; `mark` is what was in force before it.
  @inline(__always)
  mutating func append(
    _ name: XML.Name, written: Span<UInt8>, _ mark: XMLNamespaces.Mark, isEmpty: Bool
  ) {
    elements.append(Element(name: name, start: names.count, mark: mark))
    names.append(written)
    isEmptyElement = isEmpty
  }

  /// Ends the innermost if it is empty.
  @inline(__always)
  mutating func takeEmpty(_ namespaces: inout XMLNamespaces) -> XML.Name? {
    guard isEmptyElement else { return nil }
    isEmptyElement = false
    return removeLast(&namespaces)
  }

  @inline(__always)
  private mutating func removeLast(_ namespaces: inout XMLNamespaces) -> XML.Name? {
    guard let element = elements.popLast() else { return nil }
    names.removeLast(names.count &- element.start)
    namespaces.restore(element.mark)
    return element.name
  }

  /// Reads an end tag that is a whole token, and ends the innermost.
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
    if let start = elements.last?.start {
      let expected = names.count &- start
      let end = range.lowerBound &+ 2 &+ expected
      if end == range.upperBound &- 1, bytes[end] == 0x3e,
        names.span.extracting(start..<names.count)
          .isEqual(to: bytes.extracting(range.lowerBound &+ 2..<end)),
        let name = removeLast(&namespaces)
      {
        return name
      }
    }
    return try endUnusual(from: start, to: range.upperBound, in: bytes, limits, &namespaces)
  }

  /// Reads an end tag with white space, or with a fault.
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
    let expected = element.start..<names.count
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
