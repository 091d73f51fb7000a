/// The character classes of the XML grammar.
enum XMLCharacter {
  /// Returns whether a byte is XML white space.
  ///
  ///     S ::= (#x20 | #x9 | #xD | #xA)+
  ///
  /// XML 1.0 section 2.3.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d
  }

  /// Returns whether a character is allowed in an XML document.
  ///
  ///     Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]
  ///
  /// XML 1.0 section 2.2.
  static func isLegal(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0a, 0x0d, 0x20...0xd7ff, 0xe000...0xfffd, 0x1_0000...0x10_ffff: true
    default: false
    }
  }

  /// Returns whether an ASCII byte is allowed in an XML name.
  ///
  ///     NameChar ::= NameStartChar | "-" | "." | [0-9] | …
  ///
  /// XML 1.0 section 2.3.
  @inline(__always)
  static func isInName(_ byte: UInt8) -> Bool {
    // Each constant is a bit set: bit k is set if the byte k, or 64 + k, is allowed in an XML name.
    let word: UInt64 = byte & 0x40 == 0 ? 0x07ff_6000_0000_0000 : 0x07ff_fffe_87ff_fffe
    return byte < 0x80 && word &>> UInt64(byte & 0x3f) & 1 != 0
  }

  /// Returns whether an ASCII byte is allowed at the start of an XML name.
  @inline(__always)
  static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5f || byte == 0x3a
  }

  /// Returns whether a non-ASCII character is allowed at the start of an XML name. XML 1.0 section
  /// 2.3.
  static func isNameStart(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x2ff, 0x370...0x37d, 0x37f...0x1fff, 0x200c...0x200d,
      0x2070...0x218f, 0x2c00...0x2fef, 0x3001...0xd7ff, 0xf900...0xfdcf, 0xfdf0...0xfffd,
      0x1_0000...0xe_ffff:
      true
    default: false
    }
  }

  /// Returns whether a non-ASCII character is allowed in an XML name. XML 1.0 section 2.3.
  static func isInName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xb7, 0x300...0x36f, 0x203f...0x2040: true
    default: isNameStart(scalar)
    }
  }

  /// Decodes a non-ASCII character and returns it with its number of bytes. The result is `nil` if
  /// the bytes are invalid UTF-8.
  ///
  /// RFC 3629 section 4.
  static func read(in bytes: Span<UInt8>, at start: Int) -> (scalar: UInt32, byteCount: Int)? {
    let first = UInt32(bytes[start])
    let (count, least): (Int, UInt32)
    switch first {
    case 0xc2...0xdf: (count, least) = (2, 0x80)
    case 0xe0...0xef: (count, least) = (3, 0x800)
    case 0xf0...0xf4: (count, least) = (4, 0x1_0000)
    default: return nil
    }
    guard count <= bytes.count - start else { return nil }
    var scalar = first & (0x7f >> UInt32(count))
    for index in 1..<count {
      guard bytes[start + index] & 0xc0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(bytes[start + index] & 0x3f)
    }
    guard scalar >= least, scalar >> 11 != 0x1b, scalar <= 0x10_ffff else { return nil }
    return (scalar, count)
  }
}
