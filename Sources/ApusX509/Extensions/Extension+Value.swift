public import ApusASN1

extension X509.Extension {
  /// The decoded value of a certificate extension.
  public enum Value: Hashable, Sendable {
    /// The identifier of the certificate's public key.
    case subjectKeyIdentifier(X509.SubjectKeyIdentifier)
    /// The allowed uses of the certificate's public key.
    case keyUsage(X509.KeyUsage)
    /// The validity period of the private key that belongs to the certificate.
    case privateKeyUsagePeriod(X509.PrivateKeyUsagePeriod)
    /// The alternative names of the certificate's subject.
    case subjectAlternativeName(X509.SubjectAlternativeName)
    /// The alternative names of the certificate's issuer.
    case issuerAlternativeName(X509.IssuerAlternativeName)
    /// The basic constraints extension, which indicates whether the subject is a certificate
    /// authority.
    case basicConstraints(X509.BasicConstraints)
    /// The name constraints, which limit the names in the certificates below an authority.
    case nameConstraints(X509.NameConstraints)
    /// The locations of the revocation lists (CRLs) for the certificate.
    case crlDistributionPoints(X509.CRLDistributionPoints)
    /// The policies under which the certificate was issued.
    case certificatePolicies(X509.CertificatePolicies)
    /// The policy mappings, which are pairs of equivalent certificate policies of two authorities.
    case policyMappings(X509.PolicyMappings)
    /// The identifier of the issuer's public key.
    case authorityKeyIdentifier(X509.AuthorityKeyIdentifier)
    /// The policy requirements for the certificates below an authority.
    case policyConstraints(X509.PolicyConstraints)
    /// The allowed purposes of the certificate's public key.
    case extendedKeyUsage(X509.ExtendedKeyUsage)
    /// The locations of delta revocation lists (delta CRLs) for the certificate.
    case freshestCRL(X509.FreshestCRL)
    /// The number of further certificates in the path before the policy anyPolicy is ignored.
    case inhibitAnyPolicy(X509.InhibitAnyPolicy)
    /// The locations of the issuer's certificate and of the issuer's OCSP responder.
    case authorityInformationAccess(X509.AuthorityInformationAccess)
    /// The locations of the services of the certificate's subject.
    case subjectInformationAccess(X509.SubjectInformationAccess)
    /// The TLS features that a server with the certificate must offer.
    case tlsFeature(X509.TLSFeature)
    /// The signed timestamps (SCTs) of certificate transparency logs.
    case signedCertificateTimestamps(X509.SignedCertificateTimestamps)
    /// The poison extension of a precertificate, which an authority sends only to certificate
    /// transparency logs.
    case precertificatePoison(X509.PrecertificatePoison)
    /// The extension of an OCSP responder's certificate that disables the revocation check of the
    /// certificate.
    case ocspNoCheck(X509.OCSPNoCheck)
    /// The bytes of an unsupported extension's value, with the extension's object identifier.
    case other(OID, [UInt8])
  }
}

