public import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509 {
  /// Which key a certificate is for, by a number of the issuer's choice, mostly a hash.
  ///
  ///     SubjectKeyIdentifier ::= KeyIdentifier
  ///     KeyIdentifier ::= OCTET STRING
  ///
  /// RFC 5280 section 4.2.1.2.
  public struct SubjectKeyIdentifier: ExtensionValue {
    /// The identifier.
    public let bytes: [UInt8]

    /// Creates an identifier of those bytes.
    public init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    /// Creates the identifier that is made of a key: the SHA-1 of its bits.
    ///
    /// RFC 5280 section 4.2.1.2, method (1). Nothing is trusted because of it.
    public init(of key: PublicKey) {
      self.init(InsecureSHA1.digest(of: key.bits))
    }

    public static var kind: Extension.Kind { .subjectKeyIdentifier }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      bytes = der.extracting(try reader.readOctetString(in: der)).copy()
    }

    public func write(to writer: inout DERWriter) {
      writer.writeOctetString(bytes)
    }
  }
}
