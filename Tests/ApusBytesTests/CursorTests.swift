import ApusBytes
import Testing

@Suite struct CursorTests {
  private let bytes: [UInt8] = [0x10, 0x20, 0x30, 0x40, 0x50, 0x60]

  @Test func `a cursor advances to its end and throws an error beyond it`() throws {
    var at = Cursor(1..<4)
    #expect(at.position == 1 && at.end == 4)
    #expect(at.remaining == 3 && !at.isAtEnd)
    #expect(at.range == 1..<4)
    #expect(at.peek(in: bytes.span) == 0x20)
    #expect(try at.readUInt8(in: bytes.span) == 0x20)
    #expect(try at.readUInt16(in: bytes.span) == 0x3040)
    #expect(at.isAtEnd && at.remaining == 0)
    #expect(at.range == 4..<4)
    #expect(at.peek(in: bytes.span) == nil)
    try at.finish()
  }

  @Test func `peeking at the next byte does not advance a cursor`() {
    let at = Cursor(0..<1)
    #expect(at.peek(in: bytes.span) == 0x10)
    #expect(at == Cursor(0..<1))
  }

  @Test func `a cursor keeps its position if an integer is truncated`() {
    for available in 0...2 {
      let start = Cursor(3..<3 + available)
      var at = start
      if available < 1 {
        #expect(throws: DecodeError.truncated(at: 3, needed: 1, available: available)) {
          try at.readUInt8(in: bytes.span)
        }
      }
      if available < 2 {
        #expect(throws: DecodeError.truncated(at: 3, needed: 2, available: available)) {
          try at.readUInt16(in: bytes.span)
        }
      }
      #expect(throws: DecodeError.truncated(at: 3, needed: available + 1, available: available)) {
        try at.readRange(available + 1)
      }
      #expect(at == start)
      #expect(throws: Never.self) { try at.readRange(available) }
      #expect(at.isAtEnd)
    }
  }

  @Test(arguments: [-1, .min, .max, .max - 1])
  func `a cursor rejects a count above the number of its bytes`(count: Int) {
    var at = Cursor(2..<5)
    #expect(throws: DecodeError.truncated(at: 2, needed: count, available: 3)) {
      try at.readRange(count)
    }
    #expect(at == Cursor(2..<5))
  }

  @Test func `a cursor returns consecutive ranges for consecutive reads`() throws {
    var at = Cursor(0..<6)
    #expect(try at.readRange(2) == 0..<2)
    #expect(try at.readRange(0) == 2..<2)
    #expect(try at.readRange(4) == 2..<6)
    #expect(try at.readRange(0) == 6..<6)
  }

  @Test func `a cursor with unread bytes throws an error in finish`() throws {
    var at = Cursor(1..<3)
    #expect(throws: DecodeError.trailingBytes(at: 1, count: 2)) { try at.finish() }
    _ = try at.readRange(1)
    #expect(throws: DecodeError.trailingBytes(at: 2, count: 1)) { try at.finish() }
    _ = try at.readRange(1)
    try at.finish()
  }

  @Test func `a cursor whose position exceeds its end reads no bytes`() {
    var at = Cursor(0..<2)
    at.position = 3
    #expect(at.isAtEnd && at.peek(in: bytes.span) == nil)
    #expect(throws: DecodeError.truncated(at: 3, needed: 1, available: -1)) {
      try at.readUInt8(in: bytes.span)
    }
    #expect(at.readDigits(1, in: bytes.span) == nil)
    let isPassed = at.skip(0x40, in: bytes.span)
    #expect(!isPassed)
  }

  @Test func `two cursors with equal positions and ends are equal`() {
    #expect(Cursor(1..<3) == Cursor(1..<3))
    #expect(Cursor(1..<3) != Cursor(0..<3))
    #expect(Cursor(1..<3) != Cursor(1..<4))
  }
}
