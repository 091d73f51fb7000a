import Testing

@testable import ApusHTTP

/// The names that are noted while they are read.
struct FieldLineFramingTests {
  private func notes(_ name: String) -> FieldLine.Notes {
    let bytes = Array(name.utf8)
    return FieldLine.Notes(name: 0..<bytes.count, in: bytes.span)
  }

  @Test(arguments: [
    ("Host", FieldLine.Notes.host), ("Connection", .connection),
    ("Content-Length", .contentLength), ("Transfer-Encoding", .transferEncoding),
  ])
  func `only Host, Connection, Content-Length and Transfer-Encoding set a framing flag`(
    _ name: String, note: FieldLine.Notes
  ) {
    #expect(notes(name) == note)
    #expect(notes(name.lowercased()) == note && notes(name.uppercased()) == note)
    let bytes = Array(name.utf8)
    for index in bytes.indices {
      for byte in UInt8(0x21)...0x7e where HTTP.tokenBytes.contains(byte) {
        var changed = bytes
        changed[index] = byte
        let isSame = bytes[index] | 0x20 == byte | 0x20 && ByteSet.letters.contains(byte)
        let noted = FieldLine.Notes(name: 0..<changed.count, in: changed.span)
        #expect(noted == (isSame || byte == bytes[index] ? note : []), "\(byte) at \(index)")
      }
    }
  }

  @Test(arguments: [
    "H", "Hos", "Hostx", "Cookie", "Content-Lengt", "Content-Lengths", "Content_Length", "TE",
    "Trailer", "Transfer-Encodings", "Content-Type", "X-Host", "Connectio", "Connections",
  ])
  func `field names similar to Content-Length and Host set no framing flag`(_ name: String) {
    #expect(notes(name).isEmpty)
  }

  @Test func `a framing field name sets its flag at any position in the received bytes`() {
    let bytes = Array("x: y\r\nHost: h".utf8)
    #expect(FieldLine.Notes(name: 6..<10, in: bytes.span) == .host)
    #expect(FieldLine.Notes(name: 0..<1, in: bytes.span).isEmpty)
  }
}
