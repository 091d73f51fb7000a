public import ApusASN1

extension X509 {
  /// The certificates of a scan in the order of their ends.
  ///
  ///     let scan = try X509.FolderScan(of: "/etc/ssl/private")
  ///     let report = scan.expiryReport(at: .now, within: .seconds(30 * 86_400))
  ///     for entry in report.expiring { print(entry.certificate.subject, entry.source) }
  public struct ExpiryReport: Sendable {
    /// The moment of the scan.
    public let moment: UnixTime
    /// The longest time left of an expiring certificate, in seconds.
    public let seconds: Int64
    /// Every certificate, beginning with the one that ends first.
    public let certificates: [ScannedCertificate]

    /// Creates a report of certificates with their places.
    ///
    /// - Parameters:
    ///   - certificates: The certificates in any order.
    ///   - moment: The moment of the report.
    ///   - span: The longest time left of an expiring certificate.
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

    /// The certificates that have expired, or expire within the time.
    public var expiring: [ScannedCertificate] { certificates.filter(\.isExpiring) }

    /// Returns the number of certificates in a state.
    ///
    /// - Parameter state: The state to count.
    public func count(of state: ScannedCertificate.State) -> Int {
      certificates.count { $0.state == state }
    }

    /// The report as a tree of facts, as the tool writes it in JSON.
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
