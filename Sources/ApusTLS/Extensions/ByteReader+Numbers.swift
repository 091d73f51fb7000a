import ApusBytes

extension ByteReader {
  /// Reads the rest as numbers of two bytes.
  ///
  ///     uint16 numbers<2..2^16-2>;
  ///
  /// RFC 8446 section 3.4.
  mutating func readUInt16s() throws(DecodeError) -> [UInt16] {
    var numbers: [UInt16] = []
    numbers.reserveCapacity(remaining / 2)
    while !isAtEnd { numbers.append(try readUInt16()) }
    return numbers
  }

  /// Reads the rest as strings, each after its length in two bytes.
  ///
  ///     opaque string<1..2^16-1>;
  ///
  /// RFC 8446 section 3.4.
  mutating func readVectors16(atLeast least: Int) throws(DecodeError) -> [[UInt8]] {
    var strings: [[UInt8]] = []
    while !isAtEnd { strings.append(try readVector16(atLeast: least).bytes()) }
    return strings
  }
}

extension ByteWriter {
  /// Writes numbers of two bytes after their length in two bytes.
  mutating func writeVector16(of numbers: [UInt16]) throws(EncodeError) {
    try writeVector16 { list throws(EncodeError) in
      for number in numbers { list.write(number) }
    }
  }

  /// Writes bytes after their length in two bytes.
  mutating func writeVector16(_ bytes: [UInt8]) throws(EncodeError) {
    try writeVector16 { list throws(EncodeError) in list.write(bytes) }
  }

  /// Writes bytes after their length in one byte.
  mutating func writeVector8(_ bytes: [UInt8]) throws(EncodeError) {
    try writeVector8 { list throws(EncodeError) in list.write(bytes) }
  }
}
