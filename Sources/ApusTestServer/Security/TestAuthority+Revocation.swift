internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto
internal import ApusNet
public import ApusX509

extension TestAuthority {
  /// The status of a certificate in an OCSP response.
  public enum Standing: Sendable, Hashable, CaseIterable {
    case good, revoked, unknown
  }

  /// Signs an OCSP response about a certificate of this authority.
  /// A server can staple the response in its handshake.
  ///
  ///     security.configuration.stapledResponse = try authority.response(about: identity.leaf)
  ///
  /// The OCSP response has an age of `age` seconds, and is valid for `lifetime` seconds from its
  /// creation.
  ///
  ///     BasicOCSPResponse ::= SEQUENCE {
  ///       tbsResponseData      ResponseData,
  ///       signatureAlgorithm   AlgorithmIdentifier,
  ///       signature            BIT STRING }
  ///
  /// RFC 6960 section 4.2.1.
  ///
  /// - Parameters:
  ///   - certificate: The certificate, which the authority has issued.
  ///   - standing: The status in the response; good by default.
  ///   - age: The time since the creation of the response, in seconds; one hour by default.
  ///   - lifetime: The validity of the response, in seconds; one day by default.
  public func response(
    about certificate: X509.Certificate, _ standing: Standing = .good, age: Int64 = 3_600,
    lifetime: Int64 = 86_400
  ) throws -> [UInt8] {
    let made = WallClock.secondsSinceEpoch - age
    let data = try responseData(certificate, standing, from: made, until: made + lifetime)
    guard let algorithm = key.publicKey.supportedAlgorithms.first else {
      throw CryptoError.unsupportedAlgorithm(.rsassaPSS)
    }
    let signature = try key.signature(for: data.span, algorithm, using: SystemRandom())
    var basic = DERWriter()
    basic.writeSequence { basic in
      basic.writeRaw(data)
      algorithm.write(to: &basic)
      basic.writeBitString(signature)
    }
    var response = DERWriter()
    response.writeSequence { response in
      response.writeEnumerated(0)
      response.writeExplicit(0) { bytes in
        bytes.writeSequence { bytes in
          bytes.writeOID(.ocspBasicResponse)
          bytes.writeOctetString(basic.bytes)
        }
      }
    }
    return response.bytes
  }

  /// Signs a certificate revocation list (CRL) with revoked certificates of this authority, in DER.
  ///
  ///     let list = try authority.revocationList(of: [identity.leaf])
  ///
  /// The revocation list has an age of `age` seconds, and is valid for `lifetime` seconds from its
  /// creation.
  ///
  ///     TBSCertList  ::=  SEQUENCE  {
  ///       version                 Version OPTIONAL,
  ///       signature               AlgorithmIdentifier,
  ///       issuer                  Name,
  ///       thisUpdate              Time,
  ///       nextUpdate              Time OPTIONAL,
  ///       revokedCertificates     SEQUENCE OF SEQUENCE  { … } OPTIONAL }
  ///
  /// RFC 5280 section 5.1.
  ///
  /// - Parameters:
  ///   - certificates: The certificates that are revoked.
  ///   - age: The time since the creation of the list, in seconds; one hour by default.
  ///   - lifetime: The validity of the list, in seconds; one day by default.
  public func revocationList(
    of certificates: [X509.Certificate], age: Int64 = 3_600, lifetime: Int64 = 86_400
  ) throws -> [UInt8] {
    let made = WallClock.secondsSinceEpoch - age
    guard let algorithm = key.publicKey.supportedAlgorithms.first else {
      throw CryptoError.unsupportedAlgorithm(.rsassaPSS)
    }
    var content = DERWriter()
    try content.writeSequence { (list) throws(ASN1Error) in
      list.writeInteger(1)
      algorithm.write(to: &list)
      list.writeRaw(issuer.subject.der)
      try list.writeTime(ASN1.Time(secondsSinceEpoch: made))
      try list.writeTime(ASN1.Time(secondsSinceEpoch: made + lifetime))
      guard !certificates.isEmpty else { return }
      try list.writeSequence { (entries) throws(ASN1Error) in
        for certificate in certificates {
          try entries.writeSequence { (entry) throws(ASN1Error) in
            entry.write(.integer, content: certificate.serialNumber.content)
            try entry.writeTime(ASN1.Time(secondsSinceEpoch: made))
          }
        }
      }
    }
    let signature = try key.signature(for: content.bytes.span, algorithm, using: SystemRandom())
    var whole = DERWriter()
    whole.writeSequence { whole in
      whole.writeRaw(content.bytes)
      algorithm.write(to: &whole)
      whole.writeBitString(signature)
    }
    return whole.bytes
  }

  ///     ResponseData ::= SEQUENCE {
  ///       responderID              ResponderID,
  ///       producedAt               GeneralizedTime,
  ///       responses                SEQUENCE OF SingleResponse }
  ///
  /// RFC 6960 section 4.2.1.
  private func responseData(
    _ certificate: X509.Certificate, _ standing: Standing, from start: Int64, until end: Int64
  ) throws -> [UInt8] {
    var data = DERWriter()
    try data.writeSequence { (data) throws(ASN1Error) in
      data.writeExplicit(1) { $0.writeRaw(issuer.subject.der) }
      try data.writeTime(Self.time(start))
      try data.writeSequence { (list) throws(ASN1Error) in
        try list.writeSequence { (answer) throws(ASN1Error) in
          answer.writeSequence { writeID(of: certificate, to: &$0) }
          try Self.write(standing, since: start, to: &answer)
          try answer.writeTime(Self.time(start))
          try answer.writeExplicit(0) { (next) throws(ASN1Error) in
            try next.writeTime(Self.time(end))
          }
        }
      }
    }
    return data.bytes
  }

  ///     CertID ::= SEQUENCE {
  ///       hashAlgorithm       AlgorithmIdentifier,
  ///       issuerNameHash      OCTET STRING,
  ///       issuerKeyHash       OCTET STRING,
  ///       serialNumber        CertificateSerialNumber }
  ///
  /// RFC 6960 section 4.1.1.
  private func writeID(of certificate: X509.Certificate, to writer: inout DERWriter) {
    writer.writeSequence { algorithm in
      algorithm.writeOID(.sha256)
      algorithm.writeNull()
    }
    writer.writeOctetString(HashAlgorithm.sha256.digest(of: certificate.issuer.der.span))
    writer.writeOctetString(
      HashAlgorithm.sha256.digest(of: issuer.publicKey.bits.span))
    writer.write(.integer, content: certificate.serialNumber.content)
  }

  ///     CertStatus ::= CHOICE {
  ///       good        [0]     IMPLICIT NULL,
  ///       revoked     [1]     IMPLICIT RevokedInfo,
  ///       unknown     [2]     IMPLICIT UnknownInfo }
  ///
  /// RFC 6960 section 4.2.1.
  private static func write(
    _ standing: Standing, since moment: Int64, to writer: inout DERWriter
  ) throws(ASN1Error) {
    switch standing {
    case .good: writer.write(.context(0), content: [])
    case .revoked:
      try writer.write(.context(1, isConstructed: true)) { (info) throws(ASN1Error) in
        try info.writeTime(time(moment))
      }
    case .unknown: writer.write(.context(2), content: [])
    }
  }

  private static func time(_ seconds: Int64) -> ASN1.Time {
    ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: true)
  }
}
