import ApusASN1
import Testing

/// X.690 sections 8.9 to 8.14 and 11.6, which RFC 5280 section 4.1 requires.
@Suite struct DERWriterTests {
  @Test func `a DER writer writes the lengths of nested values`() {
    let hex = written { writer in
      writer.writeSequence { sequence in
        sequence.writeExplicit(0) { $0.writeInteger(2) }
        sequence.writeOctetString { $0.writeNull() }
        sequence.writeSequence(tagged: .context(1, isConstructed: true)) { _ in }
      }
    }
    #expect(hex == "300b" + "a003020102" + "04020500" + "a100")
  }

  @Test(arguments: [126, 127, 128, 253, 255, 256, 65_533, 65_536])
  func `the length field of a DER value grows with the length of its content`(_ count: Int) throws {
    var writer = DERWriter()
    writer.writeInteger(1)
    writer.writeSequence {
      $0.writeSequence { $0.writeOctetString([UInt8](repeating: 7, count: count)) }
    }
    writer.writeInteger(2)
    let bytes = writer.bytes
    var reader = DERReader(bytes.span)
    #expect(try reader.readInteger(in: bytes.span) == 1)
    var outer = try reader.readSequence(in: bytes.span)
    var inner = try outer.readSequence(in: bytes.span)
    #expect(try inner.readOctetString(in: bytes.span).count == count)
    try inner.finish()
    try outer.finish()
    #expect(try reader.readInteger(in: bytes.span) == 2)
    try reader.finish()
  }

  @Test func `a DER writer writes the values of a SET in ascending order`() throws {
    let hex = written { writer in
      writer.writeInteger(0)
      writer.writeSortedSet(of: [300, 5, 3, 256]) { $0.writeInteger($1) }
    }
    #expect(hex == "020100" + "310e" + "020103" + "020105" + "02020100" + "0202012c")
    #expect(throws: Never.self) {
      try read(String(hex.dropFirst(6))) { try $0.readSortedSet(in: $1) }
    }
  }

  @Test func `a DER writer removes an incomplete value after an error`() {
    struct Stop: Error {}
    var writer = DERWriter()
    writer.writeNull()
    #expect(throws: Stop.self) {
      try writer.writeSequence { sequence throws(Stop) in
        sequence.writeInteger(5)
        throw Stop()
      }
    }
    #expect(Hex.encode(writer.bytes) == "0500")
  }

  @Test func `encoded DER is written unchanged`() {
    #expect(written { $0.writeSequence { $0.writeRaw([0x05, 0x00]) } } == "30020500")
    #expect(written { $0.write(.context(5), content: [1, 2]) } == "85020102")
  }
}
