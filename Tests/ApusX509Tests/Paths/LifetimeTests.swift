import ApusASN1
import Testing

@testable import ApusX509

/// The validity limit of a public server's certificate, by its date. CA/Browser Forum Baseline
/// Requirements 6.3.2.
@Suite struct LifetimeTests {
  private func isExceeded(from date: String, days: Int64, seconds: Int64 = -1) throws -> Bool {
    let start = try #require(UnixTime(rfc3339: date + "T00:00:00Z")).secondsSinceEpoch
    return X509.LifetimeLimit.isExceeded(
      by: try X509.Validity(from: start, through: start + days * 86_400 + seconds))
  }

  @Test(arguments: [
    ("2012-07-01", 1_827), ("2015-03-31", 1_827), ("2015-04-01", 1_188), ("2018-02-28", 1_188),
    ("2018-03-01", 825), ("2020-08-31", 825), ("2020-09-01", 398), ("2026-03-14", 398),
    ("2026-03-15", 200), ("2027-03-14", 200), ("2027-03-15", 100), ("2029-03-14", 100),
    ("2029-03-15", 47), ("2040-01-01", 47),
  ])
  func `a certificate of the maximum lifetime is accepted, and one second more is not`(
    date: String, days: Int64
  ) throws {
    #expect(try !isExceeded(from: date, days: days))
    #expect(try isExceeded(from: date, days: days, seconds: 0))
  }

  @Test func `a certificate from before July 2012 has no maximum lifetime`() throws {
    #expect(try !isExceeded(from: "2012-06-30", days: 20_000))
  }

  @Test func `the baseline profile rejects a server certificate with 1,501 days of validity`()
    throws
  {
    let root = try TestAuthority(root: .authority("root"))
    let leaf = try root.issue(
      .leaf("www.example.org").changed {
        let start = Recipe.leafSeconds.lowerBound
        $0.validity = try X509.Validity(from: start, through: start + 1_501 * 86_400)
      })
    let anchors = X509.Anchors([root.certificate])
    let rejection = #expect(throws: X509.TrustFailure.self) {
      try X509.Verifier(anchors: anchors, profile: .baseline).verify(
        leaf, for: .unnamedServer, at: Recipe.moment)
    }
    #expect(rejection?.fault == .broken(.lifetime))
    #expect(throws: Never.self) {
      try X509.Verifier(anchors: anchors).verify(leaf, for: .unnamedServer, at: Recipe.moment)
    }
  }

  /// Public authorities must follow the rules in force when they issue a certificate.
  @Test func `a profile rule ignores certificates whose validity begins before its date`() throws {
    let root = try TestAuthority(root: .authority("root"))
    let profile = X509.Profile("dated", [.serverPurposes, .accessLocations])
    func fault(_ date: String) throws -> X509.Fault? {
      let start = try #require(UnixTime(rfc3339: date + "T00:00:00Z"))
      let leaf = try root.issue(
        .leaf("www.example.org").changed {
          $0.validity = try X509.Validity(
            from: start.secondsSinceEpoch, through: Recipe.leafSeconds.upperBound)
          $0.access = nil
          if date < "2013" { $0.extendedKeyUsage = nil }
        })
      let verifier = X509.Verifier(
        anchors: X509.Anchors([root.certificate]), profile: profile)
      do throws(X509.TrustFailure) {
        _ = try verifier.verify(leaf, for: .unnamedServer, at: Recipe.moment)
        return nil
      } catch {
        return error.fault
      }
    }
    #expect(try fault("2012-06-30") == nil)
    #expect(try fault("2012-07-01") == .broken(.serverPurposes))
    #expect(try fault("2023-09-14") == nil)
    #expect(try fault("2023-09-15") == .broken(.accessLocations))
  }
}
