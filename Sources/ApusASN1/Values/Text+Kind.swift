extension ASN1.Text.Kind {
  private static let digitsAndSpace = ByteSet.digits.union(ByteSet(" "))
  private static let printables = ByteSet.letters.union(.digits).union(ByteSet(" '()+,-./:=?"))

  /// Creates the string type for a universal tag.
  /// The initializer returns `nil` if the tag is not the tag of a string type.
  public init?(_ tag: ASN1.Tag) {
    switch tag {
    case .utf8String: self = .utf8
    case .printableString: self = .printable
    case .ia5String: self = .ia5
    case .visibleString: self = .visible
    case .numericString: self = .numeric
    case .bmpString: self = .bmp
    case .teletexString: self = .teletex
    case .universalString: self = .universal
    default: return nil
    }
  }

  /// The universal tag of the string type.
  public var tag: ASN1.Tag {
    switch self {
    case .utf8: .utf8String
    case .printable: .printableString
    case .ia5: .ia5String
    case .visible: .visibleString
    case .numeric: .numericString
    case .bmp: .bmpString
    case .teletex: .teletexString
    case .universal: .universalString
    }
  }

  /// Returns the offset of the first byte that is not part of a valid character, or `nil` if all
  /// characters are valid.
  func firstInvalid(in content: Span<UInt8>) -> Int? {
    switch self {
    case .numeric: firstIndex(in: content) { !Self.digitsAndSpace.contains($0) }
    case .printable: firstIndex(in: content) { !Self.printables.contains($0) }
    case .ia5: firstIndex(in: content) { $0 >= 0x80 }
    case .visible: firstIndex(in: content) { !(0x20...0x7e ~= $0) }
    case .utf8: firstInvalidUTF8(in: content)
    case .teletex: nil
    case .bmp, .universal: firstInvalidUnit(in: content)
    }
  }

  /// A Boolean value that indicates whether every string of the ASN.1 string type is also valid
  /// UTF-8.
  var isUTF8: Bool {
    switch self {
    case .numeric, .printable, .ia5, .visible, .utf8: true
    case .teletex, .bmp, .universal: false
    }
  }

  /// The number of bytes per character in the string type, or 1 for a variable number of bytes.
  var unitByteCount: Int {
    switch self {
    case .numeric, .printable, .ia5, .visible, .utf8, .teletex: 1
    case .bmp: 2
    case .universal: 4
    }
  }

  /// Returns the character at an offset, or `nil` if the bytes of the character are incomplete or
  /// invalid.
  func scalar(at: Int, in content: Span<UInt8>) -> Unicode.Scalar? {
    guard unitByteCount <= content.count - at else { return nil }
    var value: UInt32 = 0
    for index in at..<at + unitByteCount { value = value << 8 | UInt32(content[index]) }
    return Unicode.Scalar(value)
  }

  /// Returns a string from the content of the string type. Invalid characters become U+FFFD.
  public func string(of content: Span<UInt8>) -> String {
    guard isUTF8 else { return wideString(content) }
    do {
      return String(copying: try UTF8Span(validating: content))
    } catch {
      return String(decoding: content.copy(), as: UTF8.self)
    }
  }

  private func wideString(_ content: Span<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    let width = unitByteCount
    for at in stride(from: 0, through: content.count - width, by: width) {
      text.append(scalar(at: at, in: content) ?? "\u{FFFD}")
    }
    return String(text)
  }

  /// Returns the bytes of a string in the string type, and throws an error if the type does not
  /// allow a character.
  public func encode(_ text: String) throws(ASN1Error) -> [UInt8] {
    var content: [UInt8] = []
    if isUTF8 {
      content = Array(text.utf8)
      if let invalid = firstInvalid(in: content.span) {
        throw .invalidCharacter(at: invalid, in: tag)
      }
      return content
    }
    var offset = 0
    for scalar in text.unicodeScalars {
      guard UInt64(scalar.value) >> UInt64(8 * unitByteCount) == 0 else {
        throw .invalidCharacter(at: offset, in: tag)
      }
      for index in (0..<unitByteCount).reversed() {
        content.append(UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * index)))
      }
      offset += UTF8.width(scalar)
    }
    return content
  }

  private func firstIndex(
    in content: Span<UInt8>, where isInvalid: (UInt8) -> Bool
  ) -> Int? {
    for index in content.indices where isInvalid(content[index]) { return index }
    return nil
  }

  private func firstInvalidUnit(in content: Span<UInt8>) -> Int? {
    for at in stride(from: 0, to: content.count, by: unitByteCount)
    where scalar(at: at, in: content) == nil { return at }
    return nil
  }

  private func firstInvalidUTF8(in content: Span<UInt8>) -> Int? {
    do {
      _ = try UTF8Span(validating: content)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}
