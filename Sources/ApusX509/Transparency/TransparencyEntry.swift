internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509 {
  /// The input of a transparency log's signature: a certificate, or a certificate's content without
  /// the timestamps.
  ///
  ///     enum { x509_entry(0), precert_entry(1), (65535) } LogEntryType;
  ///
  ///     opaque ASN.1Cert<1..2^24-1>;
  ///     opaque TBSCertificate<1..2^24-1>;
  ///
  ///     struct {
  ///         opaque issuer_key_hash[32];
  ///         TBSCertificate tbs_certificate;
  ///     } PreCert;
  ///
  /// RFC 6962 sections 3.1 and 3.2.
  struct TransparencyEntry: Equatable {
    /// The bytes of the LogEntryType and of the log entry.
    let bytes: [UInt8]

    /// Creates the log entry of a complete certificate.
    init(_ certificate: Certificate) {
      bytes = [0, 0] + Self.vector24(certificate.der)
    }

    /// Creates the log entry of a certificate's content before the timestamps were inserted.
    init(precertificateOf certificate: Certificate, issuerKey: PublicKey) throws(X509Error) {
      let content = try Self.withoutTimestamps(certificate)
      bytes = [0, 1] + SHA256.digest(of: issuerKey.der) + Self.vector24(content)
    }

    /// Returns the bytes that the transparency log signs, with the fields of its timestamp.
    ///
    ///     digitally-signed struct {
    ///         Version sct_version;
    ///         SignatureType signature_type = certificate_timestamp;
    ///         uint64 timestamp;
    ///         LogEntryType entry_type;
    ///         select(entry_type) {
    ///             case x509_entry: ASN.1Cert;
    ///             case precert_entry: PreCert;
    ///         } signed_entry;
    ///        CtExtensions extensions;
    ///     };
    ///
    /// RFC 6962 section 3.2.
    func signedBytes(_ timestamp: SignedCertificateTimestamp) -> [UInt8] {
      var writer = ByteWriter(capacity: bytes.count + 16 + timestamp.extensions.count)
      writer.write([0, 0])
      writer.write(timestamp.milliseconds)
      writer.write(bytes)
      writer.write(SignedCertificateTimestamp.vector(timestamp.extensions))
      return writer.bytes
    }

    /// Returns the given bytes after a three-byte length. The length always fits, because a
    /// certificate has at most 2^20 bytes.
    private static func vector24(_ bytes: [UInt8]) -> [UInt8] {
      [16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes
    }

    /// Returns the TBSCertificate without the extension of signed certificate timestamps, and
    /// otherwise unchanged.
    ///
    /// RFC 6962 section 3.2. If the certificate has no other extension, the complete field of
    /// extensions is removed.
    private static func withoutTimestamps(
      _ certificate: Certificate
    ) throws(X509Error) -> [UInt8] {
      let der = certificate.der
      let others = certificate.extensions.filter { $0.kind != .signedCertificateTimestamps }
      var outer = Reader(DERReader(certificate.signedRange), .certificate)
      var fields = try outer.readSequence(in: der.span)
      let start = fields.position
      while !fields.isNext(.context(3, isConstructed: true), in: der.span), !fields.isAtEnd {
        _ = try fields.readElement(in: der.span)
      }
      var writer = DERWriter(capacity: certificate.signedRange.count)
      writer.writeSequence { tbs in
        tbs.writeRaw(Array(der[start..<fields.position]))
        guard !others.isEmpty else { return }
        tbs.writeExplicit(3) { field in
          field.writeSequence { list in
            for one in others { list.writeRaw(Array(der[one.range])) }
          }
        }
      }
      return writer.bytes
    }
  }
}
