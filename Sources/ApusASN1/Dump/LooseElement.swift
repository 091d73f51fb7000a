/// A DER value with an invalid length, and the most likely interpretation of the length.
///
///     0xxxxxxx            the length
///     1nnnnnnn …          n octets of length, zeros in front of it allowed here
///     10000000            open: the content ends with two zero bytes
///
/// X.690 section 8.1.3 defines the three forms of a length. RFC 5280 section 4.1 forbids the
/// unusual forms.
struct LooseElement {
  let element: ASN1.Element
  /// The error that the strict DER reader throws for the value.
  let problem: ASN1Error?
  /// A Boolean value that indicates whether the DER value has an indefinite length and ends with an
  /// end-of-contents mark.
  let isOpen: Bool

  init(at start: Int, before end: Int, _ depth: Int, in bytes: Span<UInt8>) throws(ASN1Error) {
    let reader = DERReader(start..<end, depth: depth)
    do throws(ASN1Error) {
      var strict = reader
      element = try strict.readElement(in: bytes)
      problem = element.formProblem
      isOpen = false
    } catch {
      let (tag, lengthAt) = try reader.longTag(in: bytes)
      guard lengthAt < end else { throw error }
      problem = error
      isOpen = bytes[lengthAt] == 0x80 && tag.isConstructed
      guard isOpen || bytes[lengthAt] != 0x80 else { throw error }
      let (length, contentStart) = LooseElement.length(at: lengthAt, before: end, in: bytes)
      // The listing shows the available part of a truncated content.
      let available = end - contentStart
      let contentEnd = contentStart + (isOpen ? available : min(length, available))
      guard contentStart <= end, contentStart < end || length == 0 else { throw error }
      element = ASN1.Element(
        tag, from: start, contentStart: contentStart, to: contentEnd, depth: depth)
    }
  }

  /// Returns a length of any number of octets, limited to `Int.max`, and the offset of the DER
  /// value's content.
  private static func length(
    at: Int, before end: Int, in bytes: Span<UInt8>
  ) -> (length: Int, contentStart: Int) {
    guard bytes[at] >= 0x80 else { return (Int(bytes[at]), at + 1) }
    let octetCount = min(Int(bytes[at] & 0x7f), end - at - 1)
    var length = 0
    for index in at + 1..<at + 1 + octetCount {
      length = length > Int.max >> 8 ? Int.max : length << 8 | Int(bytes[index])
    }
    return (length, at + 1 + octetCount)
  }
}

extension ASN1.Element {
  /// The error for a universal type in a form that DER does not allow, or `nil` if the form is
  /// allowed.
  fileprivate var formProblem: ASN1Error? {
    guard tag.class == .universal, tag.universalName != nil else { return nil }
    let isConstructedType = tag.number == 16 || tag.number == 17
    guard tag.isConstructed != isConstructedType else { return nil }
    let expected = ASN1.Tag(.universal, tag.number, isConstructed: isConstructedType)
    return .unexpectedTag(at: start, expected: expected, found: tag)
  }
}
