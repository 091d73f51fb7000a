internal import ApusASN1

/// The functions that read values of each ASN.1 type, like the functions of `DERReader`.
///
/// RFC 5280 appendix A.
extension X509.Reader {
  mutating func readElement(in bytes: Span<UInt8>) throws(X509Error) -> ASN1.Element {
    try reading { (der) throws(ASN1Error) in try der.readElement(in: bytes) }
  }

  mutating func read(
    _ tag: ASN1.Tag, in bytes: Span<UInt8>
  ) throws(X509Error) -> ASN1.Element {
    try reading { (der) throws(ASN1Error) in try der.read(tag, in: bytes) }
  }

  mutating func readOptional(
    _ tag: ASN1.Tag, in bytes: Span<UInt8>
  ) throws(X509Error) -> ASN1.Element? {
    try reading { (der) throws(ASN1Error) in try der.readOptional(tag, in: bytes) }
  }

  mutating func readSequence(
    tagged tag: ASN1.Tag = .sequence, in bytes: Span<UInt8>
  ) throws(X509Error) -> X509.Reader {
    let inner = try reading { (der) throws(ASN1Error) in
      try der.readSequence(tagged: tag, in: bytes)
    }
    return X509.Reader(inner, field)
  }

  /// Reads the SEQUENCE OF or SET OF with a tag, and throws an error if the list is empty.
  mutating func readList(
    tagged tag: ASN1.Tag = .sequence, in bytes: Span<UInt8>
  ) throws(X509Error) -> X509.Reader {
    let list = try readSequence(tagged: tag, in: bytes)
    guard !list.isAtEnd else { throw broken(.notEmpty, at: list.position) }
    return list
  }

  mutating func readOptionalExplicit(
    _ number: UInt32, in bytes: Span<UInt8>
  ) throws(X509Error) -> X509.Reader? {
    let inner = try reading { (der) throws(ASN1Error) in
      try der.readOptionalExplicit(number, in: bytes)
    }
    return inner.map { X509.Reader($0, field) }
  }

  mutating func readOID(
    tagged tag: ASN1.Tag = .objectIdentifier, in bytes: Span<UInt8>
  ) throws(X509Error) -> OID {
    try reading { (der) throws(ASN1Error) in try der.readOID(tagged: tag, in: bytes) }
  }

  mutating func readInteger(
    tagged tag: ASN1.Tag = .integer, in bytes: Span<UInt8>
  ) throws(X509Error) -> Int {
    try reading { (der) throws(ASN1Error) in try der.readInteger(tagged: tag, in: bytes) }
  }

  /// Reads an INTEGER (0..MAX), which is not negative.
  mutating func readCount(
    tagged tag: ASN1.Tag = .integer, in bytes: Span<UInt8>
  ) throws(X509Error) -> Int {
    let start = position
    let value = try readInteger(tagged: tag, in: bytes)
    guard value >= 0 else { throw broken(.notNegative, at: start) }
    return value
  }

  mutating func readOctetString(
    tagged tag: ASN1.Tag = .octetString, in bytes: Span<UInt8>
  ) throws(X509Error) -> Range<Int> {
    try reading { (der) throws(ASN1Error) in try der.readOctetString(tagged: tag, in: bytes) }
  }

  mutating func readBoolean(
    default absent: Bool, in bytes: Span<UInt8>
  ) throws(X509Error) -> Bool {
    try reading { (der) throws(ASN1Error) in try der.readBoolean(default: absent, in: bytes) }
  }

  mutating func readNamedBits(
    tagged tag: ASN1.Tag = .bitString, in bytes: Span<UInt8>
  ) throws(X509Error) -> UInt64 {
    try reading { (der) throws(ASN1Error) in try der.readNamedBits(tagged: tag, in: bytes) }
  }
}
