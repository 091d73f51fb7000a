public import ApusASN1

extension X509 {
  /// That this is no certificate, but what was sent to a log before the certificate was issued.
  ///
  ///     NULL
  ///
  /// RFC 6962 section 3.1. It is always critical, so that no one takes it for a certificate.
  public struct PrecertificatePoison: ExtensionValue {
    /// Creates the extension, which has no content.
    public init() {}

    public static var kind: Extension.Kind { .precertificatePoison }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      try reader.reading { (reader) throws(ASN1Error) in try reader.readNull(in: der) }
    }

    public func write(to writer: inout DERWriter) { writer.writeNull() }
  }

  /// That the certificate of an OCSP responder need not be looked up as it signs for a short time.
  ///
  ///     NULL
  ///
  /// RFC 6960 section 4.2.2.2.1.
  public struct OCSPNoCheck: ExtensionValue {
    /// Creates the extension, which has no content.
    public init() {}

    public static var kind: Extension.Kind { .ocspNoCheck }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      try reader.reading { (reader) throws(ASN1Error) in try reader.readNull(in: der) }
    }

    public func write(to writer: inout DERWriter) { writer.writeNull() }
  }
}
