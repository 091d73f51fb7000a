/// The functions that read values of each ASN.1 type, with the type's universal tag or an implicit
/// tag.
///
/// RFC 5280 appendix A, whose modules define the tags.
extension DERReader {
  /// Reads a BOOLEAN value.
  @inlinable
  public mutating func readBoolean(
    tagged tag: ASN1.Tag = .boolean, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Bool {
    try read(tag, in: bytes).boolean(in: bytes)
  }

  /// Reads an INTEGER that fits into an `Int`.
  @inlinable
  public mutating func readInteger(
    tagged tag: ASN1.Tag = .integer, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Int {
    try read(tag, in: bytes).integer(in: bytes)
  }

  /// Reads an ENUMERATED value.
  @inlinable
  public mutating func readEnumerated(
    tagged tag: ASN1.Tag = .enumerated, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Int {
    try read(tag, in: bytes).integer(in: bytes)
  }

  /// Reads an INTEGER of any size and sign.
  @inlinable
  public mutating func readWideInteger(
    tagged tag: ASN1.Tag = .integer, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Integer {
    try read(tag, in: bytes).wideInteger(in: bytes)
  }

  /// Reads a nonnegative INTEGER, and returns the range of its bytes without a leading zero.
  @inlinable
  public mutating func readMagnitude(
    tagged tag: ASN1.Tag = .integer, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Range<Int> {
    try read(tag, in: bytes).magnitude(in: bytes)
  }

  /// Reads a BIT STRING of any number of bits.
  @inlinable
  public mutating func readBitString(
    tagged tag: ASN1.Tag = .bitString, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.BitString {
    try read(tag, in: bytes).bitString(in: bytes)
  }

  /// Reads a BIT STRING that consists of whole bytes.
  @inlinable
  public mutating func readWholeBitString(
    tagged tag: ASN1.Tag = .bitString, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Range<Int> {
    try read(tag, in: bytes).wholeBitString(in: bytes)
  }

  /// Reads a BIT STRING of named bits. Bit 0 of the result is bit 0 of the ASN.1 BIT STRING.
  @inlinable
  public mutating func readNamedBits(
    tagged tag: ASN1.Tag = .bitString, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> UInt64 {
    try read(tag, in: bytes).namedBits(in: bytes)
  }

  /// Reads an OCTET STRING value.
  @inlinable
  public mutating func readOctetString(
    tagged tag: ASN1.Tag = .octetString, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Range<Int> {
    try read(tag, in: bytes).content
  }

  /// Reads a NULL value.
  @inlinable
  public mutating func readNull(
    tagged tag: ASN1.Tag = .null, in bytes: Span<UInt8>
  ) throws(ASN1Error) {
    try read(tag, in: bytes).null()
  }

  /// Reads an OBJECT IDENTIFIER value.
  @inlinable
  public mutating func readOID(
    tagged tag: ASN1.Tag = .objectIdentifier, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> OID {
    try read(tag, in: bytes).oid(in: bytes)
  }

  /// Reads a UTCTime value, in seconds since the epoch.
  @inlinable
  public mutating func readUTCTime(
    tagged tag: ASN1.Tag = .utcTime, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Int64 {
    try read(tag, in: bytes).utcTime(in: bytes)
  }

  /// Reads a GeneralizedTime value, in seconds since the epoch.
  @inlinable
  public mutating func readGeneralizedTime(
    tagged tag: ASN1.Tag = .generalizedTime, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Int64 {
    try read(tag, in: bytes).generalizedTime(in: bytes)
  }

  /// Reads a UTCTime or a GeneralizedTime value.
  @inlinable
  public mutating func readTime(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Time {
    if isNext(.generalizedTime, in: bytes) {
      let seconds = try readGeneralizedTime(in: bytes)
      return ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: true)
    }
    return ASN1.Time(secondsSinceEpoch: try readUTCTime(in: bytes), isGeneralized: false)
  }

  /// Reads a character string. The universal tag determines the string type.
  @inlinable
  public mutating func readText(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Text {
    try readElement(in: bytes).text(in: bytes)
  }

  /// Reads a character string of a given type, with the type's universal tag or an implicit tag.
  @inlinable
  public mutating func readText(
    _ kind: ASN1.Text.Kind, tagged tag: ASN1.Tag? = nil, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Text {
    try read(tag ?? kind.tag, in: bytes).text(kind, in: bytes)
  }
}
