import ApusTLS
import ApusX509
import Testing

/// The creation of rules for the hashes of keys.
@Suite struct PinRuleTests {
  private let (one, two): (String, String)

  init() throws {
    (one, two) = (try TestPins.text(1), try TestPins.text(2))
  }

  @Test func `a pin rule without a backup pin, or with an equal backup pin, is rejected`() throws {
    let hosts = try TLS.HostPattern("*.example.org")
    #expect(throws: TLS.PolicyError.missingBackup(hosts)) {
      try TLS.PinRule("*.example.org", [one], backups: [])
    }
    #expect(throws: TLS.PolicyError.missingBackup(hosts)) {
      try TLS.PinRule("*.example.org", [one, two], backups: [two])
    }
    #expect(throws: TLS.PolicyError.missingPin(hosts)) {
      try TLS.PinRule("*.example.org", [], backups: [two])
    }
    #expect(throws: Never.self) { try TLS.PinRule("*.example.org", [one], backups: [two]) }
  }

  @Test(arguments: ["", "sha256/", "sha1/AAAA", "sha256/AAAA", "nonsense"])
  func `the error for an invalid pin contains the pin`(text: String) {
    #expect(throws: TLS.PolicyError.malformedPin(text)) {
      try TLS.PinRule("example.org", [text], backups: [two])
    }
    #expect(throws: TLS.PolicyError.malformedPin(text)) {
      try TLS.PinRule("example.org", [one], backups: [text])
    }
  }

  @Test func `an expiration date means its first second, and an invalid date is rejected`() throws {
    let day = try TLS.PinRule("example.org", [one], backups: [two], expires: "2027-06-01")
    let moment = try #require(UnixTime(rfc3339: "2027-06-01T00:00:00Z"))
    #expect(day.expiry == moment && !day.isInForce(at: moment))
    #expect(day.isInForce(at: UnixTime(secondsSinceEpoch: moment.secondsSinceEpoch - 1)))
    for text in ["2027-06-31", "tomorrow", "", "01.06.2027"] {
      #expect(throws: TLS.PolicyError.malformedDate(text)) {
        try TLS.PinRule("example.org", [one], backups: [two], expires: text)
      }
    }
    #expect(try TLS.PinRule("example.org", [one], backups: [two]).expiry == nil)
  }

  @Test func `a pin rule with too many pins is rejected`() throws {
    let pins = try (2..<66).map { try TestPins.text($0) }
    #expect(pins.count == TLS.PinRule.pinLimit)
    #expect(throws: Never.self) { try TLS.PinRule("a.b", Array(pins.dropLast()), backups: [one]) }
    let hosts = try TLS.HostPattern("a.b")
    #expect(throws: TLS.PolicyError.tooManyPins(hosts, limit: 64)) {
      try TLS.PinRule("a.b", pins, backups: [one])
    }
  }
}
