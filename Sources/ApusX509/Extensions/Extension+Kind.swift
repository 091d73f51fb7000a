public import ApusASN1

extension X509.Extension {
  /// The kind of a supported certificate extension.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// The identifier of the certificate's public key.
    case subjectKeyIdentifier
    /// The allowed uses of the certificate's public key.
    case keyUsage
    /// The validity period of the private key that belongs to the certificate.
    case privateKeyUsagePeriod
    /// The alternative names of the certificate's subject.
    case subjectAlternativeName
    /// The alternative names of the certificate's issuer.
    case issuerAlternativeName
    /// The basic constraints extension, which indicates whether the subject is a certificate
    /// authority.
    case basicConstraints
    /// The name constraints, which limit the names in the certificates below an authority.
    case nameConstraints
    /// The locations of the revocation lists (CRLs) for the certificate.
    case crlDistributionPoints
    /// The policies under which the certificate was issued.
    case certificatePolicies
    /// The policy mappings, which are pairs of equivalent certificate policies of two authorities.
    case policyMappings
    /// The identifier of the issuer's public key.
    case authorityKeyIdentifier
    /// The policy requirements for the certificates below an authority.
    case policyConstraints
    /// The allowed purposes of the certificate's public key.
    case extendedKeyUsage
    /// The locations of delta revocation lists (delta CRLs) for the certificate.
    case freshestCRL
    /// The number of further certificates in the path before the policy anyPolicy is ignored.
    case inhibitAnyPolicy
    /// The locations of the issuer's certificate and of the issuer's OCSP responder.
    case authorityInformationAccess
    /// The locations of the services of the certificate's subject.
    case subjectInformationAccess
    /// The TLS features that a server with the certificate must offer.
    case tlsFeature
    /// The signed timestamps (SCTs) of certificate transparency logs.
    case signedCertificateTimestamps
    /// The poison extension of a precertificate, which an authority sends only to certificate
    /// transparency logs.
    case precertificatePoison
    /// The extension of an OCSP responder's certificate that disables the revocation check of the
    /// certificate.
    case ocspNoCheck
  }
}

extension X509.Extension.Kind {
  /// The object identifier of the extension kind.
  public var oid: OID {
    switch self {
    case .subjectKeyIdentifier: .subjectKeyIdentifier
    case .keyUsage: .keyUsage
    case .privateKeyUsagePeriod: .privateKeyUsagePeriod
    case .subjectAlternativeName: .subjectAlternativeName
    case .issuerAlternativeName: .issuerAlternativeName
    case .basicConstraints: .basicConstraints
    case .nameConstraints: .nameConstraints
    case .crlDistributionPoints: .crlDistributionPoints
    case .certificatePolicies: .certificatePolicies
    case .policyMappings: .policyMappings
    case .authorityKeyIdentifier: .authorityKeyIdentifier
    case .policyConstraints: .policyConstraints
    case .extendedKeyUsage: .extendedKeyUsage
    case .freshestCRL: .freshestCRL
    case .inhibitAnyPolicy: .inhibitAnyPolicy
    case .authorityInformationAccess: .authorityInformationAccess
    case .subjectInformationAccess: .subjectInformationAccess
    case .tlsFeature: .tlsFeature
    case .signedCertificateTimestamps: .signedCertificateTimestamps
    case .precertificatePoison: .precertificatePoison
    case .ocspNoCheck: .ocspNoCheck
    }
  }

  /// Creates the kind for an object identifier.
  /// The initializer returns `nil` if Apus does not support the extension.
  ///
  /// - Parameter oid: The object identifier of an extension.
  public init?(_ oid: OID) {
    guard let kind = Self.allCases.first(where: { $0.oid == oid }) else { return nil }
    self = kind
  }

  /// The bit of the extension kind in a set of kinds.
  var bit: UInt32 { 1 << UInt32(rawValue) }

  /// Creates the extension kind from the DER content of an extension's object identifier.
  ///
  /// Most object identifiers of extensions are below `id-ce` and have three bytes: 55, 1d, and a
  /// byte that distinguishes the extension.
  @inline(__always)
  init?(_ content: Range<Int>, in der: Span<UInt8>) {
    let start = content.lowerBound
    guard content.count == 3, der[start] == 0x55, der[start + 1] == 0x1d else {
      guard content.count >= 8, let oid = try? OID(content, in: der) else { return nil }
      self.init(elsewhere: oid)
      return
    }
    switch der[start + 2] {
    case 0x0e: self = .subjectKeyIdentifier
    case 0x0f: self = .keyUsage
    case 0x10: self = .privateKeyUsagePeriod
    case 0x11: self = .subjectAlternativeName
    case 0x12: self = .issuerAlternativeName
    case 0x13: self = .basicConstraints
    case 0x1e: self = .nameConstraints
    case 0x1f: self = .crlDistributionPoints
    case 0x20: self = .certificatePolicies
    case 0x21: self = .policyMappings
    case 0x23: self = .authorityKeyIdentifier
    case 0x24: self = .policyConstraints
    case 0x25: self = .extendedKeyUsage
    case 0x2e: self = .freshestCRL
    case 0x36: self = .inhibitAnyPolicy
    default: return nil
    }
  }

  private init?(elsewhere oid: OID) {
    switch oid {
    case .authorityInformationAccess: self = .authorityInformationAccess
    case .subjectInformationAccess: self = .subjectInformationAccess
    case .tlsFeature: self = .tlsFeature
    case .signedCertificateTimestamps: self = .signedCertificateTimestamps
    case .precertificatePoison: self = .precertificatePoison
    case .ocspNoCheck: self = .ocspNoCheck
    default: return nil
    }
  }
}

extension X509.Extension.Kind: CustomStringConvertible {
  public var description: String { oid.name ?? "\(oid)" }
}
