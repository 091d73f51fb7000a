internal import ApusBytes

/// A supported character encoding (charset) of text content.
public enum TextCharset: String, Sendable, Hashable, CaseIterable, Codable {
  case utf8 = "utf-8"
  case ascii = "us-ascii"
  case latin1 = "iso-8859-1"
  case windows1252 = "windows-1252"
  /// The charset UTF-16. A byte order mark determines the byte order, which is big-endian if the
  /// text has no mark.
  case utf16 = "utf-16"
  case utf16BigEndian = "utf-16be"
  case utf16LittleEndian = "utf-16le"

  /// Creates a charset from its name in any letter case. The result is `nil` if the charset is not
  /// supported.
  ///
  /// - Parameter name: The charset name as in a media type, such as `iso-8859-1`.
  public init?(name: String) {
    let octets = Array(name.utf8)
    let bytes = octets.span
    let names = Self.allCases.map { ($0.rawValue, $0) } + Self.otherNames
    guard let found = names.first(where: { ASCII.equalsIgnoringCase(bytes, $0.0) }) else {
      return nil
    }
    self = found.1
  }

  private static let otherNames: [(String, TextCharset)] = [
    ("utf8", .utf8), ("ascii", .ascii), ("latin1", .latin1), ("iso8859-1", .latin1),
    ("iso_8859-1", .latin1), ("cp1252", .windows1252),
  ]
}

extension TextCharset {
  /// Decodes bytes in this charset and removes a leading byte order mark. The result is `nil` if
  /// the bytes are malformed.
  ///
  /// - Parameter bytes: The bytes of the text in this charset.
  public func decode(_ bytes: Span<UInt8>) -> String? {
    switch self {
    case .utf8:
      let hasMark = bytes.count >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf
      return String(
        validating: bytes.extracting((hasMark ? 3 : 0)..<bytes.count).copy(), as: UTF8.self)
    case .ascii: return scalars(of: bytes) { $0 < 0x80 ? Unicode.Scalar($0) : nil }
    case .latin1: return scalars(of: bytes) { Unicode.Scalar($0) }
    case .windows1252: return scalars(of: bytes, Self.windowsScalar)
    case .utf16:
      guard bytes.count >= 2, bytes[0] == 0xff, bytes[1] == 0xfe else {
        return Self.utf16(bytes, isLittleEndian: false)
      }
      return Self.utf16(bytes, isLittleEndian: true)
    case .utf16BigEndian: return Self.utf16(bytes, isLittleEndian: false)
    case .utf16LittleEndian: return Self.utf16(bytes, isLittleEndian: true)
    }
  }

  /// Decodes bytes in this charset, removes a leading byte order mark, and replaces malformed
  /// bytes.
  ///
  /// Malformed bytes become replacement characters. Bytes in the charset ASCII are decoded as
  /// UTF-8, because many senders declare ASCII and send UTF-8. Every ASCII text is valid UTF-8.
  ///
  /// - Parameter bytes: The bytes of the text in this charset, which may be malformed.
  public func decode(repairing bytes: Span<UInt8>) -> String {
    if let text = decode(bytes) { return text }
    var transcoder = TextTranscoder(self)
    var text: [UInt8] = []
    transcoder.append(bytes, to: &text)
    transcoder.finish(to: &text)
    return String(decoding: TextTranscoder.withoutMark(text[...]), as: UTF8.self)
  }

  /// Encodes a text in this charset without a byte order mark. The result is `nil` if the charset
  /// cannot represent the text.
  ///
  /// - Parameter text: The text to encode.
  public func encode(_ text: String) -> [UInt8]? {
    switch self {
    case .utf8: return Array(text.utf8)
    case .ascii: return bytes(of: text) { $0.isASCII ? UInt8(truncatingIfNeeded: $0.value) : nil }
    case .latin1: return bytes(of: text) { UInt8(exactly: $0.value) }
    case .windows1252: return bytes(of: text, Self.windowsByte)
    case .utf16, .utf16BigEndian:
      return text.utf16.flatMap(Self.bytes)
    case .utf16LittleEndian:
      return text.utf16.flatMap { Self.bytes($0.byteSwapped) }
    }
  }

  private func scalars(
    of bytes: Span<UInt8>, _ scalar: (UInt8) -> Unicode.Scalar?
  ) -> String? {
    var text = String.UnicodeScalarView()
    for index in bytes.indices {
      guard let scalar = scalar(bytes[index]) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  private func bytes(of text: String, _ byte: (Unicode.Scalar) -> UInt8?) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = byte(scalar) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Returns the two bytes of a UTF-16 code unit, with the high byte first.
  private static func bytes(_ unit: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
  }

  private static func utf16(_ bytes: Span<UInt8>, isLittleEndian: Bool) -> String? {
    guard bytes.count % 2 == 0 else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for at in stride(from: 0, to: bytes.count, by: 2) {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
    }
    if units.first == 0xfeff { units.removeFirst() }
    return String(validating: units, as: UTF16.self)
  }

  /// The Windows-1252 characters of the bytes 0x80 to 0x9f. Five of these bytes have no assigned
  /// character and are control characters.
  private static let windowsScalars: [UInt16] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
    0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc,
    0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
  ]

  static func windowsScalar(_ byte: UInt8) -> Unicode.Scalar? {
    0x80...0x9f ~= byte
      ? Unicode.Scalar(windowsScalars[Int(byte) - 0x80]) : Unicode.Scalar(byte)
  }

  private static func windowsByte(_ scalar: Unicode.Scalar) -> UInt8? {
    if let index = windowsScalars.firstIndex(where: { UInt32($0) == scalar.value }) {
      return 0x80 + UInt8(index)
    }
    guard let byte = UInt8(exactly: scalar.value), !(0x80...0x9f ~= byte) else { return nil }
    return byte
  }
}
