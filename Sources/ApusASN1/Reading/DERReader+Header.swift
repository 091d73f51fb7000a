/// The DER values whose header has more than two octets, and the errors of all headers.
extension DERReader {
  /// Returns the next DER value, and checks every rule for the header of the value.
  ///
  ///     short form: 0xxxxxxx, the length
  ///     long form:  1nnnnnnn and n octets of length, the first not zero, the length 128 at least
  ///
  /// X.690 sections 8.1.3 and 10.1, which RFC 5280 section 4.1 requires.
  @usableFromInline
  func nextLongElement(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Element {
    let (tag, lengthAt) = try longTag(in: bytes)
    guard lengthAt < end else { throw .truncated(at: lengthAt, needed: 1, available: 0) }
    let first = bytes[lengthAt]
    var start = lengthAt + 1
    var length = Int(first)
    if first >= 0x80 {
      length = try longLength(at: lengthAt, octetCount: Int(first & 0x7f), in: bytes)
      start += Int(first & 0x7f)
    }
    guard length <= end - start else {
      throw .truncated(at: start, needed: length, available: end - start)
    }
    return ASN1.Element(tag, from: position, contentStart: start, to: start + length, depth: depth)
  }

  /// Returns a DER length of up to four octets. Such a length cannot overflow.
  private func longLength(
    at: Int, octetCount: Int, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Int {
    guard octetCount > 0 else { throw .indefiniteLength(at: at) }
    guard octetCount <= end - at - 1 else {
      throw .truncated(at: at + 1, needed: octetCount, available: end - at - 1)
    }
    guard bytes[at + 1] != 0 else { throw .lengthNotMinimal(at: at) }
    guard octetCount <= 4 else { throw .lengthTooLarge(at: at, octetCount: octetCount) }
    var length = 0
    for index in 1...octetCount { length = length << 8 | Int(bytes[at + index]) }
    guard length >= 0x80 else { throw .lengthNotMinimal(at: at) }
    return length
  }

  /// Returns the next ASN.1 tag of any number, and the offset of the length.
  ///
  /// A number of 31 or more follows the first octet as 1xxxxxxx … 0xxxxxxx, in base 128 and with a
  /// nonzero first digit. X.690 section 8.1.2.4.
  @usableFromInline
  func longTag(in bytes: Span<UInt8>) throws(ASN1Error) -> (tag: ASN1.Tag, lengthAt: Int) {
    guard position < end else { throw .truncated(at: position, needed: 2, available: 0) }
    let low = ASN1.Tag(octet: bytes[position])
    guard low.isHigh else { return (low, position + 1) }
    var number: UInt32 = 0
    var at = position + 1
    while true {
      guard at < end else { throw .truncated(at: at, needed: 1, available: 0) }
      let octet = bytes[at]
      at += 1
      number = number << 7 | UInt32(octet & 0x7f)
      guard octet >= 0x80 else { break }
      guard number > 0, number <= ASN1.Tag.numberLimit >> 7 else {
        throw .malformedTag(at: position)
      }
    }
    guard number >= 31 else { throw .malformedTag(at: position) }
    return (ASN1.Tag(low.class, number, isConstructed: low.isConstructed), at)
  }

  /// Returns the error for a missing DER value with a tag.
  @usableFromInline
  func unexpected(_ tag: ASN1.Tag, in bytes: Span<UInt8>) -> ASN1Error {
    do throws(ASN1Error) {
      guard let found = try nextTag(in: bytes) else { return .missing(at: position, expected: tag) }
      return .unexpectedTag(at: position, expected: tag, found: found)
    } catch {
      return error
    }
  }
}
