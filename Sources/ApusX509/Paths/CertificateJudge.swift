internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// A checker of a single certificate, which ignores the other certificates of the path.
  ///
  /// RFC 5280 section 6.1.3(a)(2), 6.1.4(k) to (o) and 6.1.5(f), and the rules of a profile.
  struct CertificateJudge {
    /// The position of a certificate in a certificate path.
    enum Role {
      /// The leaf certificate of a path. If the leaf certificate is a trust anchor, the rules for
      /// trust anchors do not apply.
      case leaf(isAnchor: Bool)
      case intermediate
      case anchor
      /// The last certificate in the path of a revocation list's issuer.
      case listIssuer
    }

    let profile: Profile
    let purpose: Purpose
    let moment: UnixTime
    /// A Boolean value that indicates whether the dates of certificates are checked.
    var judgesDates = true

    /// Returns the first fault of a certificate in its role, or `nil` if the certificate is valid.
    func fault(of certificate: Certificate, as role: Role) -> Fault? {
      do throws(X509Error) {
        return try firstFault(of: certificate, as: role)
      } catch {
        return .unreadable(error)
      }
    }

    private func firstFault(
      of certificate: Certificate, as role: Role
    ) throws(X509Error) -> Fault? {
      if let flaw = certificate.flaws.first { return .unreadable(flaw) }
      if let fault = fault(ofDates: certificate.validity) { return fault }
      if let fault = try fault(ofCriticalExtensions: certificate) { return fault }
      if let fault = try fault(ofKey: certificate) { return fault }
      switch role {
      case .leaf(let isAnchor):
        if let fault = fault(ofUnusableKey: certificate) { return fault }
        if let fault = try fault(ofLeaf: certificate, isAnchor: isAnchor) { return fault }
      case .intermediate:
        if let fault = try fault(ofIntermediate: certificate) { return fault }
      case .anchor:
        if let fault = try fault(ofAnchor: certificate) { return fault }
      case .listIssuer:
        if let fault = try fault(ofListIssuer: certificate) { return fault }
      }
      if let fault = try fault(ofForm: certificate, as: role) { return fault }
      return try brokenWebRule(by: certificate, as: role).map { .broken($0) }
    }

    private func fault(ofDates validity: Validity) -> Fault? {
      guard judgesDates else { return nil }
      let now = moment.secondsSinceEpoch
      if now < validity.notBefore.secondsSinceEpoch {
        return .notYetValid(validity.notBefore, at: moment)
      }
      if now > validity.notAfter.secondsSinceEpoch {
        return .expired(validity.notAfter, at: moment)
      }
      return nil
    }

    /// Checks that Apus supports every critical extension of the certificate.
    ///
    /// Apus can decode some extensions whose requirements it does not implement. RFC 5280 section
    /// 4.2.1.4: the qualifiers of critical policies must be understood too.
    private func fault(
      ofCriticalExtensions certificate: Certificate
    ) throws(X509Error) -> Fault? {
      if certificate.has(.precertificatePoison) { return .precertificate }
      for encoded in certificate.extensions where encoded.isCritical {
        switch encoded.kind {
        case nil, .privateKeyUsagePeriod, .tlsFeature:
          return .unknownCriticalExtension(encoded.oid)
        case .certificatePolicies:
          let policies = try certificate.certificatePolicies?.policies ?? []
          for case .other(let oid, _) in policies.flatMap(\.qualifiers) {
            return .policy(.unknownQualifier(oid))
          }
        default: break
        }
      }
      return nil
    }

    /// Checks that TLS supports the certificate's key, and that the key is strong enough.
    private func fault(ofKey certificate: Certificate) throws(X509Error) -> Fault? {
      let isWeb = profile.contains(.webKeys)
      let key: SubjectPublicKeyInfo.Key
      do throws(CryptoError) {
        key = try certificate.publicKeyInfo.key(in: certificate.der.span)
      } catch {
        return .unusableKey(error)
      }
      switch key {
      case .rsaPSS where isWeb: return .broken(.webKeys)
      case .rsa(let key), .rsaPSS(let key, _):
        let bitCount = certificate.bitCount(of: key)
        guard bitCount >= RSA.minimumBitCount else { return .weakKey(bitCount: bitCount) }
        return isWeb && bitCount % 8 != 0 ? .broken(.webKeys) : nil
      case .ec: return nil
      case .ed25519: return isWeb ? .broken(.webKeys) : nil
      case .x25519, .ed448, .x448, .dsa, .other:
        return .forbiddenKey(certificate.publicKeyInfo.algorithm.oid)
      }
    }

    /// Checks that the key of a leaf certificate can verify a signature. The point of an elliptic
    /// curve key must be on its curve. The modulus of an RSA key must be odd and not too long, and
    /// the exponent must be above one.
    ///
    /// The keys of authorities are checked together with the signatures that they verify.
    private func fault(ofUnusableKey certificate: Certificate) -> Fault? {
      do throws(CryptoError) {
        _ = try VerificationKey(certificate.publicKeyInfo, in: certificate.der.span)
        return nil
      } catch {
        return .unusableKey(error)
      }
    }
  }
}

