public import ApusASN1

extension X509.Certificate {
  /// The value of an extension of one kind, or nil if the certificate does not have it.
  ///
  /// RFC 5280 section 4.2.
  @inline(__always)
  func read<Value: X509.ExtensionValue>(
    _ type: Value.Type = Value.self
  ) throws(X509Error) -> Value? {
    guard fields.kinds & Value.kind.bit != 0,
      let encoded = fields.extensions.first(where: { $0.kind == Value.kind })
    else { return nil }
    let der = fields.der
    return try Value(encoded.value, in: der.span)
  }

  /// Returns the extension of a name, known or not, if the certificate has it.
  public func encodedExtension(_ oid: OID) -> X509.EncodedExtension? {
    fields.extensions.first { $0.oid == oid }
  }

  /// Returns the extension of a kind, if the certificate has it.
  public func encodedExtension(_ kind: X509.Extension.Kind) -> X509.EncodedExtension? {
    has(kind) ? fields.extensions.first { $0.kind == kind } : nil
  }

  /// Returns whether the certificate has an extension of that kind.
  public func has(_ kind: X509.Extension.Kind) -> Bool { fields.kinds & kind.bit != 0 }

  /// Returns every extension, decoded; the first that is malformed ends it.
  public func decodedExtensions() throws(X509Error) -> [X509.Extension] {
    let der = fields.der
    var decoded: [X509.Extension] = []
    decoded.reserveCapacity(fields.extensions.count)
    for encoded in fields.extensions {
      decoded.append(try X509.Extension(encoded, in: der.span))
    }
    return decoded
  }
}

/// What each extension says: nil where the certificate does not have it.
extension X509.Certificate {
  /// Which key the certificate is for.
  public var subjectKeyIdentifier: X509.SubjectKeyIdentifier? {
    get throws(X509Error) { try read() }
  }

  /// What the key may be used for.
  public var keyUsage: X509.KeyUsage? {
    get throws(X509Error) { try read() }
  }

  /// When the private key may be used.
  public var privateKeyUsagePeriod: X509.PrivateKeyUsagePeriod? {
    get throws(X509Error) { try read() }
  }

  /// The subject's names.
  public var subjectAlternativeName: X509.SubjectAlternativeName? {
    get throws(X509Error) { try read() }
  }

  /// The issuer's other names.
  public var issuerAlternativeName: X509.IssuerAlternativeName? {
    get throws(X509Error) { try read() }
  }

  /// Whether the subject may issue certificates.
  public var basicConstraints: X509.BasicConstraints? {
    get throws(X509Error) { try read() }
  }

  /// For which names an authority may issue certificates.
  public var nameConstraints: X509.NameConstraints? {
    get throws(X509Error) { try read() }
  }

  /// Where revocation lists are.
  public var crlDistributionPoints: X509.CRLDistributionPoints? {
    get throws(X509Error) { try read() }
  }

  /// Under which policies the certificate was issued.
  public var certificatePolicies: X509.CertificatePolicies? {
    get throws(X509Error) { try read() }
  }

  /// Which policies of two authorities are equal.
  public var policyMappings: X509.PolicyMappings? {
    get throws(X509Error) { try read() }
  }

  /// Which key has signed the certificate.
  public var authorityKeyIdentifier: X509.AuthorityKeyIdentifier? {
    get throws(X509Error) { try read() }
  }

  /// What policies the path below must have.
  public var policyConstraints: X509.PolicyConstraints? {
    get throws(X509Error) { try read() }
  }

  /// For which purposes the key may be used.
  public var extendedKeyUsage: X509.ExtendedKeyUsage? {
    get throws(X509Error) { try read() }
  }

  /// Where changes of revocation lists are.
  public var freshestCRL: X509.FreshestCRL? {
    get throws(X509Error) { try read() }
  }

  /// From where on anyPolicy means nothing.
  public var inhibitAnyPolicy: X509.InhibitAnyPolicy? {
    get throws(X509Error) { try read() }
  }

  /// Where the issuer's certificate and its OCSP responder are.
  public var authorityInformationAccess: X509.AuthorityInformationAccess? {
    get throws(X509Error) { try read() }
  }

  /// Where the subject's services are.
  public var subjectInformationAccess: X509.SubjectInformationAccess? {
    get throws(X509Error) { try read() }
  }

  /// What a TLS server with the certificate must offer.
  public var tlsFeature: X509.TLSFeature? {
    get throws(X509Error) { try read() }
  }

  /// Which logs have seen the certificate.
  public var signedCertificateTimestamps: X509.SignedCertificateTimestamps? {
    get throws(X509Error) { try read() }
  }

  /// That it is no certificate, but what was sent to a log.
  public var precertificatePoison: X509.PrecertificatePoison? {
    get throws(X509Error) { try read() }
  }

  /// That the certificate of an OCSP responder is not revoked.
  public var ocspNoCheck: X509.OCSPNoCheck? {
    get throws(X509Error) { try read() }
  }
}
