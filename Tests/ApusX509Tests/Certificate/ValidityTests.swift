import ApusX509
import Testing

/// From when until when. RFC 5280 section 4.1.2.5.
@Suite struct ValidityTests {
  @Test func `both ends are valid, and nothing beyond them`() throws {
    let validity = try X509.Validity(from: 10, through: 20)
    #expect(validity.contains(10) && validity.contains(20))
    #expect(!validity.contains(9) && !validity.contains(21))
    #expect(validity.secondCount == 11)
  }

  @Test func `times through 2049 have two digits of a year, and later ones four`() throws {
    let validity = try X509.Validity(from: 2_524_607_999, through: 2_524_608_000)
    #expect(!validity.notBefore.isGeneralized && validity.notAfter.isGeneralized)
    #expect(validity.isInRequiredForm)
  }

  @Test func `a year has at most four digits`() throws {
    #expect(throws: X509Error.forbidden(.yearOfFourDigits)) {
      try X509.Validity(from: 0, through: 253_402_300_800)
    }
    #expect(throws: X509Error.forbidden(.yearOfFourDigits)) {
      try X509.Validity(from: -62_167_219_201, through: 0)
    }
    let longest = try X509.Validity(from: -62_167_219_200, through: 253_402_300_799)
    #expect(longest.contains(0))
  }
}
