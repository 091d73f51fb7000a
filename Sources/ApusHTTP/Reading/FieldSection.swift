/// An incremental parser of a field section, which ends with an empty line.
///
/// In each call, the caller passes all received bytes of the message. The reader parses only
/// complete field lines. If a field line is incomplete, the next call scans only the new bytes for
/// the line end. Therefore the parsing time of a field line is linear in its length.
///
///     field-section = *( field-line CRLF )
///     field-line    = field-name ":" OWS field-value OWS
///     field-name    = 1*tchar
///     field-value   = *( HTAB / SP / VCHAR / obs-text )
///     obs-fold      = OWS CRLF RWS
///
/// RFC 9112 section 5.
struct FieldSection: Sendable {
  /// The field lines of the current field section, followed by unused elements from earlier field
  /// sections.
  private var lines: [FieldLine] = []
  private var lineCount = 0
  /// The union of the flags of all field lines.
  private(set) var notes: FieldLine.Notes = []
  private var initials: HTTP.Fields.Initials = []
  /// The byte offsets of the field section and of the current field line.
  private var start = 0
  private(set) var position = 0
  /// The offset at which the search for the line end continues. The bytes from `position` to this
  /// offset contain no line end.
  private var searched = 0
  /// A Boolean value that indicates whether the reader has checked the field name of an incomplete,
  /// folded field line.
  private var hasCheckedName = false

  /// Removes all field lines and prepares the reader for a field section at a byte offset.
  mutating func reset(at offset: Int) {
    lineCount = 0
    notes = []
    initials = []
    start = offset
    position = offset
    searched = offset
  }

