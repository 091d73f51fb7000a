/// Reads field lines up to the empty line at their end, and resumes after a stop.
///
/// The caller passes the message's bytes from its first on, with more at the end each time. Only
/// complete lines are parsed. While a line is incomplete, only new bytes are scanned, so that a
/// line costs linear time in any pieces: at most one scan for its end and one for its parts.
///
///     field-section = *( field-line CRLF )
///     field-line    = field-name ":" OWS field-value OWS
///     field-name    = 1*tchar
///     field-value   = *( HTAB / SP / VCHAR / obs-text )
///     obs-fold      = OWS CRLF RWS
///
/// RFC 9112 section 5.
struct FieldSection: Sendable {
  /// Lines of this section, followed by lines of earlier ones: storage that is reused.
  private var lines: [FieldLine] = []
  private var lineCount = 0
  /// The notes about all lines.
  private(set) var notes: FieldLine.Notes = []
  private var initials: HTTP.Fields.Initials = []
  /// The start of the section, and the start of the line that is being read.
  private var start = 0
  private(set) var position = 0
  /// The end of the scanned bytes: no line end is between `position` and here.
  private var searched = 0
  /// A Boolean value that indicates whether the name of a folded, incomplete line was checked.
  private var hasCheckedName = false

  /// Forgets all lines and starts a new section at an offset.
  mutating func reset(at offset: Int) {
    lineCount = 0
    notes = []
    initials = []
    start = offset
    position = offset
    searched = offset
  }

  /// Returns whether the section's end was reached; `position` is then the first byte after it.
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
        // Room for twice as many lines, and never for more than are allowed.
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

  /// The section's fields, after its end, in a copy of the bytes in which they were read.
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

  /// Reads lines while each is complete with two more bytes: the first reveals a fold, the second
  /// completes four bytes for one load.
  ///
  /// The hot loop of the codec: its state is in local variables, and lines are written into a table
  /// that has room for them, so that a line needs neither calls nor reference counts.
  private mutating func readLines(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) -> Stop {
    let count = bytes.count
    let sectionEnd = start &+ rules.sizeLimit
    let lineLimit = limits.fieldLine
    // With fewer bytes than any limit, no line can exceed one.
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
      // The line's end is looked for from its start, so that the next line need not wait for the
      // name to be read: a control in a name ends the search and is refused below.
      var end = ByteScan.firstControl(in: bytes, from: at, to: count)
      guard end &+ 3 < count else { return .incomplete }
      let nameEnd = HTTP.endOfToken(bytes, from: at, to: count)
      guard nameEnd < end, nameEnd > at, bytes[nameEnd] == 0x3a else { return .fault }
      var from = nameEnd &+ 1
      while from < end, bytes[from] <= 0x20 { from &+= 1 }
      var note = FieldLine.Notes(name: at..<nameEnd, in: bytes)
      let ending = ByteScan.quartet(in: bytes, at: end)
      // CRLF and then any byte that begins a line: nearly always a letter or the last CR.
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

  /// Moves a value's end past folds to its real end, or beyond the bytes; false for an invalid line
  /// end.
  private static func skipFolds(_ bytes: Span<UInt8>, _ end: inout Int) -> Bool {
    while end &+ 2 < bytes.count {
      guard bytes[end] == 0x0d, bytes[end &+ 1] == 0x0a else { return false }
      guard HTTP.isSpace(bytes[end &+ 2]) else { return true }
      end = ByteScan.firstControl(in: bytes, from: end &+ 3, to: bytes.count)
    }
    return true
  }

  /// A fold at either end of a value is white space around it.
  private static func trimmed(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> (Int, Int) {
    var (from, end) = (from, end)
    while end > from, HTTP.isSpaceOrFold(bytes[end &- 1]) { end &-= 1 }
    while from < end, HTTP.isSpaceOrFold(bytes[from]) { from &+= 1 }
    return (from, end)
  }

  /// Searches for the line's end in the bytes that have not been scanned yet.
  ///
  /// Returns whether the line is complete, with the byte after it, which reveals a fold.
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
      // A lone LF opens no line and ends no section, so that no byte more need be waited for.
      guard bytes[searched &+ 2] != 0x0a else { throw fault(bytes, rules, limits) }
      isWhole = !HTTP.isSpace(bytes[searched &+ 2])
      guard isWhole || rules.allowsFolds && (hasCheckedName || isNamed(bytes)) else {
        throw fault(bytes, rules, limits)
      }
      hasCheckedName = true
      if !isWhole { searched &+= 3 }
    }
    // The empty line at the end of a section is not one of its lines, and no limit applies to it.
    let hasLine = position < count && bytes[position] != 0x0d
    let isOverLimit =
      searched &- position > limits.fieldLine || searched &+ 2 &- start > rules.sizeLimit
      || lineCount >= limits.fieldCount
    guard !hasLine || !isOverLimit else { throw fault(bytes, rules, limits) }
    return isWhole
  }

  /// Returns whether the line at `position` begins with a name and a colon.
  private func isNamed(_ bytes: Span<UInt8>) -> Bool {
    let end = HTTP.endOfToken(bytes, from: position, to: bytes.count)
    return end > position && end < bytes.count && bytes[end] == 0x3a
  }

  /// The fault of the line at `position`, after one has been noticed.
  private func fault(
    _ bytes: Span<UInt8>, _ rules: Rules, _ limits: HTTP.Limits
  ) -> HTTP.ParseError {
    FieldFault(rules: rules, limits: limits, lineStart: position, sectionStart: start)
      .find(in: bytes, isOneTooMany: lineCount >= limits.fieldCount)
  }
}

extension FieldSection {
  /// The kind of a section, and its rules.
  struct Rules: Sendable {
    let part: HTTP.ParseError.Part
    let allowsFolds: Bool
    let sizeLimit: Int
    let sizeLimitName: HTTP.LimitName
    /// The start of the given bytes in the message, for the offsets of errors.
    let base: Int

    /// The rules of a head.
    static func head(allowsFolds: Bool, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .head, allowsFolds: allowsFolds,
        sizeLimit: min(max(limits.headSection, 0), FieldLine.offsetLimit),
        sizeLimitName: .headSection, base: 0)
    }

    /// The rules of a trailer section that begins at an offset of the message.
    static func trailers(at base: Int, allowsFolds: Bool, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .trailer, allowsFolds: allowsFolds,
        sizeLimit: min(max(limits.trailerSection, 0), FieldLine.offsetLimit),
        sizeLimitName: .trailerSection, base: base)
    }
  }
}
