import Testing

@testable import ApusBytes

struct ByteScanLiteralsTests {
  private func place(of literal: String, in bytes: [UInt8]) -> Int? {
    ByteScan.firstPlace(of: literal.utf8.span, in: bytes.span)
  }

  @Test func `a literal search finds the literal at every position of sixteen-byte blocks`() {
    for literal in ["a", "ab", "--boundary", String(repeating: "a", count: 72) + "b"] {
      for count in 0..<160 {
        let room = [UInt8](repeating: 0x2e, count: count)
        #expect(place(of: literal, in: room) == nil)
        for start in 0..<max(0, count - literal.utf8.count + 1) {
          var bytes = room
          bytes.replaceSubrange(start..<start + literal.utf8.count, with: literal.utf8)
          #expect(place(of: literal, in: bytes) == start, "\(literal) at \(start) of \(count)")
          // Of two the first counts.
          #expect(place(of: literal, in: bytes + Array(literal.utf8)) == start)
        }
      }
    }
  }

  @Test func `a literal search rejects bytes that match only at the first and last byte`() {
    let bytes = Array(String(repeating: "-a-", count: 100).utf8)
    #expect(place(of: "--b--", in: bytes) == nil)
    #expect(place(of: "-a--a", in: bytes) == 0)
    #expect(place(of: "--boundary", in: Array("--boundar".utf8)) == nil)
    let almost = Array(String(repeating: "--boundarx--bounda_y", count: 20).utf8)
    #expect(place(of: "--boundary", in: almost) == nil)
    #expect(place(of: "--boundary", in: almost + Array("--boundary".utf8)) == almost.count)
  }
}
