public import ApusASN1

extension X509 {
  /// An extension by what it says, kept apart from where it was read.
  public struct Extension: Hashable, Sendable {
    /// What it says.
    public var value: Value
    /// Whether the certificate means nothing to who does not understand the extension.
    public var isCritical: Bool

    /// Creates an extension that says something.
    public init(_ value: Value, isCritical: Bool = false) {
      self.value = value
      self.isCritical = isCritical
    }

    /// Reads an extension of a certificate.
    public init(_ encoded: EncodedExtension, in der: Span<UInt8>) throws(X509Error) {
      value = try Value(encoded, in: der)
      isCritical = encoded.isCritical
    }

    /// The extension's identifier.
    public var oid: OID { value.oid }

    /// Writes the extension.
    ///
    ///     Extension  ::=  SEQUENCE  {
    ///       extnID      OBJECT IDENTIFIER,
    ///       critical    BOOLEAN DEFAULT FALSE,
    ///       extnValue   OCTET STRING }
    ///
    /// RFC 5280 section 4.1.
    public func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        fields.writeOID(oid)
        fields.writeBoolean(isCritical, default: false)
        fields.writeOctetString { value.write(to: &$0) }
      }
    }
  }
}
