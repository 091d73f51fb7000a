internal import ApusBytes

/// Text of a charset as UTF-8, in pieces of any length.
///
/// Malformed UTF-16 becomes replacement characters; UTF-8, and ASCII with it, is passed on as it
/// is. A byte order mark selects the order of UTF-16 and is dropped; one at the start of other text
/// is passed on.
package struct TextTranscoder: Sendable {
  private let charset: TextCharset
  /// The order of UTF-16; nil before its first unit.
  private var isLittleEndian: Bool?
  /// The first byte of a unit of UTF-16 whose second has not come.
  private var firstByte: UInt8?
  /// The first half of a pair of surrogates whose second has not come.
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

  /// Adds the UTF-8 of the next bytes.
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

  /// Ends the text, which may end in an incomplete character.
  package mutating func finish(to text: inout [UInt8]) {
    if firstByte != nil || highSurrogate != nil { Self.append(Self.replacement, to: &text) }
    (firstByte, highSurrogate) = (nil, nil)
  }

  /// Returns UTF-8 without a byte order mark at its start.
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