/// The checks of the certificates of authorities.
extension X509.CertificateJudge {
  /// Returns the first fault of an intermediate certificate.
  ///
  /// RFC 5280 section 6.1.4(k), (l) and (n).
  private func fault(ofIntermediate certificate: X509.Certificate) throws(X509Error) -> X509.Fault?
  {
    if let fault = fault(ofIssued: certificate) { return fault }
    guard try certificate.basicConstraints?.isAuthority == true else { return .notAuthority }
    if let fault = try fault(ofSigning: certificate) { return fault }
    if profile.contains(.criticalBasicConstraints),
      certificate.encodedExtension(X509.Extension.Kind.basicConstraints)?.isCritical != true
    {
      return .broken(.criticalBasicConstraints)
    }
    if profile.contains(.statedSigning), !certificate.has(.keyUsage) {
      return .broken(.statedSigning)
    }
    if profile.contains(.subjectKeyIdentifier), !certificate.has(.subjectKeyIdentifier) {
      return .broken(.subjectKeyIdentifier)
    }
    return try fault(ofPurposes: certificate)
  }

  /// Returns the first fault of a trust anchor's certificate. A certificate of version 1 has no
  /// extensions that could mark it as an authority's certificate.
  private func fault(ofAnchor certificate: X509.Certificate) throws(X509Error) -> X509.Fault? {
    if certificate.version == .v3 {
      guard try certificate.basicConstraints?.isAuthority == true else { return .notAuthority }
    }
    if let fault = try fault(ofSigning: certificate) { return fault }
    if profile.contains(.unlimitedAnchor), certificate.has(.extendedKeyUsage) {
      return .broken(.unlimitedAnchor)
    }
    if profile.contains(.ownKeyIdentifier), let named = try certificate.authorityKeyIdentifier {
      let own = try certificate.subjectKeyIdentifier?.bytes
      guard let identifier = named.keyIdentifier, !certificate.isSelfIssued || identifier == own
      else { return .broken(.ownKeyIdentifier) }
    }
    return try fault(ofPurposes: certificate)
  }

  private func fault(ofSigning certificate: X509.Certificate) throws(X509Error) -> X509.Fault? {
    guard let usage = try certificate.keyUsage, !usage.contains(.certificateSigning) else {
      return nil
    }
    return .keyMayNotSign(usage)
  }

  /// Returns the fault of a certificate whose extended key usage lacks the required purpose. As in
  /// every browser, the extended key usage of an authority also limits the certificates below the
  /// authority.
  private func fault(ofPurposes certificate: X509.Certificate) throws(X509Error) -> X509.Fault? {
    guard let usage = try certificate.extendedKeyUsage, !usage.contains(purpose.keyPurpose),
      !usage.contains(.anyExtendedKeyUsage)
    else { return nil }
    return .wrongPurpose(purpose.keyPurpose, found: usage.purposes)
  }
}

/// The checks of the certificates that issue revocation lists.
extension X509.CertificateJudge {
  /// Returns the first fault of the certificate of a revocation list's issuer.
  ///
  /// RFC 5280 section 6.3.3 (f), and section 4.2.1.3: a certificate whose key signs revocation
  /// lists has the key usage extension. `RevocationIssuer.maySignLists` checks the key uses for
  /// each list. Without the key usage extension, only an authority can sign revocation lists,
  /// because the subject of a leaf certificate can have the name of an authority.
  private func fault(
    ofListIssuer certificate: X509.Certificate
  ) throws(X509Error) -> X509.Fault? {
    if let fault = fault(ofIssued: certificate) { return fault }
    if try certificate.keyUsage != nil { return nil }
    return try certificate.basicConstraints?.isAuthority == true ? nil : .notAuthority
  }
}

/// The checks of leaf certificates.
extension X509.CertificateJudge {
  private func fault(
    ofLeaf certificate: X509.Certificate, isAnchor: Bool
  ) throws(X509Error) -> X509.Fault? {
    if !isAnchor {
      if let fault = fault(ofIssued: certificate) { return fault }
      if profile.contains(.endEntityLeaf) {
        let isAuthority = try certificate.basicConstraints?.isAuthority == true
        let maySign = try certificate.keyUsage?.contains(.certificateSigning) == true
        if isAuthority || maySign { return .broken(.endEntityLeaf) }
      }
    }
    if profile.contains(.unconstrainedLeaf), certificate.has(.nameConstraints) {
      return .broken(.unconstrainedLeaf)
    }
    if let usage = try certificate.keyUsage {
      if profile.contains(.signingLeaf), !usage.contains(.digitalSignature) {
        return .broken(.signingLeaf)
      }
      let isForTLS = !usage.uses.isDisjoint(with: [
        .digitalSignature, .keyEncipherment, .keyAgreement,
      ])
      // A self-signed certificate is often its own authority, so its key usage may allow only
      // certificate signing.
      if !isForTLS, !(isAnchor && usage.contains(.certificateSigning)) {
        return .keyMayNotServe(usage)
      }
    }
    if profile.contains(.statedPurposes),
      try certificate.extendedKeyUsage?.contains(.anyExtendedKeyUsage) == true
    {
      return .broken(.statedPurposes)
    }
    if let fault = try fault(ofPurposes: certificate) { return fault }
    guard case .server(let host) = purpose else { return nil }
    do throws(X509.NameFault) {
      try X509.ServerIdentity(host, profile: profile).check(certificate)
    } catch {
      if case .unreadable(let error) = error { throw error }
      return .name(error)
    }
    return nil
  }

  /// Returns a fault that any certificate with an issuer can have, or `nil` if the certificate has
  /// none of these faults.
  private func fault(ofIssued certificate: X509.Certificate) -> X509.Fault? {
    // An empty issuer name is a SEQUENCE of two bytes.
    if certificate.issuerRange.count <= 2 { return .emptyIssuer }
    do throws(CryptoError) {
      _ = try SignatureAlgorithm(
        reading: certificate.signatureAlgorithm, in: certificate.der.span)
    } catch {
      return .signatureAlgorithm(error)
    }
    return nil
  }
}
