import Testing

@testable import ApusBytes

struct ByteScanMarkupTests {
  @Test func `a markup scan finds either of two bytes at every position of a block`() {
    for count in 0..<40 {
      for place in 0..<count {
        for byte: UInt8 in [0x3c, 0x3e] {
          var bytes = [UInt8](repeating: 0x3d, count: count)
          bytes[place] = byte
          for start in [0, place, place + 1] {
            let found = ByteScan.first(0x3c, or: 0x3e, in: bytes.span, from: start, to: count)
            #expect(found == (start <= place ? place : count))
          }
        }
      }
      let bytes = [UInt8](repeating: 0x3d, count: count)
      #expect(ByteScan.first(0x3c, or: 0x3e, in: bytes.span, from: 0, to: count) == count)
    }
  }

  @Test func `a markup scan stops only at bytes that are special in XML`() {
    let unusual = Set("<>&".utf8).union([0xef]).union((0..<0x20).filter { $0 != 9 && $0 != 10 })
    for byte in UInt8.min...UInt8.max {
      for place in [0, 7, 15, 16, 19] {
        var bytes = [UInt8](repeating: 0x61, count: 20)
        bytes[place] = byte
        let found = ByteScan.firstUnusualInXML(in: bytes.span, from: 0, to: 20)
        #expect(found == (unusual.contains(byte) ? place : 20), "\(byte) at \(place)")
      }
    }
  }
}
