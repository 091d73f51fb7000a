internal import ApusASN1

extension ECDSA {
  /// Where the two numbers of a signature stand, without a zero that keeps one from being negative.
  ///
  ///     ECDSA-Sig-Value ::= SEQUENCE {
  ///       r INTEGER,
  ///       s INTEGER
  ///     }
  ///
  /// RFC 3279 section 2.2.3.
  static func integers(
    in der: Span<UInt8>
  ) throws(CryptoError) -> (r: Range<Int>, s: Range<Int>) {
    do throws(ASN1Error) {
      var fields = try DERReader(sequenceFilling: der.indices, in: der)
      let r = try fields.readMagnitude(in: der)
      let s = try fields.readMagnitude(in: der)
      try fields.finish()
      return (r, s)
    } catch {
      throw .malformedSignature
    }
  }

  /// Writes the two numbers of a signature, which have the highest byte first.
  static func der(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    var writer = DERWriter(capacity: r.count + s.count + 9)
    writer.writeSequence { fields in
      fields.writeInteger(magnitude: r)
      fields.writeInteger(magnitude: s)
    }
    return writer.bytes
  }
}
