public import ApusASN1

extension X509 {
  /// The certificates of a scan, beginning with the certificate that expires first.
  ///
  ///     let scan = try X509.FolderScan(of: "/etc/ssl/private")
  ///     let report = scan.expiryReport(at: .now, within: .seconds(30 * 86_400))
  ///     for entry in report.expiring { print(entry.certificate.subject, entry.source) }
  public struct ExpiryReport: Sendable {
    /// The time of the certificate scan.
    public let moment: UnixTime
    /// The maximum remaining validity, in seconds, of a certificate that counts as expiring.
    public let seconds: Int64
    /// The scanned certificates, beginning with the certificate that expires first.
    public let certificates: [ScannedCertificate]

    /// Creates an expiry report of certificates with their locations.
    ///
    /// - Parameters:
    ///   - certificates: The certificates in any order.
    ///   - moment: The time of the report.
    ///   - span: The maximum remaining validity of a certificate that counts as expiring.
    public init(
      _ certificates: [(source: CertificateSource, certificate: Certificate)],
      at moment: UnixTime, within span: Duration
    ) {
      self.moment = moment
      let seconds = max(0, span.components.seconds)
      self.seconds = seconds
      self.certificates = certificates.map {
        ScannedCertificate($0.certificate, in: $0.source, at: moment, within: seconds)
      }.sorted { $0.secondsLeft < $1.secondsLeft }
    }

    /// The certificates that have expired or will expire within the report's time span.
    public var expiring: [ScannedCertificate] { certificates.filter(\.isExpiring) }

    /// Returns the number of certificates in a state of expiry.
    ///
    /// - Parameter state: The state of the certificates to count.
    public func count(of state: ScannedCertificate.State) -> Int {
      certificates.count { $0.state == state }
    }

    /// The expiry report as a document, which the tool writes as JSON.
    public var document: Document {
      [
        "time": .text("\(moment)"),
        "certificateCount": .number(Int64(certificates.count)),
        "expiring": .list(expiring.map(\.document)),
        "certificates": .list(certificates.map(\.document)),
      ]
    }
  }
}
