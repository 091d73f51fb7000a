public import ApusASN1
internal import ApusBytes

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

extension X509.ExpiryReport {
  /// Returns the expiry report in the text format of OpenMetrics 1.0, which Prometheus reads.
  ///
  /// For each certificate, the report contains the start and the end of the validity period in
  /// seconds since the epoch. The labels of a certificate are the source, the position in the
  /// source, the subject, the issuer, the serial number and the SHA-256 digest. A certificate that
  /// occurs twice in one source has only one sample.
  ///
  /// - Parameter problemCount: The number of files and servers that could not be read.
  /// - Returns: The text of the report, which ends with `# EOF`.
  public func openMetrics(problemCount: Int = 0) -> String {
    var seen: Set<String> = []
    let labelled = certificates.map { (labels: Self.labels(of: $0), entry: $0) }
      .filter { seen.insert($0.labels).inserted }
    var text = ""
    Self.writeHead(
      "apus_certificate_not_after_seconds", unit: "seconds",
      "The end of the validity, in seconds since the epoch.", to: &text)
    for (labels, entry) in labelled {
      let end = entry.certificate.validity.notAfter.secondsSinceEpoch
      text += "apus_certificate_not_after_seconds\(labels) \(end)\n"
    }
    Self.writeHead(
      "apus_certificate_not_before_seconds", unit: "seconds",
      "The beginning of the validity, in seconds since the epoch.", to: &text)
    for (labels, entry) in labelled {
      let beginning = entry.certificate.validity.notBefore.secondsSinceEpoch
      text += "apus_certificate_not_before_seconds\(labels) \(beginning)\n"
    }
    Self.writeHead("apus_scan_certificates", "The number of certificates by state.", to: &text)
    for state in X509.ScannedCertificate.State.allCases {
      text += "apus_scan_certificates{state=\"\(state.rawValue)\"} \(count(of: state))\n"
    }
    Self.writeHead(
      "apus_scan_problems", "The number of files and servers that could not be read.", to: &text)
    text += "apus_scan_problems \(problemCount)\n"
    Self.writeHead(
      "apus_scan_time_seconds", unit: "seconds",
      "The moment of the scan, in seconds since the epoch.", to: &text)
    text += "apus_scan_time_seconds \(moment.secondsSinceEpoch)\n"
    return text + "# EOF\n"
  }

  private static func writeHead(
    _ name: String, unit: String? = nil, _ help: String, to text: inout String
  ) {
    text += "# TYPE \(name) gauge\n"
    if let unit { text += "# UNIT \(name) \(unit)\n" }
    text += "# HELP \(name) \(help)\n"
  }

  private static func labels(of entry: X509.ScannedCertificate) -> String {
    let certificate = entry.certificate
    let labels: KeyValuePairs = [
      "source": entry.source.name,
      "position": entry.source.position.map { "\($0)" } ?? "",
      "subject": "\(certificate.subject)",
      "issuer": "\(certificate.issuer)",
      "serial_number": "\(certificate.serialNumber)",
      "sha256": "\(certificate.fingerprint)",
    ]
    return "{" + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
  }

  /// Returns the value of an OpenMetrics label, with escaped control characters and escaped special
  /// characters of the format.
  ///
  ///     label-value = DQUOTE *escaped-char DQUOTE
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in ForeignText.escaped(value.utf8, limit: 4096).unicodeScalars {
      if scalar == "\\" || scalar == "\"" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
