public import ApusASN1

extension X509.Certificate {
  /// Returns the value of a certificate extension, or `nil` if the certificate does not contain the
  /// extension.
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

  /// Returns the extension with an object identifier, or `nil` if the certificate does not contain
  /// the extension. The extension can be of a kind that Apus does not support.
  ///
  /// - Parameter oid: The object identifier of the extension.
  public func encodedExtension(_ oid: OID) -> X509.EncodedExtension? {
    fields.extensions.first { $0.oid == oid }
  }

  /// Returns the extension of a kind, or `nil` if the certificate does not contain the extension.
  ///
  /// - Parameter kind: The kind of a supported extension.
  public func encodedExtension(_ kind: X509.Extension.Kind) -> X509.EncodedExtension? {
    has(kind) ? fields.extensions.first { $0.kind == kind } : nil
  }

  /// Returns a Boolean value that indicates whether the certificate has an extension of a kind.
  ///
  /// - Parameter kind: The kind of a supported extension.
  public func has(_ kind: X509.Extension.Kind) -> Bool { fields.kinds & kind.bit != 0 }

  /// Returns the decoded value of every certificate extension.
  /// The function throws an error if an extension is malformed.
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

/// The value of each supported extension, or `nil` if the certificate does not contain the
/// extension.
extension X509.Certificate {
  /// The identifier of the certificate's public key.
  public var subjectKeyIdentifier: X509.SubjectKeyIdentifier? {
    get throws(X509Error) { try read() }
  }

  /// The allowed uses of the certificate's public key.
  public var keyUsage: X509.KeyUsage? {
    get throws(X509Error) { try read() }
  }

  /// The validity period of the private key that belongs to the certificate.
  public var privateKeyUsagePeriod: X509.PrivateKeyUsagePeriod? {
    get throws(X509Error) { try read() }
  }

  /// The alternative names of the certificate's subject.
  public var subjectAlternativeName: X509.SubjectAlternativeName? {
    get throws(X509Error) { try read() }
  }

  /// The alternative names of the certificate's issuer.
  public var issuerAlternativeName: X509.IssuerAlternativeName? {
    get throws(X509Error) { try read() }
  }

  /// The basic constraints extension, which indicates whether the subject is a certificate
  /// authority.
  public var basicConstraints: X509.BasicConstraints? {
    get throws(X509Error) { try read() }
  }

  /// The name constraints, which limit the names in the certificates below an authority.
  public var nameConstraints: X509.NameConstraints? {
    get throws(X509Error) { try read() }
  }

  /// The locations of the revocation lists (CRLs) for the certificate.
  public var crlDistributionPoints: X509.CRLDistributionPoints? {
    get throws(X509Error) { try read() }
  }

  /// The policies under which the certificate was issued.
  public var certificatePolicies: X509.CertificatePolicies? {
    get throws(X509Error) { try read() }
  }

  /// The policy mappings, which are pairs of equivalent certificate policies of two authorities.
  public var policyMappings: X509.PolicyMappings? {
    get throws(X509Error) { try read() }
  }

  /// The identifier of the issuer's public key.
  public var authorityKeyIdentifier: X509.AuthorityKeyIdentifier? {
    get throws(X509Error) { try read() }
  }

  /// The policy requirements for the certificates below an authority.
  public var policyConstraints: X509.PolicyConstraints? {
    get throws(X509Error) { try read() }
  }

  /// The allowed purposes of the certificate's public key.
  public var extendedKeyUsage: X509.ExtendedKeyUsage? {
    get throws(X509Error) { try read() }
  }

  /// The locations of delta revocation lists (delta CRLs) for the certificate.
  public var freshestCRL: X509.FreshestCRL? {
    get throws(X509Error) { try read() }
  }

  /// The number of further certificates in the path before the policy anyPolicy is ignored.
  public var inhibitAnyPolicy: X509.InhibitAnyPolicy? {
    get throws(X509Error) { try read() }
  }

  /// The locations of the issuer's certificate and of the issuer's OCSP responder.
  public var authorityInformationAccess: X509.AuthorityInformationAccess? {
    get throws(X509Error) { try read() }
  }

  /// The locations of the services of the certificate's subject.
  public var subjectInformationAccess: X509.SubjectInformationAccess? {
    get throws(X509Error) { try read() }
  }

  /// The TLS features that a server with the certificate must offer.
  public var tlsFeature: X509.TLSFeature? {
    get throws(X509Error) { try read() }
  }

  /// The signed timestamps (SCTs) of certificate transparency logs.
  public var signedCertificateTimestamps: X509.SignedCertificateTimestamps? {
    get throws(X509Error) { try read() }
  }

  /// The poison extension of a precertificate, which an authority sends only to certificate
  /// transparency logs.
  public var precertificatePoison: X509.PrecertificatePoison? {
    get throws(X509Error) { try read() }
  }

  /// The extension of an OCSP responder's certificate that disables the revocation check of the
  /// certificate.
  public var ocspNoCheck: X509.OCSPNoCheck? {
    get throws(X509Error) { try read() }
  }
}
