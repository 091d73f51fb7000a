internal import ApusASN1

/// The lint rules for the version, the validity and the signature of a certificate.
extension X509.Lint {
  static let form: [X509.Lint] = [
    X509.Lint(
      "version-3", .error, "\(baseline) 7.1.1", "a certificate must have the version 3"
    ) { subject in
      let version = subject.certificate.version
      return version == .v3 ? nil : "the version is \(version.rawValue + 1)"
    },
    X509.Lint(
      "unique-identifier", .error, "RFC 5280 section 4.1.2.8",
      "a certificate must not have unique identifiers of the issuer or the subject",
      brokenIf: {
        $0.certificate.issuerUniqueID != nil || $0.certificate.subjectUniqueID != nil
      }),
    X509.Lint(
      "time-form", .error, "RFC 5280 section 4.1.2.5",
      "dates until the end of 2049 must be UTCTime, and later dates GeneralizedTime",
      brokenIf: { !$0.certificate.validity.isInRequiredForm }),
    X509.Lint(
      "validity-order", .error, "RFC 5280 section 4.1.2.5",
      "the validity of a certificate must not end before the validity begins",
      brokenIf: { $0.certificate.validity.secondCount < 1 }),
    X509.Lint(
      "validity-too-long", .error, "\(baseline) 6.3.2",
      "a server's certificate must not be valid for longer than the limit of its issue date"
    ) { subject in
      guard subject.isServer, let limit = dayLimit(from: subject.notBefore) else { return nil }
      let seconds = subject.certificate.validity.secondCount
      return seconds <= limit * 86_400
        ? nil
        : "the certificate is valid for \((seconds + 86_399) / 86_400) days, but only "
          + "\(limit) days are allowed"
    },
    X509.Lint(
      "signature-broken", .error, "\(baseline) 7.1.3.2",
      "a certificate must not be signed with a broken hash function"
    ) { subject in
      // A root certificate is trusted because of its key. The root certificate's own signature is
      // never checked.
      let name = subject.certificate.signatureAlgorithm.oid.name ?? ""
      let isBroken =
        brokenSignatures.contains(name) && !(subject.isSelfIssued && subject.isAuthority)
      return isBroken ? name : nil
    },
    X509.Lint(
      "signature-parameters", .error, "RFC 4055 section 5",
      "the algorithm of an RSA signature must have NULL parameters"
    ) { subject in
      let algorithm = subject.certificate.signatureAlgorithm
      switch algorithm.oid {
      case .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption:
        return algorithm.hasNullParameters ? nil : algorithm.oid.shown
      default: return nil
      }
    },
  ]

  private static let brokenSignatures: Set = [
    "md2WithRSAEncryption", "md5WithRSAEncryption", "sha1WithRSAEncryption",
    "sha1WithRSASignature", "ecdsa-with-SHA1", "dsa-with-sha1",
  ]

  /// Returns the maximum number of days that a server's certificate may be valid, by the start of
  /// its validity. The number of days is `nil` if the validity starts before 2018-03-01.
  private static func dayLimit(from notBefore: Int64) -> Int64? {
    switch notBefore {
    case ..<1_519_862_400: nil
    case ..<1_598_918_400: 825
    case ..<1_773_532_800: 398
    case ..<1_805_068_800: 200
    case ..<1_868_227_200: 100
    default: 47
    }
  }
}

/// The lint rules for serial numbers.
extension X509.Lint {
  static let serialNumber: [X509.Lint] = [
    X509.Lint(
      "serial-zero", .error, "RFC 5280 section 4.1.2.2",
      "the serial number of a certificate must not be zero",
      brokenIf: { $0.certificate.serialNumber.isZero }),
    X509.Lint(
      "serial-negative", .error, "RFC 5280 section 4.1.2.2",
      "the serial number of a certificate must not be negative"
    ) { subject in
      let serial = subject.certificate.serialNumber
      return serial.isNegative ? "\(serial)" : nil
    },
    X509.Lint(
      "serial-too-long", .error, "RFC 5280 section 4.1.2.2",
      "the serial number of a certificate must have at most twenty bytes"
    ) { subject in
      let serial = subject.certificate.serialNumber
      return serial.isTooLong ? "the serial number has \(serial.content.count) bytes" : nil
    },
    X509.Lint(
      "serial-guessable", .warning, "\(baseline) 7.1.2.7",
      "the serial number of a certificate must have 64 random bits, so about eight bytes",
      brokenIf: { subject in
        let serial = subject.certificate.serialNumber
        return !subject.isSelfIssued && !serial.isNegative && serial.content.count < 7
      }),
  ]
}
