internal import ApusASN1

/// The DER reader of a distinguished name, which either stores or only checks the relative
/// distinguished names.
///
///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
///     AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY }
///
/// RFC 5280 section 4.1.2.4.
extension X509.Name {
  /// Reads the distinguished name that is the next DER value.
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

  /// Skips a valid distinguished name and returns the range of the name.
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

  /// Skips a distinguished name and returns the range of the name. If flaws are tolerated, the name
  /// can have any content.
  static func check(
    _ reader: inout X509.Reader, in der: Span<UInt8>, _ flaws: inout X509.Flaws
  ) throws(X509Error) -> Range<Int> {
    var again = reader
    do throws(X509Error) {
      return try check(&reader, in: der)
    } catch {
      try flaws.note(error)
      let range = try again.read(.sequence, in: der).range
      reader = again
      return range
    }
  }

  /// Reads as much of a distinguished name as possible. An invalid text is stored as its DER.
  init(tolerating range: Range<Int>, in der: Span<UInt8>) {
    var steps: [X509.RelativeName] = []
    var count = 0
    var reader = X509.Reader(DERReader(range), .subject)
    if var name = try? reader.readSequence(in: der) {
      while let step = try? X509.RelativeName(tolerating: &name, in: der) {
        count += step.attributes.count
        guard count <= Self.attributeLimit else { break }
        steps.append(step)
      }
    }
    self.init(steps)
  }

  /// Reads a relative distinguished name, and passes each of its attributes to a closure.
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
