public import ApusASN1

extension X509 {
  /// OpenSSL's trust settings, which follow the certificate in a PEM section `TRUSTED CERTIFICATE`.
  ///
  ///     SEQUENCE {
  ///       trust        SEQUENCE OF OBJECT IDENTIFIER OPTIONAL,
  ///       reject   [0] SEQUENCE OF OBJECT IDENTIFIER OPTIONAL,
  ///       alias        UTF8String OPTIONAL,
  ///       keyID        OCTET STRING OPTIONAL,
  ///       other    [1] SEQUENCE OF AlgorithmIdentifier OPTIONAL }
  ///
  /// No standard defines OpenSSL's trust settings. The purposes are from RFC 5280 section 4.2.1.12.
  public struct TrustSettings: Hashable, Sendable {
    /// The maximum number of trusted purposes, and of rejected purposes, in OpenSSL's trust
    /// settings.
    public static let limit = 64

    /// The purposes for which the certificate is trusted, or `nil` if the purposes are not limited.
    public let trusted: [OID]?
    /// The purposes for which the certificate is not trusted.
    public let rejected: [OID]
    /// The display name of the certificate.
    public let alias: String?

    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      trusted = try Self.readPurposes(.sequence, from: &fields, in: der)
      rejected =
        try Self.readPurposes(.context(0, isConstructed: true), from: &fields, in: der) ?? []
      if let text = try fields.readOptional(.utf8String, in: der) {
        alias = try fields.content { () throws(ASN1Error) in
          try text.text(.utf8, in: der).string(in: der)
        }
      } else {
        alias = nil
      }
      _ = try fields.readOptional(.octetString, in: der)
      _ = try fields.readOptional(.context(1, isConstructed: true), in: der)
      try fields.finish()
    }

    private static func readPurposes(
      _ tag: ASN1.Tag, from reader: inout Reader, in der: Span<UInt8>
    ) throws(X509Error) -> [OID]? {
      guard reader.isNext(tag, in: der) else { return nil }
      var list = try reader.readSequence(tagged: tag, in: der)
      var purposes: [OID] = []
      while !list.isAtEnd {
        guard purposes.count < limit else { throw .tooMany(.trustSettings, limit: limit) }
        purposes.append(try list.readOID(in: der))
      }
      return purposes
    }

    /// Returns a Boolean value that indicates whether the certificate can be a trust anchor for a
    /// purpose.
    ///
    /// - Parameter purpose: The object identifier of a purpose in an extended key usage.
    public func allows(_ purpose: OID) -> Bool {
      guard !rejected.contains(purpose), !rejected.contains(.anyExtendedKeyUsage) else {
        return false
      }
      return trusted.map { $0.contains(purpose) || $0.contains(.anyExtendedKeyUsage) } ?? true
    }
  }
}
