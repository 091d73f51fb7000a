/// The functions that write values of each ASN.1 type, with the type's universal tag or an implicit
/// tag.
///
/// X.690 sections 8 and 11, which RFC 5280 section 4.1 requires.
extension DERWriter {
  /// Writes a BOOLEAN value.
  public mutating func writeBoolean(_ value: Bool, tagged tag: ASN1.Tag = .boolean) {
    write(tag, content: [value ? 0xff : 0x00])
  }

  /// Writes a BOOLEAN value unless the value is the default value.
  public mutating func writeBoolean(
    _ value: Bool, default absent: Bool, tagged tag: ASN1.Tag = .boolean
  ) {
    if value != absent { writeBoolean(value, tagged: tag) }
  }

  /// Writes an INTEGER value.
  public mutating func writeInteger(_ value: Int, tagged tag: ASN1.Tag = .integer) {
    var content: [UInt8] = []
    var rest = value
    repeat {
      content.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    } while rest != (content[content.count - 1] >= 0x80 ? -1 : 0)
    write(tag, content: content.reversed())
  }

  /// Writes an INTEGER value unless the value is the default value.
  public mutating func writeInteger(
    _ value: Int, default absent: Int, tagged tag: ASN1.Tag = .integer
  ) {
    if value != absent { writeInteger(value, tagged: tag) }
  }

  /// Writes a nonnegative INTEGER from bytes that begin with the high byte.
  ///
  /// Leading zeros of the bytes are removed.
  public mutating func writeInteger(magnitude: [UInt8], tagged tag: ASN1.Tag = .integer) {
    var content = Array(magnitude.drop { $0 == 0 })
    if content.isEmpty || content[0] >= 0x80 { content.insert(0, at: 0) }
    write(tag, content: content)
  }

  /// Writes an ENUMERATED value.
  public mutating func writeEnumerated(_ value: Int, tagged tag: ASN1.Tag = .enumerated) {
    writeInteger(value, tagged: tag)
  }

  /// Writes a BIT STRING. Up to seven low bits of the last byte can be unused.
  public mutating func writeBitString(
    _ bits: [UInt8], unusedBitCount: Int = 0, tagged tag: ASN1.Tag = .bitString
  ) {
    precondition(0...7 ~= unusedBitCount, "a byte has eight bits")
    precondition(!bits.isEmpty || unusedBitCount == 0, "an empty BIT STRING has no unused bits")
    var content = [UInt8(truncatingIfNeeded: unusedBitCount)] + bits
    if unusedBitCount > 0 { content[bits.count] &= 0xff << UInt8(unusedBitCount) }
    write(tag, content: content)
  }

  /// Writes a BIT STRING of whole bytes. The closure `body` writes the content bytes.
  public mutating func writeBitString<Failure: Error>(
    tagged tag: ASN1.Tag = .bitString, _ body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try write(tag) { (bits: inout DERWriter) throws(Failure) in
      bits.writeRaw([0])
      try body(&bits)
    }
  }

  /// Writes a BIT STRING of named bits. Bit 0 of the parameter is bit 0 of the ASN.1 BIT STRING.
  public mutating func writeNamedBits(_ names: UInt64, tagged tag: ASN1.Tag = .bitString) {
    let count = 64 - names.leadingZeroBitCount
    var bits = [UInt8](repeating: 0, count: (count + 7) / 8)
    for index in 0..<count where names >> UInt64(index) & 1 == 1 {
      bits[index / 8] |= 0x80 >> UInt8(index % 8)
    }
    writeBitString(bits, unusedBitCount: bits.count * 8 - count, tagged: tag)
  }

  /// Writes an OCTET STRING value.
  public mutating func writeOctetString(_ content: [UInt8], tagged tag: ASN1.Tag = .octetString) {
    write(tag, content: content)
  }

  /// Writes an OCTET STRING. The closure `body` writes the content of the OCTET STRING.
  public mutating func writeOctetString<Failure: Error>(
    tagged tag: ASN1.Tag = .octetString, _ body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try write(tag, body)
  }

  /// Writes a NULL value.
  public mutating func writeNull(tagged tag: ASN1.Tag = .null) {
    write(tag, content: [])
  }

  /// Writes an OBJECT IDENTIFIER value.
  public mutating func writeOID(_ oid: OID, tagged tag: ASN1.Tag = .objectIdentifier) {
    write(tag, content: oid.bytes)
  }

  /// Writes a character string, and throws an error for a character that the string type does not
  /// allow. The offset in the error is counted in UTF-8 bytes of the string.
  public mutating func writeText(
    _ text: String, as kind: ASN1.Text.Kind, tagged tag: ASN1.Tag? = nil
  ) throws(ASN1Error) {
    write(tag ?? kind.tag, content: try kind.encode(text))
  }

  /// Writes a time with its ASN.1 type; `ASN1.Time(secondsSinceEpoch:)` chooses the type that
  /// certificates require.
  public mutating func writeTime(
    _ time: ASN1.Time, tagged tag: ASN1.Tag? = nil
  ) throws(ASN1Error) {
    write(tag ?? time.tag, content: try time.content())
  }
}
