import ApusASN1
import ApusCrypto
import ApusX509
import Testing

/// The certificates of a scan by the time that is left.
@Suite struct ExpiryReportTests {
  private static let now = UnixTime(secondsSinceEpoch: Authority.now)

  /// A certificate that is valid from and through moments, in seconds from now.
  private static func certificate(
    _ name: String, from: Int64 = -100, through: Int64
  ) throws -> X509.Certificate {
    let key = try Authority.key()
    let builder = X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: name]),
      alternativeNames: [.dns(try X509.IA5Text(name))],
      validity: try X509.Validity(from: Authority.now + from, through: Authority.now + through))
    return try builder.selfSigned(by: key, using: SystemRandom())
  }

  private static func report() throws -> X509.ExpiryReport {
    X509.ExpiryReport(
      [
        (.server("a.example:443", position: 1), try certificate("later", from: 50, through: 5000)),
        (.file(path: "/b.pem", line: 3), try certificate("valid", through: 1001)),
        (.file(path: "/c.der", line: nil), try certificate("soon", through: 1000)),
        (.file(path: "/d.pem", line: 1), try certificate("now", through: 0)),
        (.file(path: "/e.pem", line: 1), try certificate("over", through: -1)),
      ], at: now, within: .seconds(1000))
  }

  @Test func `the certificates of a scan are sorted by expiry date and have an expiry state`()
    throws
  {
    let report = try Self.report()
    #expect(
      report.certificates.map(\.state) == [.expired, .expiring, .expiring, .valid, .notYetValid])
    #expect(report.certificates.map(\.secondsLeft) == [-1, 0, 1000, 1001, 5000])
    #expect(report.expiring.map(\.source.name) == ["/e.pem", "/d.pem", "/c.der"])
    #expect(report.count(of: .expiring) == 2 && report.count(of: .valid) == 1)
  }

  @Test func `a negative time span counts as zero, and the longest span does not overflow`() throws
  {
    let pair: (X509.CertificateSource, X509.Certificate) =
      (.file(path: "a", line: nil), try Self.certificate("a", through: 10))
    let none = X509.ExpiryReport([pair], at: Self.now, within: .seconds(-20))
    #expect(none.seconds == 0 && none.expiring.isEmpty)
    let end = UnixTime(secondsSinceEpoch: .max / 2)
    let all = X509.ExpiryReport([pair], at: end, within: .seconds(Int64.max))
    #expect(all.expiring.count == 1 && all.count(of: .expired) == 1)
  }

  @Test func `the JSON report has the location, subject and expiry date of each certificate`()
    throws
  {
    let facts = try Self.report().document
    #expect(facts["certificateCount"] == 5)
    guard case .list(let all) = facts["certificates"], let last = all.last else {
      Issue.record("no certificates")
      return
    }
    #expect(last["source"] == ["server": "a.example:443", "position": 1])
    #expect(last["subject"] == "CN=later" && last["names"] == ["DNS:later"])
    #expect(last["state"] == "not-yet-valid" && last["hasExpired"] == false)
    #expect(last["secondsLeft"] == 5000)
  }

  @Test func `a certificate location has a line or position and escapes control characters`() {
    let file = X509.CertificateSource.file(path: "a\u{1b}b", line: 4)
    #expect(file.description == "a\\x1bb, line 4" && file.position == 4)
    #expect(X509.CertificateSource.file(path: "c", line: nil).document == ["file": "c"])
    let server = X509.CertificateSource.server("s:443", position: 2)
    #expect(server.description == "s:443, certificate 2")
  }

  @Test func `an OpenMetrics report has one sample per certificate and escapes the labels`() throws
  {
    let certificate = try Self.certificate("a\"b\\c", through: 10)
    let source = X509.CertificateSource.file(path: "/a \"b\"\n\\c", line: nil)
    let report = X509.ExpiryReport(
      [(source, certificate), (source, certificate)], at: Self.now, within: .seconds(1000))
    let text = report.openMetrics(problemCount: 2)
    let name = "apus_certificate_not_after_seconds"
    let samples = text.split(separator: "\n").filter { $0.hasPrefix("\(name){") }
    #expect(samples.count == 1)
    #expect(samples[0].hasSuffix(" \(Authority.now + 10)"))
    #expect(samples[0].contains(#"source="/a \"b\"\\x0a\\c""#), "\(samples)")
    #expect(text.hasSuffix("# EOF\n") && text.contains("\napus_scan_problems 2\n"))
    #expect(text.contains("apus_scan_certificates{state=\"expiring\"} 2\n"))
    #expect(text.contains("# UNIT \(name) seconds\n# HELP \(name) "))
  }
}
