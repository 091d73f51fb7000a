internal import ApusBytes

extension JSONWriter {
  /// Writes a string as a JSON string with quotation marks and escape sequences.
  ///
  /// RFC 8259 section 7.
  @inline(__always)
  mutating func write(_ text: String) {
    let content = text.utf8.span
    guard options.escapes.isEmpty, isQuotable(content) else { return writeUnusual(text) }
    write(quotable: content)
  }

  @inline(never)
  private mutating func writeUnusual(_ text: String) {
    write(0x22)
    if options.escapes.isEmpty {
      writeContent(text.utf8.span)
    } else {
      writeEscaping(text)
    }
    write(0x22)
  }

  /// Writes the content of a string and escapes only the characters that JSON requires.
  private mutating func writeContent(_ text: Span<UInt8>) {
    var at = 0
    while true {
      let end = ByteScan.firstUnquotable(in: text, from: at, to: text.count)
      if end > at { write(text.extracting(at..<end)) }
      guard end < text.count else { return }
      writeEscape(text[end])
      at = end &+ 1
    }
  }

  /// Writes the content of a string with the additional escape sequences of the writing options.
  private mutating func writeEscaping(_ text: String) {
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        if isEscaped(byte) { writeEscape(byte) } else { write(byte) }
      } else if options.escapes.contains(.nonASCII)
        || scalar.value &>> 1 == 0x2028 &>> 1 && options.escapes.contains(.lineSeparators)
      {
        for unit in scalar.utf16 { writeUnit(unit) }
      } else {
        for byte in scalar.utf8 { write(byte) }
      }
    }
  }

  private func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x5c: true
    case 0x2f: options.escapes.contains(.slashes)
    case 0x26, 0x27, 0x3c, 0x3e: options.escapes.contains(.html)
    default: false
    }
  }

  /// Writes the escape sequence of a character, such as `\n` or `\u0001`.
  private mutating func writeEscape(_ byte: UInt8) {
    let letter: UInt8
    switch byte {
    case 0x22, 0x5c, 0x2f: letter = byte
    case 0x08: letter = 0x62
    case 0x0c: letter = 0x66
    case 0x0a: letter = 0x6e
    case 0x0d: letter = 0x72
    case 0x09: letter = 0x74
    default: return writeUnit(UInt16(byte))
    }
    write(0x5c)
    write(letter)
  }

  private mutating func writeUnit(_ unit: UInt16) {
    write(0x5c)
    write(0x75)
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(truncatingIfNeeded: unit &>> shift & 15)
      write(digit &+ (digit < 10 ? 0x30 : 0x57))
    }
  }
}
