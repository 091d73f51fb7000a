import ApusBytes
import Testing

@Suite struct ByteSetTests {
  private func members(_ set: ByteSet) -> [UInt8] {
    (UInt8.min...UInt8.max).filter { set.contains($0) }
  }

  @Test func `a byte set of one byte contains no other byte`() {
    for byte in UInt8.min...UInt8.max {
      #expect(members(ByteSet(byte...byte)) == [byte])
    }
  }

  @Test func `a byte set of a literal contains the bytes of the literal`() {
    #expect(members(ByteSet()) == [])
    #expect(members(ByteSet("")) == [])
    #expect(members(ByteSet("cab a")) == [0x20, 0x61, 0x62, 0x63])
    #expect(members(ByteSet("é")) == [0xa9, 0xc3])
  }

  @Test(arguments: [0...0, 0...255, 255...255, 63...64, 127...128, 191...192, 62...193])
  func `a byte set of a range contains all bytes of the range`(range: ClosedRange<UInt8>) {
    #expect(members(ByteSet(range)) == Array(range))
  }

  @Test func `the union and the difference of byte sets contain the expected bytes`() {
    let (low, high) = (ByteSet(10...200), ByteSet(100...250))
    #expect(members(low.union(high)) == Array(10...250))
    #expect(members(low.subtracting(high)) == Array(10...99))
    #expect(members(high.subtracting(low)) == Array(201...250))
    #expect(members(low.subtracting(low)) == [])
  }

  @Test func `two byte sets with the same bytes are equal`() {
    #expect(ByteSet("abc") == ByteSet("cbaabc"))
    #expect(ByteSet(0x61...0x63) == ByteSet("abc"))
    for byte in UInt8.min...UInt8.max {
      #expect(ByteSet(byte...byte) != ByteSet())
    }
  }

  @Test func `the predefined byte sets contain exactly the digits and letters`() {
    #expect(members(.digits) == Array("0123456789".utf8))
    #expect(
      members(.letters) == Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8))
    #expect(members(.hexDigits) == Array("0123456789ABCDEFabcdef".utf8))
  }
}
