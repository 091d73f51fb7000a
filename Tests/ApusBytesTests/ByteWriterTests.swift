import ApusBytes
import Testing

@Suite struct ByteWriterTests {
  /// A vector's prefix, and the write of such vectors.
  struct Vector: Sendable {
    typealias Body = (inout ByteWriter) throws(EncodeError) -> Void

    let prefixCount: Int
    let write: @Sendable (inout ByteWriter, Body) throws(EncodeError) -> Void

    var largest: Int { 1 << (8 * prefixCount) - 1 }
  }

  static let vectors = [
    Vector(prefixCount: 1) { (writer, body) throws(EncodeError) in
      try writer.writeVector8(body)
    },
    Vector(prefixCount: 2) { (writer, body) throws(EncodeError) in
      try writer.writeVector16(body)
    },
    Vector(prefixCount: 3) { (writer, body) throws(EncodeError) in
      try writer.writeVector24(body)
    },
  ]

  @Test func `a new byte writer contains no bytes`() {
    #expect(ByteWriter().bytes == [])
    #expect(ByteWriter(capacity: 100).count == 0)
  }

  @Test func `a byte writer writes integers in network byte order`() {
    var writer = ByteWriter()
    writer.write(0x01 as UInt8)
    writer.write(0x0203 as UInt16)
    writer.writeUInt24(0x040506)
    writer.write(0x0708_090a as UInt32)
    writer.write(0x0b0c_0d0e_0f10_1112 as UInt64)
    #expect(writer.bytes == (1...18).map { UInt8($0) })
    #expect(writer.count == 18)
  }

  @Test func `a byte writer writes the largest integers`() {
    var writer = ByteWriter()
    writer.write(UInt8.max)
    writer.write(UInt16.max)
    writer.writeUInt24(0xff_ffff)
    writer.write(UInt32.max)
    writer.write(UInt64.max)
    #expect(writer.bytes == [UInt8](repeating: 0xff, count: 18))
  }

  @Test func `a byte writer writes the low three bytes of a 24-bit integer`() {
    var writer = ByteWriter()
    writer.writeUInt24(0xaabb_ccdd)
    #expect(writer.bytes == [0xbb, 0xcc, 0xdd])
  }

  @Test func `a byte writer writes bytes and text unchanged`() {
    var writer = ByteWriter()
    let bytes: [UInt8] = [1, 2, 3, 4]
    writer.write(bytes)
    writer.write(bytes[1...2])
    writer.write(bytes.span.extracting(3..<4))
    writer.write("é\r\n")
    writer.write("")
    #expect(writer.bytes == [1, 2, 3, 4, 2, 3, 4, 0xc3, 0xa9, 0x0d, 0x0a])
  }

  @Test(arguments: vectors)
  func `a vector with more bytes than its length prefix can express is rejected`(vector: Vector)
    throws
  {
    for count in [0, 1, vector.largest] {
      var writer = ByteWriter()
      try vector.write(&writer) { $0.write([UInt8](repeating: 7, count: count)) }
      let length = writer.bytes[..<vector.prefixCount].reduce(0) { $0 << 8 | Int($1) }
      #expect(length == count)
      #expect(writer.count == vector.prefixCount + count)
      #expect(writer.bytes.last == (count == 0 ? 0 : 7))
    }
    let tooLong = vector.largest + 1
    var writer = ByteWriter()
    writer.write("ab")
    #expect(throws: EncodeError.tooLong(count: tooLong, limit: vector.largest)) {
      try vector.write(&writer) { $0.write([UInt8](repeating: 7, count: tooLong)) }
    }
    #expect(writer.count == 2)
    #expect(writer.bytes.prefix(2) == [0x61, 0x62])
  }

  @Test func `the length prefix of a vector includes its nested vectors`() throws {
    var writer = ByteWriter()
    writer.write(0xee as UInt8)
    try writer.writeVector16 { outer throws(EncodeError) in
      try outer.writeVector8 { $0.write([1, 2, 3]) }
      try outer.writeVector24 { _ in }
      outer.write(9 as UInt8)
    }
    writer.write(0xff as UInt8)
    #expect(writer.bytes == [0xee, 0, 8, 3, 1, 2, 3, 0, 0, 0, 9, 0xff])
  }

  @Test(arguments: vectors)
  func `a byte writer is unchanged if the closure for a vector throws an error`(vector: Vector) {
    let failure = EncodeError.tooLong(count: 3, limit: 2)
    var writer = ByteWriter()
    writer.write([1, 2])
    #expect(throws: failure) {
      try vector.write(&writer) { body throws(EncodeError) in
        body.write([3, 4])
        throw failure
      }
    }
    #expect(writer.bytes == [1, 2])
  }

  @Test func `an error in a nested vector removes the enclosing vectors`()
    throws
  {
    let tooLong = EncodeError.tooLong(count: 256, limit: 255)
    var writer = ByteWriter()
    writer.write(1 as UInt8)
    #expect(throws: tooLong) {
      try writer.writeVector16 { outer throws(EncodeError) in
        outer.write(2 as UInt8)
        try outer.writeVector8 { $0.write([UInt8](repeating: 0, count: 256)) }
      }
    }
    #expect(writer.bytes == [1])
    try writer.writeVector16 { outer throws(EncodeError) in
      outer.write(2 as UInt8)
      do throws(EncodeError) {
        try outer.writeVector8 { $0.write([UInt8](repeating: 0, count: 256)) }
      } catch {
        outer.write(3 as UInt8)
      }
    }
    #expect(writer.bytes == [1, 0, 2, 2, 3])
  }

  @Test func `a byte reader reads back the values of a byte writer`() throws {
    var writer = ByteWriter()
    writer.write(0x1234 as UInt16)
    try writer.writeVector24 { outer throws(EncodeError) in
      outer.writeUInt24(0x56789a)
      try outer.writeVector16 { $0.write("host") }
    }
    var reader = ByteReader(writer.bytes)
    #expect(try reader.readUInt16() == 0x1234)
    var outer = try reader.readVector24()
    try reader.finish()
    #expect(try outer.readUInt24() == 0x56789a)
    #expect(try outer.readVector16().bytes() == Array("host".utf8))
    try outer.finish()
  }

  @Test func `an encoding error contains the vector's length and the limit`() {
    #expect(
      EncodeError.tooLong(count: 300, limit: 255).description
        == "the data has 300 bytes, but at most 255 bytes are allowed")
  }
}
