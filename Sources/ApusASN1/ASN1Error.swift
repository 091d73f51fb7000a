/// Why DER or PEM could not be read or written, and where.
///
/// Offsets are counted from the first byte of the span that was read.
public enum ASN1Error: Error, Equatable, Sendable {
  /// A header or its content needs more bytes than are left where it stands.
  case truncated(at: Int, needed: Int, available: Int)
  /// The value has ended and bytes are left over.
  case trailingBytes(at: Int, count: Int)
  /// Another value stands where this one must.
  case unexpectedTag(at: Int, expected: ASN1.Tag, found: ASN1.Tag)
  /// The enclosing value ends where this one must stand.
  case missing(at: Int, expected: ASN1.Tag)
  /// The number of a tag is not in its shortest form, or is larger than `ASN1.Tag.numberLimit`.
  case malformedTag(at: Int)
  /// A length that is left open, which BER has and DER has not.
  case indefiniteLength(at: Int)
  /// A length that is not in its shortest form.
  case lengthNotMinimal(at: Int)
  /// A length of more octets than any input could be long.
  case lengthTooLarge(at: Int, octetCount: Int)
  /// Values are nested deeper than `ASN1.depthLimit`.
  case nestedTooDeep(at: Int, limit: Int)

  /// A content of a size that its type does not have.
  case wrongByteCount(at: Int, found: Int, allowed: ClosedRange<Int>)
  /// A BOOLEAN that is neither 0x00 nor 0xFF.
  case booleanNotCanonical(at: Int, byte: UInt8)
  /// An INTEGER with nine equal leading bits.
  case integerNotMinimal(at: Int)
  /// An INTEGER below zero where none may be.
  case integerNegative(at: Int)
  /// An INTEGER that does not fit into that many bytes.
  case integerTooLarge(at: Int, byteCount: Int, limit: Int)
  /// A BIT STRING that claims so many unused bits that it cannot have them.
  case wrongUnusedBitCount(at: Int, count: UInt8)
  /// A BIT STRING whose unused bits are not zero.
  case unusedBitsSet(at: Int)
  /// A list of named bits that ends in a zero.
  case namedBitsNotMinimal(at: Int)
  /// A list of more named bits than any type has.
  case tooManyNamedBits(at: Int, count: Int, limit: Int)
  /// A number of an OBJECT IDENTIFIER that begins with zeros.
  case arcNotMinimal(at: Int)
  /// A number of an OBJECT IDENTIFIER that does not end.
  case arcTruncated(at: Int)
  /// A number of an OBJECT IDENTIFIER that does not fit into 128 bits.
  case arcTooLarge(at: Int)
  /// A character that the type of the text does not have.
  case invalidCharacter(at: Int, in: ASN1.Tag)
  /// A time that is not in DER's one form, or that no calendar has.
  case malformedTime(at: Int, ASN1.Tag)
  /// The values of a SET OF are not in ascending order.
  case setNotSorted(at: Int)
  /// A value that is written although it is the default.
  case encodedDefault(at: Int)

  /// A time that the form cannot say, in seconds since the epoch.
  case timeOutOfRange(Int64, ASN1.Tag)
  /// PEM that cannot be read, with the line, counted from one.
  case pem(PEM.Problem, line: Int, at: Int)
}

extension PEM {
  /// A problem of PEM; `ASN1Error.pem` adds the line and the offset.
  public enum Problem: Equatable, Sendable {
    /// A line that starts like one that begins or ends a section, and goes on otherwise.
    case malformedBoundary
    /// A section that begins and does not end before the next one or the end of the text.
    case unterminated
    /// A line that ends a section of another label than the one that began at a line.
    case mismatchedEnd(begunAtLine: Int)
    /// A line that ends a section where none has begun.
    case unexpectedEnd
    /// Headers with no empty line behind them.
    case malformedHeaders
    /// The content is encrypted as old tools did it, with the key in the hash of a password.
    case encrypted
    /// An empty line between base64.
    case blankLine
    /// A byte that is not base64.
    case invalidCharacter(UInt8)
    /// Base64 that ends early, is padded wrongly, or carries bits that must be zero.
    case malformedEnding
    /// More sections than allowed.
    case tooManySections(limit: Int)
    /// A section of more bytes than allowed.
    case sectionTooLong(limit: Int)
  }
}

extension PEM.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedBoundary: "a line that neither begins nor ends a section"
    case .unterminated: "the section that begins here does not end"
    case .mismatchedEnd(let line): "the section that began at line \(line) has another label"
    case .unexpectedEnd: "no section has begun that could end"
    case .malformedHeaders: "no empty line stands behind the headers"
    case .encrypted: "the section is encrypted in a way that is not supported"
    case .blankLine: "an empty line stands between base64"
    case .invalidCharacter(let byte): "0x\(Hex.encode(byte)) is not base64"
    case .malformedEnding: "the base64 ends wrongly"
    case .tooManySections(let limit): "more than \(limit) sections"
    case .sectionTooLong(let limit): "a section of more than \(limit) bytes"
    }
  }
}
