import ApusASN1
import Testing

/// X.690 section 8.1.3, with the restrictions of RFC 5280 section 4.1.
@Suite struct DumpTests {
  private func dump(_ hex: String) throws -> ASN1.Dump {
    let bytes = try der(hex)
    return ASN1.Dump(bytes.span)
  }

  @Test func `a DER listing shows the content of each type`() throws {
    let hex = """
      30 5a 01 01 ff 02 01 f0 02 09 00 ff ff ff ff ff ff ff ff 03 02 04 f0 04 02 ab cd 05 00 \
      06 03 55 04 03 06 03 2a 03 04 0a 01 02 0c 02 68 69 17 0d 32 35 30 32 32 38 32 33 35 39 35 39 \
      5a 18 0f 32 30 35 30 30 31 30 31 30 30 30 30 30 30 5a 82 03 61 2e \
      62 83 02 00 01 a0 00 1b 01 61
      """
    let bytes = try der(hex)
    #expect(bytes.count == 92)
    #expect(
      ASN1.Dump(bytes.span).lines == [
        " 0  2 90  SEQUENCE", " 2  2  1    BOOLEAN TRUE", " 5  2  1    INTEGER -16",
        " 8  2  9    INTEGER 0x00ffffffffffffffff", "19  2  2    BIT STRING 4 bits f0",
        "23  2  2    OCTET STRING abcd", "27  2  0    NULL",
        "29  2  3    OBJECT IDENTIFIER 2.5.4.3 commonName",
        "34  2  3    OBJECT IDENTIFIER 1.2.3.4", "39  2  1    ENUMERATED 2",
        "42  2  2    UTF8String \"hi\"", "46  2 13    UTCTime 2025-02-28T23:59:59Z",
        "61  2 15    GeneralizedTime 2050-01-01T00:00:00Z", "78  2  3    [2] \"a.b\"",
        "83  2  2    [3] 0001", "87  2  0    [0]", "89  2  1    GeneralString 61",
      ])
  }

  @Test func `a DER listing shows the DER values inside an OCTET STRING or a BIT STRING`() throws {
    let dump = try dump("04 05 30 03 02 01 05 03 04 00 02 01 07 04 03 05 01 00")
    #expect(
      dump.lines == [
        " 0  2  5  OCTET STRING holding", " 2  2  3    SEQUENCE", " 4  2  1      INTEGER 5",
        " 7  2  4  BIT STRING holding", "10  2  1    INTEGER 7", "13  2  3  OCTET STRING 050100",
      ])
    #expect(dump.firstProblem == nil)
  }

  @Test func `a DER listing shows a violation at its offset and continues`() throws {
    let dump = try dump("30 0d 01 01 01 02 02 00 05 04 81 01 aa 05 00")
    #expect(
      dump.lines == [
        " 0  2 13  SEQUENCE", " 2  2  1    BOOLEAN 01",
        "  ! byte 4: the BOOLEAN has the value 0x01 instead of 0x00 or 0xff",
        " 5  2  2    INTEGER 0005", "  ! byte 5: the INTEGER is not in the shortest form",
        " 9  3  1    OCTET STRING aa",
        "  ! byte 10: the length of the value is not in the shortest form",
        "13  2  0    NULL",
      ])
    #expect(dump.firstProblem == .booleanNotCanonical(at: 4, byte: 1))
  }

  @Test func `a DER listing shows the available part of a truncated value`() throws {
    let dump = try dump("30 20 02 01 05 04 09 aa bb")
    #expect(
      dump.lines == [
        "0  2 7  SEQUENCE",
        "! byte 2: the value ends too early: 32 bytes are needed, but only 7 bytes are left",
        "2  2 1    INTEGER 5",
        "5  2 2    OCTET STRING aabb",
        "  ! byte 7: the value ends too early: 9 bytes are needed, but only 2 bytes are left",
      ])
  }

  @Test func `a DER listing continues after a malformed value`() throws {
    let dump = try dump("30 04 1f 80 00 00 02 01 05")
    #expect(
      dump.lines == [
        "0  2 4  SEQUENCE", "2  0 4    unreadable 1f800000",
        "  ! byte 2: the ASN.1 tag number is not in the shortest form, or is too large",
        "6  2 1  INTEGER 5",
      ])
  }

  @Test func `a DER value of indefinite length ends at its end-of-contents mark`() throws {
    let dump = try dump("30 80 02 01 05 30 80 05 00 00 00 00 00 02 01 06")
    #expect(
      dump.lines == [
        " 0  2 11  SEQUENCE", "! byte 1: the length of the value is indefinite, which DER forbids",
        " 2  2  1    INTEGER 5",
        " 5  2  4    SEQUENCE",
        "  ! byte 6: the length of the value is indefinite, which DER forbids",
        " 7  2  0      NULL",
        "13  2  1  INTEGER 6",
      ])
    #expect(try self.dump("30 80 05 00").nodes.count == 2)
    #expect(try self.dump("04 80 05 00").nodes.map(\.tag) == [nil])
  }

  @Test func `a DER listing shows the values of a type in the wrong form`() throws {
    let dump = try dump("24 03 04 01 aa 10 00")
    #expect(
      dump.lines == [
        "0  2 3  OCTET STRING",
        "! byte 0: the value has the type constructed OCTET STRING, but OCTET STRING is "
          + "expected",
        "2  2 1    OCTET STRING aa", "5  2 0  SEQUENCE",
        "! byte 5: the value has the type primitive SEQUENCE, but SEQUENCE is expected",
      ])
  }

  @Test func `the depth, the values and the line length of a DER listing are limited`() throws {
    let deep = try der(String(repeating: "30 80", count: 500))
    let dump = ASN1.Dump(deep.span)
    #expect(dump.nodes.count == ASN1.depthLimit + 1)
    #expect(dump.nodes.last?.depth == ASN1.depthLimit)
    let many = [UInt8](repeating: 0, count: 20)
    #expect(ASN1.Dump(many.span, nodeLimit: 10).isComplete)
    let limited = ASN1.Dump(many.span, nodeLimit: 9)
    #expect(!limited.isComplete)
    #expect(limited.lines.last == "! more than 9 values")
    var writer = DERWriter()
    writer.writeOctetString([UInt8](repeating: 0xaa, count: 100_000))
    try writer.writeText(String(repeating: "a", count: 100_000), as: .utf8)
    writer.write(.objectIdentifier, content: [UInt8](repeating: 1, count: 100_000))
    let long = writer.bytes
    for line in ASN1.Dump(long.span).lines { #expect(line.utf8.count < 120) }
  }

  @Test func `a DER listing shows nested strings up to the depth limit`() {
    var bytes: [UInt8] = [0x05, 0x00]
    for _ in 0..<50 { bytes = [0x04, UInt8(bytes.count)] + bytes }
    let dump = ASN1.Dump(bytes.span)
    #expect(dump.nodes.count == ASN1.depthLimit + 1)
  }

  @Test func `a DER listing escapes characters that control a terminal`() throws {
    let dump = try dump("0c 09 1b 5b 6d e2 80 ae 0a 22 5c")
    #expect(dump.lines == ["0  2 9  UTF8String \"\\u{1b}[m\\u{202e}\\u{a}\\\"\\\\\""])
  }

  @Test func `listing any three bytes as DER never traps`() {
    for first in UInt8.min...UInt8.max {
      for second in stride(from: 0, through: 255, by: 51) {
        for third: UInt8 in [0x00, 0x01, 0x30, 0x7f, 0x80, 0xff] {
          let bytes = [first, UInt8(second), third]
          #expect(!ASN1.Dump(bytes.span).lines.isEmpty)
        }
      }
    }
  }
}
