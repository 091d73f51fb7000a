internal import ApusBytes

/// A streaming converter of text from a charset to UTF-8.
///
/// Malformed UTF-16 becomes replacement characters. Text in UTF-8 or ASCII is returned unchanged.
/// The converter removes the byte order mark of UTF-16 text and keeps the byte order mark of other
/// text.
package struct TextTranscoder: Sendable {
  private let charset: TextCharset
  /// A Boolean value that indicates whether the UTF-16 text is little-endian. The value is `nil`
  /// before the first code unit.
  private var isLittleEndian: Bool?
  /// The first byte of a UTF-16 code unit whose second byte has not arrived.
  private var firstByte: UInt8?
  /// The high surrogate of a surrogate pair whose low surrogate has not arrived.
  private var highSurrogate: UInt16?

  package init(_ charset: TextCharset) {
    self.charset = charset
    switch charset {
    case .utf16BigEndian: isLittleEndian = false
    case .utf16LittleEndian: isLittleEndian = true
    case .utf8, .ascii, .latin1, .windows1252, .utf16: break
    }
  }

  /// A Boolean value that indicates whether the bytes of the charset are UTF-8.
  package var isIdentity: Bool { charset == .utf8 || charset == .ascii }

  /// Converts the next bytes of the text and appends the resulting UTF-8 bytes.
  package mutating func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
    switch charset {
    case .utf8, .ascii: text.append(bytes)
    case .latin1:
      for index in bytes.indices { Self.append(Unicode.Scalar(bytes[index]), to: &text) }
    case .windows1252:
      for index in bytes.indices {
        Self.append(TextCharset.windowsScalar(bytes[index]) ?? Self.replacement, to: &text)
      }
    case .utf16, .utf16BigEndian, .utf16LittleEndian:
      for index in bytes.indices {
        guard let first = firstByte else {
          firstByte = bytes[index]
          continue
        }
        firstByte = nil
        append(unit: first, bytes[index], to: &text)
      }
    }
  }

  /// Ends the text conversion. An incomplete character at the end of the text becomes a replacement
  /// character.
  package mutating func finish(to text: inout [UInt8]) {
    if firstByte != nil || highSurrogate != nil { Self.append(Self.replacement, to: &text) }
    (firstByte, highSurrogate) = (nil, nil)
  }

  /// Returns the UTF-8 text without a leading byte order mark.
  package static func withoutMark(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text
  }

  private mutating func append(unit first: UInt8, _ second: UInt8, to text: inout [UInt8]) {
    if isLittleEndian == nil {
      isLittleEndian = first == 0xff && second == 0xfe
      if isLittleEndian == true || first == 0xfe && second == 0xff { return }
    }
    let (high, low) = isLittleEndian == true ? (second, first) : (first, second)
    let unit = UInt16(high) << 8 | UInt16(low)
    if let lead = highSurrogate {
      highSurrogate = nil
      if 0xdc00...0xdfff ~= unit {
        let value = 0x1_0000 + (UInt32(lead) & 0x3ff) << 10 + UInt32(unit) & 0x3ff
        return Self.append(Unicode.Scalar(value) ?? Self.replacement, to: &text)
      }
      Self.append(Self.replacement, to: &text)
    }
    if 0xd800...0xdbff ~= unit {
      highSurrogate = unit
    } else {
      Self.append(Unicode.Scalar(unit) ?? Self.replacement, to: &text)
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    if let bytes = UTF8.encode(scalar) { text += bytes }
  }

  private static let replacement: Unicode.Scalar = "\u{fffd}"
}
