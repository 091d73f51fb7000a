internal import ApusBytes

/// The encoding of an XML document, and the source of the encoding, such as a byte order mark.
///
/// A byte order mark takes precedence over the caller's charset, and the caller's charset takes
/// precedence over the XML declaration. RFC 7303 section 3. XML 1.0 appendix F describes the
/// detection of the encoding from the declaration.
struct XMLEncodingChoice: Equatable {
  enum Origin {
    case byteOrderMark, charset, firstBytes, declaration
  }

  let encoding: XML.Encoding
  let origin: Origin

  /// The maximum number of bytes of the XML declaration.
  static let declarationByteCountLimit = 1_024

  /// Determines the encoding from the first bytes of a document. The result is `nil` if more bytes
  /// are needed.
  static func choice(
    for bytes: Span<UInt8>, charset: String?, isWhole: Bool
  ) throws(XMLFault) -> XMLEncodingChoice? {
    guard bytes.count >= 4 || isWhole else { return nil }
    let first = quartet(of: bytes)
    switch first {
    case 0x0000_feff, 0xfffe_0000, 0x0000_003c, 0x3c00_0000:
      throw XMLFault(.unsupportedEncoding("UTF-32"), at: 0)
    default: break
    }
    switch (first >> 16, first >> 8) {
    case (0xfeff, _): return Self(encoding: .utf16BigEndian, origin: .byteOrderMark)
    case (0xfffe, _): return Self(encoding: .utf16LittleEndian, origin: .byteOrderMark)
    case (_, 0xef_bbbf): return Self(encoding: .utf8, origin: .byteOrderMark)
    default: break
    }
    if let charset {
      return Self(encoding: try encoding(charset: charset, first), origin: .charset)
    }
    switch first {
    case 0x003c_003f: return Self(encoding: .utf16BigEndian, origin: .firstBytes)
    case 0x3c00_3f00: return Self(encoding: .utf16LittleEndian, origin: .firstBytes)
    default: return try declared(in: bytes, isWhole: isWhole)
    }
  }

  private static func encoding(
    charset: String, _ first: UInt32
  ) throws(XMLFault) -> XML.Encoding {
    if let encoding = XML.Encoding(label: charset) { return encoding }
    guard XML.Encoding.isUTF16(charset) else {
      throw XMLFault(.unsupportedEncoding(charset), at: 0)
    }
    // UTF-16 without a byte order mark is big-endian: RFC 2781 section 4.3. The parser accepts
    // little-endian UTF-16 if the document begins with "<".
    return first >> 16 == 0x3c00 ? .utf16LittleEndian : .utf16BigEndian
  }

  /// Searches for an XML declaration in a document that begins with ASCII characters.
  ///
  /// The search ignores errors in the XML declaration, because the parser later parses the
  /// declaration again and reports the errors.
  private static func declared(
    in bytes: Span<UInt8>, isWhole: Bool
  ) throws(XMLFault) -> XMLEncodingChoice? {
    let unmarked = Self(encoding: .utf8, origin: .declaration)
    var cursor = Cursor(0..<bytes.count)
    guard cursor.skip("<?xml", in: bytes) else {
      var start = Cursor(0..<min(bytes.count, 5))
      let isCut = !isWhole && bytes.count < 5 && start.skipPrefix(of: "<?xml", in: bytes)
      return isCut ? nil : unmarked
    }
    let end = XMLFrame.end(
      of: 0x3f, in: bytes, from: 5, to: min(bytes.count, declarationByteCountLimit))
    guard let end else {
      guard bytes.count < declarationByteCountLimit else {
        let limit = declarationByteCountLimit
        throw XMLFault(.limitExceeded(.declarationByteCount, limit: limit), at: 0)
      }
      return isWhole ? unmarked : nil
    }
    guard let declaration = try? XMLDeclaration(reading: 0..<end, of: bytes),
      let label = declaration.encoding, let encoding = XML.Encoding(label: label),
      encoding != .utf16BigEndian, encoding != .utf16LittleEndian
    else { return unmarked }
    return Self(encoding: encoding, origin: .declaration)
  }

  /// Checks that the encoding in the XML declaration does not contradict the detected encoding.
  func check(_ label: String?, at offset: Int) throws(XMLFault) {
    switch origin {
    case .byteOrderMark, .charset: return
    case .firstBytes, .declaration: break
    }
    // A document without a byte order mark and without a declared encoding is in UTF-8. XML 1.0
    // section 4.3.3.
    let label = label ?? XML.Encoding.utf8.rawValue
    let isWide = origin == .firstBytes
    if XML.Encoding.isUTF16(label) {
      guard isWide else { throw XMLFault(.contradictoryEncoding(label), at: offset) }
      return
    }
    guard let declared = XML.Encoding(label: label) else {
      throw XMLFault(.unsupportedEncoding(label), at: offset)
    }
    guard declared == encoding else { throw XMLFault(.contradictoryEncoding(label), at: offset) }
  }

  /// Returns the first four bytes of a document as a number. A missing byte becomes 0x01, which
  /// matches no encoding.
  private static func quartet(of bytes: Span<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 { value = value << 8 | UInt32(index < bytes.count ? bytes[index] : 1) }
    return value
  }
}

extension Cursor {
  /// Skips the bytes that match a literal, and returns whether the remaining input is a prefix of
  /// the literal.
  fileprivate mutating func skipPrefix(of literal: String, in bytes: Span<UInt8>) -> Bool {
    for byte in literal.utf8 {
      guard !isAtEnd else { return true }
      guard skip(byte, in: bytes) else { return false }
    }
    return isAtEnd
  }
}
