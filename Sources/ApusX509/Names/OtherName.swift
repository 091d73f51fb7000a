public import ApusASN1
internal import ApusBytes

extension X509 {
  /// A name of a form that someone else has defined.
  ///
  ///     OtherName ::= SEQUENCE {
  ///       type-id    OBJECT IDENTIFIER,
  ///       value      [0] EXPLICIT ANY DEFINED BY type-id }
  ///
  /// RFC 5280 section 4.2.1.6.
  public struct OtherName: Hashable, Sendable {
    /// Which form it is.
    public let type: OID
    /// The value as its whole DER.
    public let value: [UInt8]

    /// Creates a name of that form, whose value must be one value of DER.
    public init(_ type: OID, value: [UInt8]) throws(X509Error) {
      var reader = Reader(DERReader(value.indices), .value(.subjectAlternativeName))
      _ = try reader.readElement(in: value.span)
      try reader.finish()
      self.type = type
      self.value = value
    }

    /// Reads the fields, which stand behind the tag of the choice.
    init(fields: consuming Reader, in der: Span<UInt8>) throws(X509Error) {
      type = try fields.readOID(in: der)
      guard var inner = try fields.readOptionalExplicit(0, in: der) else {
        throw fields.broken(.notEmpty, at: fields.position)
      }
      let element = try inner.readElement(in: der)
      try inner.finish()
      try fields.finish()
      value = der.extracting(element.range).copy()
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence(tagged: .context(0, isConstructed: true)) { name in
        name.writeOID(type)
        name.writeExplicit(0) { $0.writeRaw(value) }
      }
    }
  }
}
