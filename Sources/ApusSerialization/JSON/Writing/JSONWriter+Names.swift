/// Names that have been written, with their quotation marks.
extension JSONWriter {
  /// Writes the start of a member and puts it on the list: whether its name may be there already.
  ///
  /// A call by itself, because each use of what a class holds is checked against every other.
  @inline(never)
  mutating func beginMember(_ name: String, in frame: inout Frame, depth: Int) -> Bool {
    precondition(activeDepth == depth, "a value inside is still being encoded")
    let separator = bytes.count
    writeSeparator(isFirst: frame.count == 0, depth: depth &+ 1)
    let start = bytes.count
    write(name)
    let nameEnd = bytes.count
    writeColon()
    members.append(Member(separator: separator, start: start, nameEnd: nameEnd))
    frame.count &+= 1
    let bit = trace(of: start..<nameEnd)
    let mayRepeat = frame.traces & bit != 0
    frame.traces |= bit
    return mayRepeat || frame.isIndexed
  }

  /// Writes the start of an element.
  @inline(never)
  mutating func beginElement(in frame: inout Frame, depth: Int) {
    precondition(activeDepth == depth, "a value inside is still being encoded")
    writeSeparator(isFirst: frame.count == 0, depth: depth &+ 1)
    frame.count &+= 1
  }

  /// One bit of 64 that depends on nothing but the name.
  func trace(of name: Range<Int>) -> UInt64 {
    let first = Int(bytes[name.lowerBound &+ 1])
    let middle = Int(bytes[name.lowerBound &+ name.count &>> 1])
    let last = Int(bytes[name.upperBound &- 2])
    return 1 &<< UInt64((name.count &* 7 &+ first &+ last &* 5 &+ middle &* 11) & 63)
  }

  /// A hash of the name.
  func hash(of name: Range<Int>) -> UInt32 { NameIndex.hash(bytes.span.extracting(name)) }

  /// Whether two names are the same.
  func areSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    bytes.span.extracting(one).isEqual(to: bytes.span.extracting(other))
  }

  /// The name that was written.
  func name(_ range: Range<Int>) -> String {
    JSONEscapes.text(bytes.span.extracting(range.lowerBound + 1..<range.upperBound - 1))
  }
}
