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
      isCritical = try fields.readBoolean(default: false, in: der)
      value = try fields.readOctetString(in: der)
      try fields.finish()
      range = start..<reader.position
    }
  }
}