extension X509.Extension.Value {
  /// Decodes the value of a certificate extension.
  ///
  /// RFC 5280 section 4.2.
  ///
  /// - Parameters:
  ///   - encoded: The encoded extension in the certificate's DER.
  ///   - der: The bytes of the certificate.
  public init(_ encoded: X509.EncodedExtension, in der: Span<UInt8>) throws(X509Error) {
    let value = encoded.value
    switch encoded.kind {
    case .subjectKeyIdentifier:
      self = .subjectKeyIdentifier(try X509.SubjectKeyIdentifier(value, in: der))
    case .keyUsage: self = .keyUsage(try X509.KeyUsage(value, in: der))
    case .privateKeyUsagePeriod:
      self = .privateKeyUsagePeriod(try X509.PrivateKeyUsagePeriod(value, in: der))
    case .subjectAlternativeName:
      self = .subjectAlternativeName(try X509.SubjectAlternativeName(value, in: der))
    case .issuerAlternativeName:
      self = .issuerAlternativeName(try X509.IssuerAlternativeName(value, in: der))
    case .basicConstraints: self = .basicConstraints(try X509.BasicConstraints(value, in: der))
    case .nameConstraints: self = .nameConstraints(try X509.NameConstraints(value, in: der))
    case .crlDistributionPoints:
      self = .crlDistributionPoints(try X509.CRLDistributionPoints(value, in: der))
    case .certificatePolicies:
      self = .certificatePolicies(try X509.CertificatePolicies(value, in: der))
    case .policyMappings: self = .policyMappings(try X509.PolicyMappings(value, in: der))
    case .authorityKeyIdentifier:
      self = .authorityKeyIdentifier(try X509.AuthorityKeyIdentifier(value, in: der))
    case .policyConstraints: self = .policyConstraints(try X509.PolicyConstraints(value, in: der))
    case .extendedKeyUsage: self = .extendedKeyUsage(try X509.ExtendedKeyUsage(value, in: der))
    case .freshestCRL: self = .freshestCRL(try X509.FreshestCRL(value, in: der))
    case .inhibitAnyPolicy: self = .inhibitAnyPolicy(try X509.InhibitAnyPolicy(value, in: der))
    case .authorityInformationAccess:
      self = .authorityInformationAccess(try X509.AuthorityInformationAccess(value, in: der))
    case .subjectInformationAccess:
      self = .subjectInformationAccess(try X509.SubjectInformationAccess(value, in: der))
    case .tlsFeature: self = .tlsFeature(try X509.TLSFeature(value, in: der))
    case .signedCertificateTimestamps:
      self = .signedCertificateTimestamps(try X509.SignedCertificateTimestamps(value, in: der))
    case .precertificatePoison:
      self = .precertificatePoison(try X509.PrecertificatePoison(value, in: der))
    case .ocspNoCheck: self = .ocspNoCheck(try X509.OCSPNoCheck(value, in: der))
    case nil: self = .other(encoded.oid, der.extracting(value).copy())
    }
  }

  /// The object identifier of the extension.
  public var oid: OID {
    switch meaning {
    case .understood(let value): type(of: value).kind.oid
    case .other(let oid, _): oid
    }
  }

  /// Writes the value of the extension, without the rest of the extension.
  ///
  /// - Parameter writer: The writer that receives the DER.
  public func write(to writer: inout DERWriter) {
    switch meaning {
    case .understood(let value): value.write(to: &writer)
    case .other(_, let der): writer.writeRaw(der)
    }
  }

  /// The decoded value of a supported extension, or the bytes of an unsupported extension.
  private enum Meaning {
    case understood(any X509.ExtensionValue)
    case other(OID, [UInt8])
  }

  private var meaning: Meaning {
    switch self {
    case .subjectKeyIdentifier(let value): .understood(value)
    case .keyUsage(let value): .understood(value)
    case .privateKeyUsagePeriod(let value): .understood(value)
    case .subjectAlternativeName(let value): .understood(value)
    case .issuerAlternativeName(let value): .understood(value)
    case .basicConstraints(let value): .understood(value)
    case .nameConstraints(let value): .understood(value)
    case .crlDistributionPoints(let value): .understood(value)
    case .certificatePolicies(let value): .understood(value)
    case .policyMappings(let value): .understood(value)
    case .authorityKeyIdentifier(let value): .understood(value)
    case .policyConstraints(let value): .understood(value)
    case .extendedKeyUsage(let value): .understood(value)
    case .freshestCRL(let value): .understood(value)
    case .inhibitAnyPolicy(let value): .understood(value)
    case .authorityInformationAccess(let value): .understood(value)
    case .subjectInformationAccess(let value): .understood(value)
    case .tlsFeature(let value): .understood(value)
    case .signedCertificateTimestamps(let value): .understood(value)
    case .precertificatePoison(let value): .understood(value)
    case .ocspNoCheck(let value): .understood(value)
    case .other(let oid, let der): .other(oid, der)
    }
  }
}
