/// Reads field lines up to the empty line that ends them, going on where it stopped.
///
/// The caller hands over the message's bytes from its first on, with more at the end each time.
/// Only whole lines are parsed. While a line is not whole, just the bytes that came since are
/// looked at, so that a line costs linear time however it is cut: at most one look for its end
/// and one for its parts.
///
///     field-section = *( field-line CRLF )
///     field-line    = field-name ":" OWS field-value OWS
///     field-name    = 1*tchar
///     field-value   = *( HTAB / SP / VCHAR / obs-text )
///     obs-fold      = OWS CRLF RWS
///
/// RFC 9112 section 5.
struct FieldSection: Sendable {
  /// What a section is part of, and what follows from that.
  struct Rules: Sendable {
    var part: HTTP.ParseError.Part
    var allowsFolds: Bool
    var sizeLimit: Int
    var sizeLimitName: HTTP.LimitName
  }

  private(set) var lines: [FieldLine] = []
  private(set) var known: KnownFields = []
  private(set) var hasFolds = false
  /// Where the bytes handed over lie in the message, for the offsets of errors.
  var base = 0
  /// Where the section began, and where the line being read begins.
  private var start = 0
  private(set) var position = 0
  /// No line end lies between `position` and here.
  private var searched = 0

  /// Forgets what was read and starts a new section at an offset.
  mutating func reset(at offset: Int) {
    lines.removeAll(keepingCapacity: true)
    known = []
    hasFolds = false
    start = offset
    position = offset
    searched = offset
  }

  /// Whether the section's end was reached; `position` is then the first byte after it.
  mutating func read(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Bool {
    if searched > position, !(try findLineEnd(bytes, rules, limits)) { return false }
    while position < bytes.count {
      if bytes[position] == 0x0d {
        guard position &+ 1 < bytes.count else { return false }
        guard bytes[position &+ 1] == 0x0a else {
          throw .strayLineEnd(rules.part, at: base &+ position)
        }
        position &+= 2
        return true
      }
      guard try readLine(bytes, rules, limits) else {
        _ = try findLineEnd(bytes, rules, limits)
        return false
      }
    }
    return false
  }

  /// The section's fields, once it is whole, in a copy of the bytes in which they were read.
  func fields(of bytes: Span<UInt8>) -> HTTP.Fields {
    guard !lines.isEmpty else { return HTTP.Fields() }
    var fields = HTTP.Fields(
      storage: bytes.extracting(0..<position).copy(), lines: lines.map { $0 })
    if hasFolds { fields.unfold() }
    return fields
  }

  /// Reads one line if all of it is there, with the byte after it, which tells a fold.
  private mutating func readLine(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Bool {
    let count = bytes.count
    let nameEnd = HTTP.endOfToken(bytes, from: position, to: count)
    guard nameEnd < count else { return false }
    guard bytes[nameEnd] == 0x3a, nameEnd > position else {
      throw misplacedInName(bytes[nameEnd], at: nameEnd, rules)
    }
    var from = nameEnd &+ 1
    while from < count, isSpace(bytes[from]) { from &+= 1 }
    var end = ByteScan.firstControl(in: bytes, from: from, to: count)
    var notes: FieldLine.Notes = []
    while true {
      guard end &+ 2 < count else { return false }
      guard bytes[end] == 0x0d, bytes[end &+ 1] == 0x0a else {
        throw misplacedInValue(bytes[end], at: end, rules)
      }
      guard isSpace(bytes[end &+ 2]) else { break }
      guard rules.allowsFolds else { throw .obsoleteFold(at: base &+ end) }
      notes.insert(.folded)
      end = ByteScan.firstControl(in: bytes, from: end &+ 3, to: count)
    }
    try check(lineEnd: end &+ 2, rules, limits)
    // A fold at either end of a value is white space around it.
    var valueEnd = end
    while valueEnd > from, isSpaceOrFold(bytes[valueEnd &- 1]) { valueEnd &-= 1 }
    while from < valueEnd, isSpaceOrFold(bytes[from]) { from &+= 1 }
    let line = FieldLine(name: position..<nameEnd, value: from..<valueEnd, notes: notes)
    known.note(bytes, name: position..<nameEnd)
    hasFolds = hasFolds || notes.contains(.folded)
    lines.append(line)
    position = end &+ 2
    searched = position
    return true
  }

  /// Looks for the line's end among the bytes that have not been looked at yet.
  ///
  /// True says that the parser should look again: at a whole line, or at what is wrong with it.
  private mutating func findLineEnd(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Bool {
    let count = bytes.count
    while true {
      searched = ByteScan.firstControl(in: bytes, from: searched, to: count)
      guard searched &+ 2 < count else { break }
      guard bytes[searched] == 0x0d, bytes[searched &+ 1] == 0x0a, isSpace(bytes[searched &+ 2])
      else { return true }
      searched &+= 3
    }
    try check(lineEnd: count, rules, limits)
    if searched < count, bytes[searched] != 0x0d {
      throw misplacedInValue(bytes[searched], at: searched, rules)
    }
    if searched &+ 1 < count, bytes[searched &+ 1] != 0x0a {
      throw .strayLineEnd(rules.part, at: base &+ searched)
    }
    return false
  }

  private func check(
    lineEnd: Int, _ rules: Rules, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) {
    if lineEnd &- position > limits.fieldLine {
      throw .limitExceeded(.fieldLine, limit: limits.fieldLine, at: base &+ position)
    }
    if lineEnd &- start > rules.sizeLimit {
      throw .limitExceeded(rules.sizeLimitName, limit: rules.sizeLimit, at: base &+ position)
    }
    if lines.count >= limits.fieldCount {
      throw .limitExceeded(.fieldCount, limit: limits.fieldCount, at: base &+ position)
    }
  }

  /// The error for a byte where a name should go on or its colon should be.
  private func misplacedInName(_ byte: UInt8, at: Int, _ rules: Rules) -> HTTP.ParseError {
    if at == position, isSpace(byte) { return .leadingWhitespace(rules.part, at: base &+ at) }
    return .invalidByte(byte, .fieldName, at: base &+ at)
  }

  /// The error for a byte where a value should go on or its line should end.
  private func misplacedInValue(_ byte: UInt8, at: Int, _ rules: Rules) -> HTTP.ParseError {
    if byte == 0x0d || byte == 0x0a { return .strayLineEnd(rules.part, at: base &+ at) }
    return .invalidByte(byte, .fieldValue, at: base &+ at)
  }

  @inline(__always)
  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  @inline(__always)
  private func isSpaceOrFold(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == 0x0d || byte == 0x0a
  }
}

extension HTTP.Fields {
  /// Replaces each fold by one space, as RFC 9112 section 5.2 asks of a user agent.
  mutating func unfold() {
    for index in lines.indices where lines[index].notes.contains(.folded) {
      let value = lines[index].value
      var end = value.lowerBound
      var at = value.lowerBound
      while at < value.upperBound {
        guard storage[at] == 0x0d else {
          storage[end] = storage[at]
          end += 1
          at += 1
          continue
        }
        while end > value.lowerBound, storage[end - 1] == 0x20 || storage[end - 1] == 0x09 {
          end -= 1
        }
        at += 2
        while at < value.upperBound, storage[at] == 0x20 || storage[at] == 0x09 { at += 1 }
        storage[end] = 0x20
        end += 1
      }
      lines[index] = FieldLine(name: lines[index].name, value: value.lowerBound..<end)
    }
  }
}
