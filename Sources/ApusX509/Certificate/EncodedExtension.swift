public import ApusASN1

extension X509 {
  /// An extension where it stands in a certificate, known or not.
  ///
  ///     Extension  ::=  SEQUENCE  {
  ///       extnID      OBJECT IDENTIFIER,
  ///       critical    BOOLEAN DEFAULT FALSE,
  ///       extnValue   OCTET STRING }
  ///
  /// RFC 5280 section 4.1.
  public struct EncodedExtension: Equatable, Sendable {
    /// What the extension is about.
    public let oid: OID
    /// Whether the certificate means nothing to who does not understand the extension.
    public let isCritical: Bool
    /// Which of the extensions that are understood here it is.
    public let kind: Extension.Kind?
    /// The whole extension, in the DER of its certificate.
    public let range: Range<Int>
    /// What it says, in the DER of its certificate.
    public let value: Range<Int>

    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var flaws = Flaws(areTolerated: false)
      try self.init(from: &reader, in: der, &flaws)
    }

    /// Reads the extension; where flaws are tolerated `critical FALSE` is one, and every byte but
    /// zero is TRUE.
    init(
      from reader: inout Reader, in der: Span<UInt8>, _ flaws: inout Flaws
    ) throws(X509Error) {
      let start = reader.position
      var fields = try reader.readSequence(in: der)
      let id = try fields.read(.objectIdentifier, in: der)
      if let kind = Extension.Kind(id.content, in: der) {
        self.kind = kind
        oid = kind.oid
      } else {
        kind = nil
        oid = try fields.content { () throws(ASN1Error) in try id.oid(in: der) }
      }
      var again = fields
      do throws(X509Error) {
        isCritical = try fields.readBoolean(default: false, in: der)
      } catch {
        try flaws.note(error)
        let content = try again.read(.boolean, in: der).content
        fields = again
        isCritical = content.contains { der[$0] != 0 }
      }
      value = try fields.readOctetString(in: der)
      try flaws.noting { () throws(X509Error) in try fields.finish() }
      range = start..<reader.position
    }
  }
}
