/// Flags for the header fields that determine the length of a message. The reader sets the flag
/// when it reads the field name, so the framing code does not search for these fields.
extension FieldLine.Notes {
  /// Returns the framing flag of a field name, such as the flag of `Content-Length`. The function
  /// compares the length of the name first.
  @inline(__always)
  init(name: Range<Int>, in bytes: Span<UInt8>) {
    // Few other field names begin with one of these letters and have one of these lengths.
    switch bytes[name.lowerBound] | 0x20 {
    case 0x63, 0x68, 0x74: self = Self.compared(name, in: bytes)
    default: self = []
    }
  }

  private static func compared(_ name: Range<Int>, in bytes: Span<UInt8>) -> FieldLine.Notes {
    let start = name.lowerBound
    switch name.upperBound &- start {
    case 4 where reads("h", "o", "s", "t", start, bytes):
      return .host
    case 10
    where reads("c", "o", "n", "n", start, bytes)
      && reads("e", "c", "t", "i", start &+ 4, bytes)
      && reads("t", "i", "o", "n", start &+ 6, bytes):
      return .connection
    case 14
    where reads("c", "o", "n", "t", start, bytes)
      && reads("e", "n", "t", "-", start &+ 4, bytes)
      && reads("l", "e", "n", "g", start &+ 8, bytes)
      && reads("n", "g", "t", "h", start &+ 10, bytes):
      return .contentLength
    case 17
    where reads("t", "r", "a", "n", start, bytes)
      && reads("s", "f", "e", "r", start &+ 4, bytes)
      && reads("-", "e", "n", "c", start &+ 8, bytes)
      && reads("o", "d", "i", "n", start &+ 12, bytes)
      && reads("d", "i", "n", "g", start &+ 13, bytes):
      return .transferEncoding
    default:
      return []
    }
  }

  /// Returns whether four bytes of a token equal four given letters or hyphens without regard to
  /// letter case.
  ///
  /// Setting bit 5 converts an ASCII letter to lower case and converts no other byte of a token to
  /// a letter. Only a carriage return would become `-`, and a token contains no carriage return.
  @inline(__always)
  private static func reads(
    _ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar, _ d: Unicode.Scalar,
    _ at: Int, _ bytes: Span<UInt8>
  ) -> Bool {
    ByteScan.quartet(in: bytes, at: at) | 0x2020_2020 == ByteScan.quartet(a, b, c, d)
  }
}

extension HTTP.Fields {
  /// Replaces each line fold in a field value with one space. RFC 9112 section 5.2 requires the
  /// replacement.
  mutating func unfold() {
    for index in lines.indices where lines[index].notes.contains(.folded) {
      let value = lines[index].value
      var end = value.lowerBound
      var at = value.lowerBound
      while at < value.upperBound {
        guard storage[at] == 0x0d else {
          storage[end] = storage[at]
          end += 1
          at += 1
          continue
        }
        while end > value.lowerBound, storage[end - 1] == 0x20 || storage[end - 1] == 0x09 {
          end -= 1
        }
        at += 2
        while at < value.upperBound, storage[at] == 0x20 || storage[at] == 0x09 { at += 1 }
        storage[end] = 0x20
        end += 1
      }
      let name = lines[index].name
      lines[index] = FieldLine(
        nameStart: name.lowerBound, nameEnd: name.upperBound, valueStart: value.lowerBound,
        valueEnd: end, notes: lines[index].notes.subtracting(.folded))
    }
  }
}
