public import ApusASN1

extension X509 {
  /// A decoded certificate extension, independent of the bytes that it was read from.
  public struct Extension: Hashable, Sendable {
    /// The decoded value of the certificate extension.
    public var value: Value
    /// A Boolean value that indicates whether software must support the extension.
    ///
    /// Software that does not support a critical extension must reject the certificate.
    public var isCritical: Bool

    /// Creates a certificate extension from a value.
    ///
    /// - Parameters:
    ///   - value: The content of the extension.
    ///   - isCritical: A Boolean value that indicates whether software must support the extension.
    public init(_ value: Value, isCritical: Bool = false) {
      self.value = value
      self.isCritical = isCritical
    }

    /// Decodes an extension of a certificate.
    ///
    /// - Parameters:
    ///   - encoded: The encoded extension in the certificate's DER.
    ///   - der: The bytes of the certificate.
    public init(_ encoded: EncodedExtension, in der: Span<UInt8>) throws(X509Error) {
      value = try Value(encoded, in: der)
      isCritical = encoded.isCritical
    }

    /// The object identifier of the extension.
    public var oid: OID { value.oid }

    /// Writes the complete extension as DER.
    ///
    ///     Extension  ::=  SEQUENCE  {
    ///       extnID      OBJECT IDENTIFIER,
    ///       critical    BOOLEAN DEFAULT FALSE,
    ///       extnValue   OCTET STRING }
    ///
    /// RFC 5280 section 4.1.
    ///
    /// - Parameter writer: The writer that receives the DER.
    public func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        fields.writeOID(oid)
        fields.writeBoolean(isCritical, default: false)
        fields.writeOctetString { value.write(to: &$0) }
      }
    }
  }
}

extension X509 {
  /// The value of a certificate extension that Apus supports.
  ///
  /// Each conforming type can only represent values that the extension's grammar and RFC 5280
  /// allow. Every decoded extension value is valid, and every encoded extension value can be
  /// decoded again. RFC 5280 section 4.2.
  public protocol ExtensionValue: Hashable, Sendable {
    /// The kind of the extension that has values of the conforming type.
    static var kind: Extension.Kind { get }

    /// Reads the value of a certificate extension from its DER.
    ///
    /// - Parameters:
    ///   - reader: A DER reader at the start of the extension's value.
    ///   - der: The bytes of the certificate.
    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error)

    /// Writes the value of the certificate extension as DER.
    ///
    /// - Parameter writer: The writer that receives the DER.
    func write(to writer: inout DERWriter)
  }
}

extension X509.ExtensionValue {
  /// Reads the extension value that fills a range of the bytes.
  ///
  /// - Parameters:
  ///   - value: The range of the extension's value.
  ///   - der: The bytes of the certificate.
  public init(_ value: Range<Int>, in der: Span<UInt8>) throws(X509Error) {
    var reader = X509.Reader(DERReader(value), .value(Self.kind))
    try self.init(from: &reader, in: der)
    try reader.finish()
  }

  /// Reads the extension value that spans all of the bytes.
  ///
  /// - Parameter der: The value without the OCTET STRING around it.
  public init(_ der: Span<UInt8>) throws(X509Error) {
    try self.init(der.indices, in: der)
  }

  /// The extension value as DER.
  public var der: [UInt8] {
    var writer = DERWriter()
    write(to: &writer)
    return writer.bytes
  }
}
