internal import ApusASN1

/// The steps of a name, walked over once, whether they are kept or only checked.
///
///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
///     AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY }
///
/// RFC 5280 section 4.1.2.4.
extension X509.Name {
  /// Reads the name as the next value.
  init(from reader: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
    var name = try reader.readSequence(in: der)
    var steps: [X509.RelativeName] = []
    var count = 0
    while !name.isAtEnd {
      let step = try X509.RelativeName(from: &name, in: der)
      count += step.attributes.count
      guard count <= Self.attributeLimit else {
        throw .tooMany(reader.field, limit: Self.attributeLimit)
      }
      steps.append(step)
    }
    self.init(steps)
  }

  /// Passes a name that would be read without an error, and says where it stands.
  @inline(__always)
  static func check(
    _ reader: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> Range<Int> {
    let start = reader.position
    var name = try reader.readSequence(in: der)
    var count = 0
    while !name.isAtEnd {
      try readStep(from: &name, in: der) { (_, value) throws(ASN1Error) in
        count += 1
        if ASN1.Text.Kind(value.tag) != nil { _ = try X509.Text.check(value, in: der) }
      }
      guard count <= attributeLimit else { throw .tooMany(reader.field, limit: attributeLimit) }
    }
    return start..<reader.position
  }

  /// Reads a step and lends each of its attributes.
  @inline(__always)
  static func readStep(
    from reader: inout X509.Reader, tagged tag: ASN1.Tag = .set, in der: Span<UInt8>,
    _ body: (OID, ASN1.Element) throws(ASN1Error) -> Void
  ) throws(X509Error) {
    var set = try reader.readList(tagged: tag, in: der)
    var count = 0
    repeat {
      count += 1
      guard count <= X509.RelativeName.attributeLimit else {
        throw .tooMany(reader.field, limit: X509.RelativeName.attributeLimit)
      }
      var attribute = try set.readSequence(in: der)
      let type = try attribute.readOID(in: der)
      let value = try attribute.readElement(in: der)
      try attribute.finish()
      try attribute.content { () throws(ASN1Error) in try body(type, value) }
    } while !set.isAtEnd
  }
}
