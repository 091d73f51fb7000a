internal import ApusASN1

extension X509 {
  /// A certificate of a scan, with the time that is left of its validity.
  public struct ScannedCertificate: Sendable {
    /// The state of a certificate at the moment of a scan.
    public enum State: String, CaseIterable, Sendable {
      /// The validity has ended.
      case expired
      /// The validity ends within the time of the scan.
      case expiring
      /// The validity has not begun.
      case notYetValid = "not-yet-valid"
      /// The certificate is valid for longer than the time of the scan.
      case valid
    }

    /// The place of the certificate.
    public let source: CertificateSource
    /// The certificate.
    public let certificate: Certificate
    /// The state of the certificate at the moment of the scan.
    public let state: State
    /// The number of seconds from the moment of the scan to the end of the validity.
    ///
    /// The number is negative after the end.
    public let secondsLeft: Int64

    init(
      _ certificate: Certificate, in source: CertificateSource, at moment: UnixTime,
      within seconds: Int64
    ) {
      self.source = source
      self.certificate = certificate
      let validity = certificate.validity
      let left = TimeLeft(until: validity.notAfter.secondsSinceEpoch, from: moment)
      secondsLeft = left.seconds
      state =
        if left.isOver {
          .expired
        } else if left.seconds <= seconds {
          .expiring
        } else if moment.secondsSinceEpoch < validity.notBefore.secondsSinceEpoch {
          .notYetValid
        } else {
          .valid
        }
    }

    /// A Boolean value that indicates whether the validity has ended, or ends within the time.
    public var isExpiring: Bool { state == .expired || state == .expiring }

    /// The certificate as a tree of facts, as the tool writes it in JSON.
    public var document: Document {
      let names = (try? certificate.subjectAlternativeName)?.names ?? []
      return [
        "source": source.document,
        "subject": .text("\(certificate.subject)"),
        "issuer": .text("\(certificate.issuer)"),
        "serialNumber": .text("\(certificate.serialNumber)"),
        "sha256": .text("\(certificate.fingerprint)"),
        "names": .list(names.map { .text("\($0)") }),
        "notBefore": .text("\(certificate.validity.notBefore)"),
        "notAfter": .text("\(certificate.validity.notAfter)"),
        "secondsLeft": .number(secondsLeft),
        "state": .text(state.rawValue),
        "hasExpired": .bool(state == .expired),
      ]
    }
  }
}
