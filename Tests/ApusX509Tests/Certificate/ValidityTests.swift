import ApusX509
import Testing

/// From when until when. RFC 5280 section 4.1.2.5.
@Suite struct ValidityTests {
  @Test func `a validity period contains its first and last second, but no time beyond`() throws {
    let validity = try X509.Validity(from: 10, through: 20)
    #expect(validity.contains(10) && validity.contains(20))
    #expect(!validity.contains(9) && !validity.contains(21))
    #expect(validity.secondCount == 11)
  }

  @Test func `dates through 2049 are UTCTime, and later dates are GeneralizedTime`() throws {
    let validity = try X509.Validity(from: 2_524_607_999, through: 2_524_608_000)
    #expect(!validity.notBefore.isGeneralized && validity.notAfter.isGeneralized)
    #expect(validity.isInRequiredForm)
  }

  @Test func `a validity with a year of more than four digits is rejected`() throws {
    #expect(throws: X509Error.forbidden(.yearOfFourDigits)) {
      try X509.Validity(from: 0, through: 253_402_300_800)
    }
    #expect(throws: X509Error.forbidden(.yearOfFourDigits)) {
      try X509.Validity(from: -62_167_219_201, through: 0)
    }
    let longest = try X509.Validity(from: -62_167_219_200, through: 253_402_300_799)
    #expect(longest.contains(0))
  }

  @Test func `a validity is printed as two times in the form of RFC 3339`() throws {
    let validity = try X509.Validity(from: 0, through: 4_000_000_000)
    #expect("\(validity)" == "1970-01-01T00:00:00Z through 2096-10-02T07:06:40Z")
  }

  @Test func `a validity period through second 20 contains 20,999 ms but not 21,000 ms`() throws {
    let validity = try X509.Validity(from: 10, through: 20)
    #expect(validity.contains(UnixTime(millisecondsSinceEpoch: 20_999)))
    #expect(!validity.contains(UnixTime(millisecondsSinceEpoch: 21_000)))
    #expect(!validity.contains(UnixTime(millisecondsSinceEpoch: 9_999)))
  }

  @Test(arguments: [
    (172_800 as Int64, 0), (172_801, -1), (86_401, 0), (86_400, 1), (0, 2), (-1, 2),
    (259_200, -1), (259_201, -2),
  ])
  func `the number of days left is negative after the end of the validity`(
    _ now: Int64, _ days: Int
  ) throws {
    let validity = try X509.Validity(from: 0, through: 172_800)
    #expect(validity.daysLeft(at: UnixTime(secondsSinceEpoch: now)) == days)
  }

  @Test func `the days left are counted without overflow at the first and last clock times`() throws
  {
    let validity = try X509.Validity(from: -62_167_219_200, through: 253_402_300_799)
    for moment in [UnixTime(millisecondsSinceEpoch: .min), UnixTime(millisecondsSinceEpoch: .max)] {
      #expect(validity.daysLeft(at: moment) != 0 && !validity.contains(moment))
    }
  }
}
