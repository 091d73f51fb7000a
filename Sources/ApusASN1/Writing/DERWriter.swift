/// A DER writer that appends to an array and inserts the length of each value when its content is
/// complete.
///
///     var writer = DERWriter()
///     writer.writeSequence { algorithm in
///       algorithm.writeOID(.rsaEncryption)
///       algorithm.writeNull()
///     }
///
/// X.690 sections 8 and 10, which RFC 5280 section 4.1 requires.
public struct DERWriter: Sendable {
  /// The bytes that have been written.
  public private(set) var bytes: [UInt8]

  /// Creates an empty DER writer with a reserved capacity.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Writes a DER value. The closure `body` writes the content of the value.
  ///
  /// If `body` throws an error, the output of the writer is unchanged.
  public mutating func write<Failure: Error>(
    _ tag: ASN1.Tag, _ body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let start = bytes.count
    writeIdentifier(tag)
    let lengthAt = bytes.count
    bytes.append(0)
    do throws(Failure) {
      try body(&self)
    } catch {
      bytes.removeSubrange(start...)
      throw error
    }
    let length = DERWriter.length(bytes.count - lengthAt - 1)
    bytes[lengthAt] = length[0]
    bytes.insert(contentsOf: length.dropFirst(), at: lengthAt + 1)
  }

  /// Writes a DER value with a given tag and a given content.
  public mutating func write(_ tag: ASN1.Tag, content: [UInt8]) {
    writeIdentifier(tag)
    bytes += DERWriter.length(content.count)
    bytes += content
  }

  /// Writes encoded DER, which can be a complete value or a part of a value's content.
  public mutating func writeRaw(_ der: [UInt8]) { bytes += der }

  /// Writes a SEQUENCE or SEQUENCE OF.
  public mutating func writeSequence<Failure: Error>(
    tagged tag: ASN1.Tag = .sequence, _ body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try write(tag, body)
  }

  /// Writes a SET OF.
  /// The closure `body` writes each value, and the writer sorts the values as DER requires.
  public mutating func writeSortedSet<Values: Sequence, Failure: Error>(
    of values: Values, tagged tag: ASN1.Tag = .set,
    _ body: (inout DERWriter, Values.Element) throws(Failure) -> Void
  ) throws(Failure) {
    try write(tag) { (set: inout DERWriter) throws(Failure) in
      let start = set.bytes.count
      var encodings: [Range<Int>] = []
      for value in values {
        let at = set.bytes.count - start
        try body(&set, value)
        encodings.append(at..<set.bytes.count - start)
      }
      let written = Array(set.bytes[start...])
      encodings.sort { ASN1.precedes($0, $1, in: written.span) }
      set.bytes.removeSubrange(start...)
      for encoding in encodings { set.bytes += written[encoding] }
    }
  }

  /// Writes the explicit tag `[number]` around one value. The closure `body` writes the value.
  public mutating func writeExplicit<Failure: Error>(
    _ number: UInt32, _ body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try write(.context(number, isConstructed: true), body)
  }

  private mutating func writeIdentifier(_ tag: ASN1.Tag) {
    bytes.append(tag.octet)
    guard tag.isHigh else { return }
    // The maximum tag number has four digits of seven bits.
    for shift: UInt32 in [21, 14, 7] where tag.number >> shift > 0 {
      bytes.append(UInt8(truncatingIfNeeded: tag.number >> shift) | 0x80)
    }
    bytes.append(UInt8(truncatingIfNeeded: tag.number & 0x7f))
  }

  /// Returns the octets of a DER length in its shortest form.
  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(truncatingIfNeeded: count)] }
    var octets: [UInt8] = []
    var rest = count
    while rest > 0 {
      octets.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    octets.append(0x80 | UInt8(truncatingIfNeeded: octets.count))
    return octets.reversed()
  }
}
