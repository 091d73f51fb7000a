/// The byte order of a number, which is big-endian or little-endian.
enum ByteOrder {
  case big
  case little
}

extension Span where Element == UInt8 {
  /// Reads an integer of up to seven bytes at an offset. Throws an error if the bytes are not
  /// within the span.
  func number(
    _ byteCount: Int, at offset: Int, _ order: ByteOrder, of kind: ImageKind
  ) throws(ImageError) -> Int {
    guard offset >= 0, offset <= count &- byteCount else { throw .truncated(kind, at: offset) }
    var value = 0
    for index in 0..<byteCount {
      let place = order == .big ? index : byteCount &- 1 &- index
      value = value << 8 | Int(self[offset &+ place])
    }
    return value
  }

  /// Returns whether the span contains the given bytes at an offset.
  func has(_ wanted: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count &- wanted.count else { return false }
    var at = offset
    for byte in wanted {
      guard self[at] == byte else { return false }
      at &+= 1
    }
    return true
  }

  /// Returns whether the span contains the given text at an offset.
  func has(_ wanted: String, at offset: Int) -> Bool { has(wanted.utf8, at: offset) }
}
