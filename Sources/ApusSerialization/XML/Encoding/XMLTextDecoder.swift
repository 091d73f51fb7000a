internal import ApusBytes

/// A streaming decoder that converts the bytes of an XML document to UTF-8.
///
/// The decoder returns UTF-8 bytes unchanged, because the XML parser checks them.
struct XMLTextDecoder {
  let encoding: XML.Encoding
  /// The first byte of a UTF-16 code unit whose second byte has not arrived.
  private var halfUnit: UInt8?
  /// The high surrogate of a surrogate pair whose low surrogate has not arrived.
  private var highSurrogate: UInt16?

  init(_ encoding: XML.Encoding) { self.encoding = encoding }

  /// A Boolean value that indicates whether the received bytes end after a complete character.
  var isBetweenCharacters: Bool { halfUnit == nil && highSurrogate == nil }

  /// Decodes bytes up to the first invalid byte and appends the resulting UTF-8. The function
  /// returns `false` if a byte is invalid.
  ///
  /// The function does not reserve exact capacity, because each reservation would copy the whole
  /// array.
  mutating func decode(_ bytes: Span<UInt8>, into text: inout [UInt8]) -> Bool {
    switch encoding {
    case .utf8:
      text.append(bytes)
      return true
    case .utf16BigEndian, .utf16LittleEndian: return decodeUnits(bytes, into: &text)
    case .ascii, .latin1, .latin9, .windows1252: return decodeOctets(bytes, into: &text)
    }
  }

  private func decodeOctets(_ bytes: Span<UInt8>, into text: inout [UInt8]) -> Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 {
        text.append(byte)
      } else {
        guard let scalar = scalar(of: byte) else { return false }
        Self.append(scalar, to: &text)
      }
    }
    return true
  }

  /// Returns the character for a non-ASCII byte in a single-byte encoding.
  private func scalar(of byte: UInt8) -> UInt32? {
    switch encoding {
    case .utf8, .utf16BigEndian, .utf16LittleEndian, .ascii: nil
    case .latin1: UInt32(byte)
    case .latin9: Self.latin9(byte)
    case .windows1252: Self.windows1252(byte)
    }
  }

  /// Returns the character for a byte in ISO-8859-15, which differs from ISO-8859-1 in eight
  /// characters.
  private static func latin9(_ byte: UInt8) -> UInt32 {
    switch byte {
    case 0xa4: 0x20ac
    case 0xa6: 0x160
    case 0xa8: 0x161
    case 0xb4: 0x17d
    case 0xb8: 0x17e
    case 0xbc: 0x152
    case 0xbd: 0x153
    case 0xbe: 0x178
    default: UInt32(byte)
    }
  }

  /// Returns the character for a byte in windows-1252. The result is `nil` for the five bytes
  /// without a character.
  private static func windows1252(_ byte: UInt8) -> UInt32? {
    let high: [UInt16] = [
      0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
      0x152, 0, 0x17d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122,
      0x161, 0x203a, 0x153, 0, 0x17e, 0x178,
    ]
    guard byte < 0xa0 else { return UInt32(byte) }
    let scalar = high[Int(byte &- 0x80)]
    return scalar == 0 ? nil : UInt32(scalar)
  }

  private mutating func decodeUnits(_ bytes: Span<UInt8>, into text: inout [UInt8]) -> Bool {
    for index in bytes.indices {
      guard let half = halfUnit else {
        halfUnit = bytes[index]
        continue
      }
      halfUnit = nil
      let (one, other) = (UInt16(half), UInt16(bytes[index]))
      let unit = encoding == .utf16BigEndian ? one << 8 | other : other << 8 | one
      guard take(unit, into: &text) else { return false }
    }
    return true
  }

  private mutating func take(_ unit: UInt16, into text: inout [UInt8]) -> Bool {
    if let high = highSurrogate {
      guard unit >> 10 == 0x37 else { return false }
      highSurrogate = nil
      Self.append(0x10000 + (UInt32(high & 0x3ff) << 10 | UInt32(unit & 0x3ff)), to: &text)
    } else if unit >> 10 == 0x36 {
      highSurrogate = unit
    } else {
      guard unit >> 10 != 0x37 else { return false }
      Self.append(UInt32(unit), to: &text)
    }
    return true
  }

  /// Appends the UTF-8 form of a Unicode scalar value, which must not be a surrogate.
  static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    func low(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: scalar >> shift & 0x3f) | 0x80
    }
    switch scalar {
    case 0..<0x80: text.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      text.append(UInt8(truncatingIfNeeded: scalar >> 6) | 0xc0)
      text.append(low(0))
    case 0x800..<0x10000:
      text.append(UInt8(truncatingIfNeeded: scalar >> 12) | 0xe0)
      text.append(low(6))
      text.append(low(0))
    default:
      text.append(UInt8(truncatingIfNeeded: scalar >> 18) | 0xf0)
      text.append(low(12))
      text.append(low(6))
      text.append(low(0))
    }
  }
}