  /// Reads field lines and returns whether the field section is complete. In this case, `position`
  /// is the offset of the first byte after the field section.
  mutating func read(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Bool {
    if searched > position, !(try findLineEnd(bytes, rules, limits)) { return false }
    while true {
      switch readLines(bytes, rules, limits) {
      case .end:
        return true
      case .fault:
        throw fault(bytes, rules, limits)
      case .full:
        // The capacity of the field line array doubles up to the field count limit.
        let room = min(max(16, lines.count * 2), limits.fieldCount)
        guard room > lineCount else { throw fault(bytes, rules, limits) }
        let blank = FieldLine(nameStart: 0, nameEnd: 0, valueStart: 0, valueEnd: 0)
        lines.append(contentsOf: repeatElement(blank, count: room - lines.count))
      case .incomplete:
        searched = max(searched, position)
        _ = try findLineEnd(bytes, rules, limits)
        return false
      }
    }
  }

  /// Returns the fields of the complete field section, with a copy of the received bytes as their
  /// storage.
  @inline(__always)
  func fields(of bytes: Span<UInt8>) -> HTTP.Fields {
    guard lineCount > 0 else { return HTTP.Fields() }
    var fields = HTTP.Fields(
      storage: bytes.extracting(0..<position).copy(), lines: Array(lines[..<lineCount]),
      initials: initials)
    if notes.contains(.folded) { fields.unfold() }
    return fields
  }

  private enum Stop { case end, full, incomplete, fault }

  /// Reads all complete field lines that at least two more bytes follow. The first following byte
  /// reveals a line fold. The second byte permits a load of four bytes at once.
  ///
  /// This loop is the most performance-critical code of the message parser. Local variables and an
  /// array with sufficient capacity avoid function calls and reference counting for each field
  /// line.
  private mutating func readLines(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) -> Stop {
    let count = bytes.count
    let sectionEnd = start &+ rules.sizeLimit
    let lineLimit = limits.fieldLine
    // If the number of received bytes is below every size limit, the loop skips the checks of the
    // size limits.
    let isLimited = count &- start > min(lineLimit, rules.sizeLimit)
    var index = lineCount
    var at = position
    var seen = notes
    var begun = initials
    var table = lines.mutableSpan
    defer {
      lineCount = index
      position = at
      notes = seen
      initials = begun
      hasCheckedName = false
    }
    while at &+ 1 < count {
      if bytes[at] == 0x0d {
        guard bytes[at &+ 1] == 0x0a else { return .fault }
        at &+= 2
        return .end
      }
      guard index < table.count else { return .full }
      // The search for the line end begins at the field name, so the processor can start the next
      // field line before it has checked the name. A control character in a field name also ends
      // the search, and the check of the name rejects the character.
      var end = ByteScan.firstControl(in: bytes, from: at, to: count)
      guard end &+ 3 < count else { return .incomplete }
      let nameEnd = HTTP.endOfToken(bytes, from: at, to: count)
      guard nameEnd < end, nameEnd > at, bytes[nameEnd] == 0x3a else { return .fault }
      var from = nameEnd &+ 1
      while from < end, bytes[from] <= 0x20 { from &+= 1 }
      var note = FieldLine.Notes(name: at..<nameEnd, in: bytes)
      let ending = ByteScan.quartet(in: bytes, at: end)
      // The bytes are CRLF and the first byte of the next line, which is nearly always a letter or
      // a carriage return.
      if ending & 0xffff != 0x0a0d || HTTP.isSpace(UInt8(truncatingIfNeeded: ending &>> 16)) {
        guard rules.allowsFolds, Self.skipFolds(bytes, &end) else { return .fault }
        guard end &+ 2 < count else { return .incomplete }
        note.insert(.folded)
      }
      let next = end &+ 2
      if isLimited, end &- at > lineLimit || next > sectionEnd { return .fault }
      if end > from, bytes[end &- 1] <= 0x20 || note.contains(.folded) {
        (from, end) = Self.trimmed(bytes, from, end)
      }
      table[index] = FieldLine(
        nameStart: at, nameEnd: nameEnd, valueStart: from, valueEnd: end, notes: note)
      index &+= 1
      seen.formUnion(note)
      begun.formUnion(HTTP.Fields.Initials(bytes[at], byteCount: nameEnd &- at))
      at = next
    }
    return .incomplete
  }

  /// Advances the end of a field value past all line folds. The end is beyond the received bytes if
  /// the field line is incomplete. The function returns `false` if a line end is invalid.
  private static func skipFolds(_ bytes: Span<UInt8>, _ end: inout Int) -> Bool {
    while end &+ 2 < bytes.count {
      guard bytes[end] == 0x0d, bytes[end &+ 1] == 0x0a else { return false }
      guard HTTP.isSpace(bytes[end &+ 2]) else { return true }
      end = ByteScan.firstControl(in: bytes, from: end &+ 3, to: bytes.count)
    }
    return true
  }

  /// A line fold at the start or the end of a field value is removed like other surrounding white
  /// space.
  private static func trimmed(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> (Int, Int) {
    var (from, end) = (from, end)
    while end > from, HTTP.isSpaceOrFold(bytes[end &- 1]) { end &-= 1 }
    while from < end, HTTP.isSpaceOrFold(bytes[from]) { from &+= 1 }
    return (from, end)
  }

  /// Continues the search for the end of an incomplete field line in the new bytes.
  ///
  /// The function returns whether the field line is complete. The byte after the line end must be
  /// available, because it can start a line fold.
  private mutating func findLineEnd(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Bool {
    let count = bytes.count
    var isWhole = false
    while !isWhole {
      searched = ByteScan.firstControl(in: bytes, from: searched, to: count)
      let isStray =
        searched < count && bytes[searched] != 0x0d
        || searched &+ 1 < count && bytes[searched &+ 1] != 0x0a
      guard !isStray else { throw fault(bytes, rules, limits) }
      guard searched &+ 2 < count else { break }
      // A line feed without a carriage return is always invalid, so the reader throws an error
      // without waiting for more bytes.
      guard bytes[searched &+ 2] != 0x0a else { throw fault(bytes, rules, limits) }
      isWhole = !HTTP.isSpace(bytes[searched &+ 2])
      guard isWhole || rules.allowsFolds && (hasCheckedName || isNamed(bytes)) else {
        throw fault(bytes, rules, limits)
      }
      hasCheckedName = true
      if !isWhole { searched &+= 3 }
    }
    // The empty line at the end of a field section is not a field line, so no line limit applies to
    // it.
    let hasLine = position < count && bytes[position] != 0x0d
    let isOverLimit =
      searched &- position > limits.fieldLine || searched &+ 2 &- start > rules.sizeLimit
      || lineCount >= limits.fieldCount
    guard !hasLine || !isOverLimit else { throw fault(bytes, rules, limits) }
    return isWhole
  }

  /// Returns whether the field line at `position` begins with a field name and a colon.
  private func isNamed(_ bytes: Span<UInt8>) -> Bool {
    let end = HTTP.endOfToken(bytes, from: position, to: bytes.count)
    return end > position && end < bytes.count && bytes[end] == 0x3a
  }

  /// Returns the parse error for the invalid field line at `position`.
  private func fault(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) -> HTTP.ParseError {
    FieldFault(rules: rules, limits: limits, lineStart: position, sectionStart: start)
      .find(in: bytes, isOneTooMany: lineCount >= limits.fieldCount)
  }
}

extension FieldSection {
  /// The parsing rules of a field section: the rules for message heads or for trailer sections.
  struct Rules: Sendable {
    let part: HTTP.ParseError.Part
    let allowsFolds: Bool
    let sizeLimit: Int
    let sizeLimitName: HTTP.LimitName
    /// The offset of the passed bytes in the message. The reader adds the offset to the positions
    /// in parse errors.
    let base: Int

    /// Returns the rules for the field section of a message head.
    static func head(allowsFolds: Bool, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .head, allowsFolds: allowsFolds,
        sizeLimit: min(max(limits.headSection, 0), FieldLine.offsetLimit),
        sizeLimitName: .headSection, base: 0)
    }

    /// Returns the rules for a trailer section that begins at an offset of the message.
    static func trailers(at base: Int, allowsFolds: Bool, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .trailer, allowsFolds: allowsFolds,
        sizeLimit: min(max(limits.trailerSection, 0), FieldLine.offsetLimit),
        sizeLimitName: .trailerSection, base: base)
    }
  }
}
