import ApusBytes
import Testing

@Suite struct ByteReaderTests {
  /// A read of an integer, and its number of bytes.
  private static let integers: [(Int, @Sendable (inout ByteReader) throws(DecodeError) -> UInt64)] =
    [
      (1, { (reader) throws(DecodeError) in UInt64(try reader.readUInt8()) }),
      (2, { (reader) throws(DecodeError) in UInt64(try reader.readUInt16()) }),
      (3, { (reader) throws(DecodeError) in UInt64(try reader.readUInt24()) }),
      (4, { (reader) throws(DecodeError) in UInt64(try reader.readUInt32()) }),
      (8, { (reader) throws(DecodeError) in try reader.readUInt64() }),
    ]

  @Test func `a byte reader reads integers in network byte order`() throws {
    var reader = ByteReader((1...18).map { UInt8($0) })
    #expect(try reader.readUInt8() == 0x01)
    #expect(try reader.readUInt16() == 0x0203)
    #expect(try reader.readUInt24() == 0x040506)
    #expect(try reader.readUInt32() == 0x0708_090a)
    #expect(try reader.readUInt64() == 0x0b0c_0d0e_0f10_1112)
    #expect(reader.isAtEnd)
    try reader.finish()
  }

  @Test func `a byte reader reads the largest integers`() throws {
    var reader = ByteReader([UInt8](repeating: 0xff, count: 18))
    #expect(try reader.readUInt8() == .max)
    #expect(try reader.readUInt16() == .max)
    #expect(try reader.readUInt24() == 0xff_ffff)
    #expect(try reader.readUInt32() == .max)
    #expect(try reader.readUInt64() == .max)
  }

  @Test func `a byte reader keeps its position if an integer is truncated`() throws {
    for (byteCount, read) in Self.integers {
      for available in 0...byteCount {
        var reader = ByteReader([UInt8](repeating: 1, count: 5 + available))
        _ = try reader.readBytes(5)
        guard available < byteCount else {
          _ = try read(&reader)
          #expect(reader.isAtEnd)
          continue
        }
        let error = DecodeError.truncated(at: 5, needed: byteCount, available: available)
        #expect(throws: error) { try read(&reader) }
        #expect(reader.offset == 5 && reader.remaining == available)
      }
    }
  }

  @Test func `a byte reader reads the last byte and throws an error after it`() throws {
    var reader = ByteReader([1, 2, 3, 4, 5])
    #expect(try reader.readBytes(0) == [])
    #expect(try reader.readBytes(2) == [1, 2])
    #expect(throws: DecodeError.truncated(at: 2, needed: 4, available: 3)) {
      try reader.readBytes(4)
    }
    #expect(throws: DecodeError.truncated(at: 2, needed: 4, available: 3)) {
      try reader.readSlice(4)
    }
    #expect(reader.offset == 2)
    #expect(try reader.readBytes(3) == [3, 4, 5])
    #expect(try reader.readBytes(0) == [])
    #expect(throws: DecodeError.truncated(at: 5, needed: 1, available: 0)) {
      try reader.readBytes(1)
    }
  }

  @Test(arguments: [-1, .min, .max, .max - 1])
  func `a byte reader rejects a count above the number of its bytes`(count: Int) throws {
    var reader = ByteReader([1, 2, 3])
    _ = try reader.readUInt8()
    let error = DecodeError.truncated(at: 1, needed: count, available: 2)
    #expect(throws: error) { try reader.readBytes(count) }
    #expect(throws: error) { try reader.readSlice(count) }
    #expect(reader.offset == 1)
  }

  @Test func `a byte reader with unread bytes throws an error in finish`() throws {
    var reader = ByteReader([1, 2, 3])
    #expect(throws: DecodeError.trailingBytes(at: 0, count: 3)) { try reader.finish() }
    _ = try reader.readUInt16()
    #expect(throws: DecodeError.trailingBytes(at: 2, count: 1)) { try reader.finish() }
    _ = try reader.readUInt8()
    try reader.finish()
    try ByteReader([]).finish()
  }

  @Test func `a byte reader returns its unread bytes as a copy or in a closure`() throws {
    var reader = ByteReader([1, 2, 3, 4])
    _ = try reader.readUInt8()
    #expect(reader.bytes() == [2, 3, 4])
    #expect(reader.withBytes { $0.copy() } == [2, 3, 4])
    var slice = try reader.readSlice(2)
    #expect(slice.bytes() == [2, 3])
    _ = try slice.readUInt16()
    #expect(slice.bytes() == [])
    #expect(slice.withBytes { $0.isEmpty })
    #expect(throws: DecodeError.malformedEnding(at: 3)) {
      try reader.withBytes { _ throws(DecodeError) in throw .malformedEnding(at: 3) }
    }
    #expect(reader.bytes() == [4])
  }

  @Test func `a slice of a byte reader has its own end and the original offsets`() throws {
    var reader = ByteReader([9, 9, 1, 2, 3, 9])
    _ = try reader.readUInt16()
    var slice = try reader.readSlice(3)
    #expect(reader.offset == 5)
    #expect(slice.offset == 2 && slice.end == 5 && slice.remaining == 3)
    #expect(throws: DecodeError.truncated(at: 2, needed: 4, available: 3)) {
      try slice.readUInt32()
    }
    #expect(try slice.readUInt16() == 0x0102)
    #expect(throws: DecodeError.trailingBytes(at: 4, count: 1)) { try slice.finish() }
    var inner = try slice.readSlice(1)
    #expect(slice.isAtEnd && !inner.isAtEnd)
    #expect(try inner.readUInt8() == 3)
    #expect(throws: DecodeError.truncated(at: 5, needed: 1, available: 0)) {
      try inner.readUInt8()
    }
  }

  @Test func `a copy of a byte reader advances separately`() throws {
    var reader = ByteReader([1, 2, 3])
    var ahead = reader
    _ = try ahead.readUInt16()
    #expect(reader.offset == 0 && ahead.offset == 2)
    #expect(try reader.readUInt8() == 1)
    #expect(try ahead.readUInt8() == 3)
  }

  @Test func `the decoder accepts or rejects every changed nested message without a trap`() {
    let message: [UInt8] = [3, 1, 0, 4, 2, 0xaa, 0xbb, 0xcc, 0, 0, 2, 1, 2, 0xdd]
    func read(_ bytes: [UInt8]) throws(DecodeError) -> [[UInt8]] {
      var reader = ByteReader(bytes)
      _ = try reader.readUInt16()
      var outer = try reader.readVector16(atLeast: 1, atMost: 8)
      let inner = try outer.readVector8(atMost: 3)
      let rest = try outer.readBytes(1)
      try outer.finish()
      let last = try reader.readVector24()
      _ = try reader.readUInt8()
      try reader.finish()
      return [inner.bytes(), rest, last.bytes()]
    }
    #expect(throws: Never.self) { try read(message) }
    #expect((try? read(message)) == [[0xaa, 0xbb], [0xcc], [1, 2]])
    for count in message.indices {
      do throws(DecodeError) {
        _ = try read(Array(message[..<count]))
        Issue.record("\(count) bytes were read as a whole")
      } catch {
        #expect(error.offset <= count)
      }
    }
    for index in message.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = message
        changed[index] = byte
        do throws(DecodeError) { _ = try read(changed) } catch {
          if !(0...message.count).contains(error.offset) { Issue.record("\(error)") }
        }
      }
    }
  }
}
