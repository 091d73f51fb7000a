import ApusTLS
import ApusX509
import Testing

/// SP-20: rules about the hashes of keys, as they are made.
@Suite struct PinRuleTests {
  private let (one, two): (String, String)

  init() throws {
    (one, two) = (try TestPins.text(1), try TestPins.text(2))
  }

  @Test func `a rule needs a backup, and one that is another pin`() throws {
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
  func `what is no pin is refused by name`(text: String) {
    #expect(throws: TLS.PolicyError.malformedPin(text)) {
      try TLS.PinRule("example.org", [text], backups: [two])
    }
    #expect(throws: TLS.PolicyError.malformedPin(text)) {
      try TLS.PinRule("example.org", [one], backups: [text])
    }
  }

  @Test func `a day is its first second, and what is no day is refused`() throws {
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

  @Test func `as many pins are taken as are allowed, and not one more`() throws {
    let pins = try (2..<66).map { try TestPins.text($0) }
    #expect(pins.count == TLS.PinRule.pinLimit)
    #expect(throws: Never.self) { try TLS.PinRule("a.b", Array(pins.dropLast()), backups: [one]) }
    let hosts = try TLS.HostPattern("a.b")
    #expect(throws: TLS.PolicyError.tooManyPins(hosts, limit: 64)) {
      try TLS.PinRule("a.b", pins, backups: [one])
    }
  }
}
