import ApusBytes
import Testing

/// Vectors as the TLS presentation language has them: RFC 8446 section 3.4.
@Suite struct ByteReaderVectorTests {
  /// A vector's prefix, and the read of such vectors.
  struct Vector: Sendable {
    let prefixCount: Int
    let read: @Sendable (inout ByteReader, Int, Int?) throws(DecodeError) -> ByteReader

    var largest: Int { 1 << (8 * prefixCount) - 1 }

    /// A length followed by that number of bytes.
    func bytes(length: Int, bodyCount: Int) -> [UInt8] {
      let prefix = (0..<prefixCount).map {
        UInt8(truncatingIfNeeded: length >> (8 * (prefixCount - 1 - $0)))
      }
      return prefix + [UInt8](repeating: 0x5a, count: bodyCount)
    }
  }

  static let vectors = [
    Vector(prefixCount: 1) { (reader, least, most) throws(DecodeError) in
      guard let most else { return try reader.readVector8(atLeast: least) }
      return try reader.readVector8(atLeast: least, atMost: most)
    },
    Vector(prefixCount: 2) { (reader, least, most) throws(DecodeError) in
      guard let most else { return try reader.readVector16(atLeast: least) }
      return try reader.readVector16(atLeast: least, atMost: most)
    },
    Vector(prefixCount: 3) { (reader, least, most) throws(DecodeError) in
      guard let most else { return try reader.readVector24(atLeast: least) }
      return try reader.readVector24(atLeast: least, atMost: most)
    },
  ]

  /// A reader that has passed two bytes, so that offsets are not counts.
  private func reader(_ bytes: [UInt8]) throws -> ByteReader {
    var reader = ByteReader([0, 0] + bytes)
    _ = try reader.readUInt16()
    return reader
  }

  @Test(arguments: vectors)
  func `a vector has as many bytes as its length prefix states`(vector: Vector) throws {
    for length in [0, 1, 255, vector.largest] {
      var reader = try reader(vector.bytes(length: length, bodyCount: length + 1))
      let body = try vector.read(&reader, 0, nil)
      #expect(body.offset == 2 + vector.prefixCount)
      #expect(body.remaining == length)
      #expect(reader.remaining == 1)
    }
  }

  @Test(arguments: vectors)
  func `a vector length outside the allowed range is rejected`(vector: Vector) throws {
    for length in 1...6 {
      var reader = try reader(vector.bytes(length: length, bodyCount: length))
      if (2...5).contains(length) {
        #expect(try vector.read(&reader, 2, 5).remaining == length)
        #expect(reader.isAtEnd)
      } else {
        #expect(throws: DecodeError.lengthOutOfRange(at: 2, length: length, allowed: 2...5)) {
          try vector.read(&reader, 2, 5)
        }
        #expect(reader.offset == 2)
      }
    }
  }

  @Test(arguments: vectors)
  func `a vector length above the limit is rejected before its bytes are read`(vector: Vector)
    throws
  {
    var reader = try reader(vector.bytes(length: 200, bodyCount: 0))
    #expect(throws: DecodeError.lengthOutOfRange(at: 2, length: 200, allowed: 0...199)) {
      try vector.read(&reader, 0, 199)
    }
  }

  @Test(arguments: vectors)
  func `a byte reader keeps its position if a vector is truncated`(vector: Vector) throws {
    let whole = vector.bytes(length: 4, bodyCount: 4)
    for count in whole.indices {
      var reader = try reader(Array(whole[..<count]))
      let error: DecodeError =
        count < vector.prefixCount
        ? .truncated(at: 2, needed: vector.prefixCount, available: count)
        : .truncated(
          at: 2 + vector.prefixCount, needed: 4, available: count - vector.prefixCount)
      #expect(throws: error) { try vector.read(&reader, 0, nil) }
      #expect(reader.offset == 2 && reader.remaining == count)
    }
  }

  @Test func `a vector that extends beyond its enclosing vector is rejected`() throws {
    var reader = ByteReader([2, 2, 0xaa, 0xbb])
    var outer = try reader.readVector8()
    #expect(throws: DecodeError.truncated(at: 2, needed: 2, available: 1)) {
      try outer.readVector8()
    }
    #expect(outer.offset == 1)
    #expect(reader.offset == 3)
  }
}
