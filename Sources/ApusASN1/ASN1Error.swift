/// The reason DER or PEM could not be read or written, with the position of the error.
///
/// An offset in an error is counted from the first byte of the span that was read.
public enum ASN1Error: Error, Equatable, Sendable {
  /// The header or the content of a DER value needs more bytes than the rest of the input contains.
  case truncated(at: Int, needed: Int, available: Int)
  /// The input has more bytes after the end of the DER value.
  case trailingBytes(at: Int, count: Int)
  /// The tag of a DER value differs from the expected tag.
  case unexpectedTag(at: Int, expected: ASN1.Tag, found: ASN1.Tag)
  /// The enclosing value ends before an expected DER value.
  case missing(at: Int, expected: ASN1.Tag)
  /// The number of an ASN.1 tag is not in its shortest form, or is larger than
  /// `ASN1.Tag.numberLimit`.
  case malformedTag(at: Int)
  /// A DER value has an indefinite length, which only BER allows.
  case indefiniteLength(at: Int)
  /// The length of a DER value is not in its shortest form.
  case lengthNotMinimal(at: Int)
  /// The length of a DER value has more octets than any valid length.
  case lengthTooLarge(at: Int, octetCount: Int)
  /// DER values are nested deeper than `ASN1.depthLimit`.
  case nestedTooDeep(at: Int, limit: Int)

  /// The content of a DER value has a length that the value's type does not allow.
  case wrongByteCount(at: Int, found: Int, allowed: ClosedRange<Int>)
  /// A BOOLEAN is neither 0x00 nor 0xFF.
  case booleanNotCanonical(at: Int, byte: UInt8)
  /// The nine highest bits of an INTEGER are equal, so its encoding is not the shortest.
  case integerNotMinimal(at: Int)
  /// An INTEGER is negative, but its field does not allow negative numbers.
  case integerNegative(at: Int)
  /// An INTEGER has more than `limit` bytes.
  case integerTooLarge(at: Int, byteCount: Int, limit: Int)
  /// The number of unused bits in a BIT STRING is impossible, such as 8 or more.
  case wrongUnusedBitCount(at: Int, count: UInt8)
  /// The unused bits of a BIT STRING are not zero.
  case unusedBitsSet(at: Int)
  /// A BIT STRING of named bits ends with a zero bit.
  case namedBitsNotMinimal(at: Int)
  /// A BIT STRING of named bits has more bits than any ASN.1 type defines.
  case tooManyNamedBits(at: Int, count: Int, limit: Int)
  /// A number of an OBJECT IDENTIFIER has leading zeros.
  case arcNotMinimal(at: Int)
  /// A number of an OBJECT IDENTIFIER is truncated.
  case arcTruncated(at: Int)
  /// A number of an OBJECT IDENTIFIER does not fit into 128 bits.
  case arcTooLarge(at: Int)
  /// A string contains a character that its string type does not allow.
  case invalidCharacter(at: Int, in: ASN1.Tag)
  /// A time is not in the form that DER requires, or its date does not exist.
  case malformedTime(at: Int, ASN1.Tag)
  /// The values of a SET OF are not in ascending order.
  case setNotSorted(at: Int)
  /// A default value is encoded, which DER forbids.
  case encodedDefault(at: Int)

  /// The time type cannot represent the given time, in seconds since the epoch.
  case timeOutOfRange(Int64, ASN1.Tag)
  /// The PEM is malformed at the given line, counted from one.
  case pem(PEM.Problem, line: Int, at: Int)
}

extension PEM {
  /// A problem of a PEM text; `ASN1Error.pem` adds the line and the offset.
  public enum Problem: Equatable, Sendable {
    /// A line of the PEM text begins like a section boundary, but is malformed.
    case malformedBoundary
    /// A PEM section does not end before the next section or the end of the text.
    case unterminated
    /// The label at the end of a PEM section differs from the label at the section's beginning.
    case mismatchedEnd(begunAtLine: Int)
    /// The PEM text contains the end of a section outside of any section.
    case unexpectedEnd
    /// The headers of a PEM section are not followed by an empty line.
    case malformedHeaders
    /// The PEM section has the legacy encryption, which derives its key by hashing the password.
    case encrypted
    /// The base64 of a PEM section contains an empty line.
    case blankLine
    /// The base64 of a PEM section contains a byte that is not base64.
    case invalidCharacter(UInt8)
    /// The base64 of a PEM section is truncated, has wrong padding, or has nonzero bits after its
    /// end.
    case malformedEnding
    /// The PEM text has more sections than the limit allows.
    case tooManySections(limit: Int)
    /// A PEM section has more bytes than the limit allows.
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
