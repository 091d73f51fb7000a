import ApusBytes

extension ByteReader {
  /// Reads all remaining bytes of the reader as 16-bit numbers.
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

  /// Reads all remaining bytes of the reader as byte strings, each with a length prefix of two
  /// bytes.
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
  /// Writes a list of 16-bit numbers with a length prefix of two bytes.
  mutating func writeVector16(of numbers: [UInt16]) throws(EncodeError) {
    try writeVector16 { list throws(EncodeError) in
      for number in numbers { list.write(number) }
    }
  }

  /// Writes a byte string with a length prefix of two bytes.
  mutating func writeVector16(_ bytes: [UInt8]) throws(EncodeError) {
    try writeVector16 { list throws(EncodeError) in list.write(bytes) }
  }

  /// Writes a byte string with a length prefix of one byte.
  mutating func writeVector8(_ bytes: [UInt8]) throws(EncodeError) {
    try writeVector8 { list throws(EncodeError) in list.write(bytes) }
  }
}
