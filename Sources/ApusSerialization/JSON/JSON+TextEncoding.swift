internal import ApusBytes

extension JSON {
  /// The Unicode encodings of JSON text, including the encodings of older specifications.
  public enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf16BigEndian = "UTF-16BE"
    case utf16LittleEndian = "UTF-16LE"
    case utf32BigEndian = "UTF-32BE"
    case utf32LittleEndian = "UTF-32LE"

    /// Detects the encoding of JSON text from its byte order mark, or from the positions of zero
    /// bytes in the first four bytes.
    ///
    /// The detection assumes that the text begins with two ASCII characters or is a single ASCII
    /// character.
    ///
    /// RFC 4627 section 3.
    ///
    /// - Parameter bytes: The bytes of the document, of which at most four are read.
    public init(of bytes: Span<UInt8>) {
      let first = (0..<4).map { $0 < bytes.count ? bytes[$0] : nil }
      self =
        switch (first[0], first[1], first[2], first[3]) {
        case (0, 0, 0xfe, 0xff), (0, 0, 0, .some): .utf32BigEndian
        case (0xff, 0xfe, 0, 0), (.some, 0, 0, 0): .utf32LittleEndian
        case (0xfe, 0xff, _, _), (0, .some, _, _): .utf16BigEndian
        case (0xff, 0xfe, _, _), (.some, 0, _, _): .utf16LittleEndian
        default: .utf8
        }
    }

    /// Converts JSON text to UTF-8. The result is `nil` if the text is already in UTF-8.
    static func utf8(
      of bytes: Span<UInt8>, _ options: JSON.ReadingOptions
    ) throws(JSON.ParsingError) -> [UInt8]? {
      guard bytes.count <= options.byteCountLimit else {
        throw .tooLarge(byteCount: bytes.count, limit: options.byteCountLimit)
      }
      let encoding = JSON.TextEncoding(of: bytes)
      guard encoding != .utf8 else { return nil }
      guard let text = encoding.utf8(of: bytes) else { throw .malformedEncoding(encoding) }
      return text
    }

    private func utf8(of bytes: Span<UInt8>) -> [UInt8]? {
      guard bytes.count % unitByteCount == 0 else { return nil }
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      var at = 0
      while at < bytes.count {
        guard let scalar = scalar(in: bytes, at: &at) else { return nil }
        for byte in scalar.utf8 { text.append(byte) }
      }
      return text
    }

    private func scalar(in bytes: Span<UInt8>, at: inout Int) -> Unicode.Scalar? {
      let unit = unit(in: bytes, at: at)
      at += unitByteCount
      guard unitByteCount == 2, unit >> 10 == 0x36, at < bytes.count else {
        return Unicode.Scalar(unit)
      }
      let low = self.unit(in: bytes, at: at)
      guard low >> 10 == 0x37 else { return nil }
      at += unitByteCount
      return Unicode.Scalar(0x10000 + (unit & 0x3ff) << 10 + low & 0x3ff)
    }

    private func unit(in bytes: Span<UInt8>, at: Int) -> UInt32 {
      var unit: UInt32 = 0
      for index in 0..<unitByteCount {
        unit = unit << 8 | UInt32(bytes[at + (isLittleEndian ? unitByteCount - 1 - index : index)])
      }
      return unit
    }

    private var unitByteCount: Int {
      switch self {
      case .utf8: 1
      case .utf16BigEndian, .utf16LittleEndian: 2
      case .utf32BigEndian, .utf32LittleEndian: 4
      }
    }

    private var isLittleEndian: Bool {
      switch self {
      case .utf16LittleEndian, .utf32LittleEndian: true
      case .utf8, .utf16BigEndian, .utf32BigEndian: false
      }
    }
  }
}
