/// The reason DER or PEM could not be read or written, and the place.
///
/// Offsets are counted from the first byte of the span that was read.
public enum ASN1Error: Error, Equatable, Sendable {
  /// A header or its content needs more bytes than are left.
  case truncated(at: Int, needed: Int, available: Int)
  /// There are bytes left after the end of the value.
  case trailingBytes(at: Int, count: Int)
  /// A value with another tag than the expected one.
  case unexpectedTag(at: Int, expected: ASN1.Tag, found: ASN1.Tag)
  /// The enclosing value ends before an expected value.
  case missing(at: Int, expected: ASN1.Tag)
  /// The number of a tag is not in its shortest form, or is larger than `ASN1.Tag.numberLimit`.
  case malformedTag(at: Int)
  /// An indefinite length, which is allowed in BER only.
  case indefiniteLength(at: Int)
  /// A length that is not in its shortest form.
  case lengthNotMinimal(at: Int)
  /// A length of more octets than any input can have.
  case lengthTooLarge(at: Int, octetCount: Int)
  /// Values are nested deeper than `ASN1.depthLimit`.
  case nestedTooDeep(at: Int, limit: Int)

  /// A content with a length that its type does not allow.
  case wrongByteCount(at: Int, found: Int, allowed: ClosedRange<Int>)
  /// A BOOLEAN that is neither 0x00 nor 0xFF.
  case booleanNotCanonical(at: Int, byte: UInt8)
  /// An INTEGER with nine equal leading bits.
  case integerNotMinimal(at: Int)
  /// A negative INTEGER that must not be negative.
  case integerNegative(at: Int)
  /// An INTEGER of more than `limit` bytes.
  case integerTooLarge(at: Int, byteCount: Int, limit: Int)
  /// A BIT STRING with an impossible number of unused bits.
  case wrongUnusedBitCount(at: Int, count: UInt8)
  /// A BIT STRING whose unused bits are not zero.
  case unusedBitsSet(at: Int)
  /// A list of named bits with a trailing zero.
  case namedBitsNotMinimal(at: Int)
  /// A list of more named bits than any type has.
  case tooManyNamedBits(at: Int, count: Int, limit: Int)
  /// A number of an OBJECT IDENTIFIER with leading zeros.
  case arcNotMinimal(at: Int)
  /// A number of an OBJECT IDENTIFIER that is truncated.
  case arcTruncated(at: Int)
  /// A number of an OBJECT IDENTIFIER that does not fit into 128 bits.
  case arcTooLarge(at: Int)
  /// A character that the string type does not allow.
  case invalidCharacter(at: Int, in: ASN1.Tag)
  /// A time in another form than that of DER, or a date that does not exist.
  case malformedTime(at: Int, ASN1.Tag)
  /// The values of a SET OF are not in ascending order.
  case setNotSorted(at: Int)
  /// A default value that is encoded.
  case encodedDefault(at: Int)

  /// A time that the type cannot represent, in seconds since the epoch.
  case timeOutOfRange(Int64, ASN1.Tag)
  /// Malformed PEM, with the line, counted from one.
  case pem(PEM.Problem, line: Int, at: Int)
}

extension PEM {
  /// A problem of PEM; `ASN1Error.pem` adds the line and the offset.
  public enum Problem: Equatable, Sendable {
    /// A line that begins like a boundary of a section, and is malformed.
    case malformedBoundary
    /// A section that does not end before the next one or the end of the text.
    case unterminated
    /// The end of a section with another label than the section that began at a line.
    case mismatchedEnd(begunAtLine: Int)
    /// The end of a section outside of any section.
    case unexpectedEnd
    /// Headers that no empty line follows.
    case malformedHeaders
    /// The section has the legacy encryption, with a key from the hash of a password.
    case encrypted
    /// An empty line within base64.
    case blankLine
    /// A byte that is not base64.
    case invalidCharacter(UInt8)
    /// Base64 that is truncated, has wrong padding, or has nonzero bits after its end.
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
    case .malformedBoundary: "the line is a malformed BEGIN or END line of a PEM section"
    case .unterminated: "the PEM section has no END line"
    case .mismatchedEnd(let line):
      "the label of the END line differs from the label of the BEGIN line \(line)"
    case .unexpectedEnd: "the END line has no BEGIN line before it"
    case .malformedHeaders: "no empty line follows the headers of the PEM section"
    case .encrypted: "the PEM section has an unsupported encryption"
    case .blankLine: "the base64 text of the PEM section contains an empty line"
    case .invalidCharacter(let byte):
      "the PEM section contains the byte 0x\(Hex.encode(byte)), which is not base64"
    case .malformedEnding: "the base64 text of the PEM section is truncated or has wrong padding"
    case .tooManySections(let limit): "the PEM file has more than \(limit) sections"
    case .sectionTooLong(let limit): "a PEM section has more than \(limit) bytes"
    }
  }
}
