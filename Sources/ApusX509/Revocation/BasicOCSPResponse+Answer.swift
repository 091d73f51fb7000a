public import ApusASN1
internal import ApusCrypto

extension X509.BasicOCSPResponse {
  /// An OCSP responder's statement about one certificate.
  ///
  ///     SingleResponse ::= SEQUENCE {
  ///       certID                       CertID,
  ///       certStatus                   CertStatus,
  ///       thisUpdate                   GeneralizedTime,
  ///       nextUpdate         [0]       EXPLICIT GeneralizedTime OPTIONAL,
  ///       singleExtensions   [1]       EXPLICIT Extensions OPTIONAL }
  ///
  /// RFC 6960 section 4.2.1.
  public struct Answer: Hashable, Sendable {
    /// The identifier of the certificate.
    public let certificate: CertificateID
    /// The revocation status of the certificate.
    public let status: Status
    /// The time at which the revocation status was known to be correct.
    public let thisUpdate: ASN1.Time
    /// The time of the next update of the revocation status, or `nil` if the time is not stated.
    public let nextUpdate: ASN1.Time?
    /// The signed timestamps (SCTs) of certificate transparency logs.
    public let timestamps: X509.SignedCertificateTimestamps?
    /// The first critical extension of the single response, or `nil` for none. Critical extensions
    /// of a single response are not supported.
    let criticalExtension: OID?

    init(from list: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try list.readSequence(in: der)
      certificate = try CertificateID(from: &fields, in: der)
      status = try Status(from: &fields, in: der)
      thisUpdate = try X509.BasicOCSPResponse.readTime(from: &fields, in: der)
      if var next = try fields.readOptionalExplicit(0, in: der) {
        nextUpdate = try X509.BasicOCSPResponse.readTime(from: &next, in: der)
        try next.finish()
      } else {
        nextUpdate = nil
      }
      let extensions = try X509.EncodedExtension.readOptionalList(1, from: &fields, in: der)
      try fields.finish()
      criticalExtension = extensions.first { $0.isCritical }?.oid
      let promises = extensions.first { $0.oid == .ocspSignedCertificateTimestamps }
      timestamps = try promises.map { (one) throws(X509Error) in
        try X509.SignedCertificateTimestamps(one.value, in: der)
      }
    }
  }

  /// The revocation status of a certificate according to an OCSP responder.
  ///
  ///     CertStatus ::= CHOICE {
  ///       good                [0]     IMPLICIT NULL,
  ///       revoked             [1]     IMPLICIT RevokedInfo,
  ///       unknown             [2]     IMPLICIT UnknownInfo }
  ///
  ///     RevokedInfo ::= SEQUENCE {
  ///       revocationTime              GeneralizedTime,
  ///       revocationReason    [0]     EXPLICIT CRLReason OPTIONAL }
  ///
  ///     UnknownInfo ::= NULL
  ///
  /// RFC 6960 section 4.2.1.
  public enum Status: Hashable, Sendable {
    /// The certificate is not revoked.
    case good
    /// The certificate was revoked at the given time, for the given reason.
    case revoked(ASN1.Time, X509.RevocationReason)
    /// The OCSP responder does not know the certificate.
    case unknown

    init(from fields: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      let element = try fields.readElement(in: der)
      switch element.tag {
      case .context(0):
        try fields.content { () throws(ASN1Error) in try element.null() }
        self = .good
      case .context(2):
        try fields.content { () throws(ASN1Error) in try element.null() }
        self = .unknown
      case .context(1, isConstructed: true):
        var info = try fields.reader(of: element)
        let time = try X509.BasicOCSPResponse.readTime(from: &info, in: der)
        var reason = X509.RevocationReason.unspecified
        if var stated = try info.readOptionalExplicit(0, in: der) {
          reason = try X509.RevocationReason(from: &stated, in: der)
          try stated.finish()
        }
        try info.finish()
        self = .revoked(time, reason)
      default: throw fields.broken(.ocspStatus, at: element.start)
      }
    }
  }

  /// The identifier of a certificate: its serial number, and hashes of its issuer's name and key.
  ///
  ///     CertID          ::=     SEQUENCE {
  ///       hashAlgorithm       AlgorithmIdentifier,
  ///       issuerNameHash      OCTET STRING, -- Hash of issuer's DN
  ///       issuerKeyHash       OCTET STRING, -- Hash of issuer's public key
  ///       serialNumber        CertificateSerialNumber }
  ///
  /// RFC 6960 section 4.1.1. A SHA-1 hash is accepted, because the hash only identifies the issuer.
  /// The responder's signature covers the serial number as well.
  public struct CertificateID: Hashable, Sendable {
    /// The object identifier of the hash function.
    public let hash: OID
    /// The hash of the issuer's name.
    public let issuerNameHash: [UInt8]
    /// The hash of the bits of the issuer's public key.
    public let issuerKeyHash: [UInt8]
    /// The serial number of the certificate.
    public let serialNumber: X509.SerialNumber

    init(from fields: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      var id = try fields.readSequence(in: der)
      hash = try id.reading { (id) throws(ASN1Error) in
        try AlgorithmIdentifier(from: &id, in: der).oid
      }
      issuerNameHash = der.extracting(try id.readOctetString(in: der)).copy()
      issuerKeyHash = der.extracting(try id.readOctetString(in: der)).copy()
      let content = try id.reading { (id) throws(ASN1Error) in
        try id.readWideInteger(in: der).bytes
      }
      serialNumber = X509.SerialNumber(content: der.extracting(content).copy())
      try id.finish()
    }

    /// Returns a Boolean value that indicates whether the identifier identifies a certificate of an
    /// issuer. The function returns `false` if the hash function is unknown.
    func isOf(_ certificate: X509.Certificate, issuer: X509.RevocationIssuer) -> Bool {
      guard serialNumber == certificate.serialNumber else { return false }
      let name = certificate.der.span.extracting(certificate.issuerRange)
      let key = issuer.publicKey.bits.span
      switch hash {
      case .sha1:
        return issuerNameHash == InsecureSHA1.digest(of: name)
          && issuerKeyHash == InsecureSHA1.digest(of: key)
      case .sha256:
        return issuerNameHash == SHA256.digest(of: name)
          && issuerKeyHash == SHA256.digest(of: key)
      default: return false
      }
    }
  }
}
