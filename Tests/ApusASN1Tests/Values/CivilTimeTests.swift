import ApusASN1
import Testing

@Suite struct CivilTimeTests {
  @Test(
    arguments: [
      ("0000-01-01T00:00:00Z", -62_167_219_200), ("0001-01-01T00:00:00Z", -62_135_596_800),
      ("1600-02-29T00:00:00Z", -11_670_998_400), ("1900-02-28T23:59:59Z", -2_203_891_201),
      ("1900-03-01T00:00:00Z", -2_203_891_200), ("1950-01-01T00:00:00Z", -631_152_000),
      ("1969-12-31T23:59:59Z", -1), ("1970-01-01T00:00:00Z", 0),
      ("2000-02-29T12:00:00Z", 951_825_600), ("2024-12-31T23:59:59Z", 1_735_689_599),
      ("2038-01-19T03:14:08Z", 2_147_483_648), ("2050-01-01T00:00:00Z", 2_524_608_000),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Int64)])
  func `a date and time is converted to seconds and back`(_ text: String, _ seconds: Int64) throws {
    let time = try #require(ASN1.CivilTime(secondsSinceEpoch: seconds))
    #expect(time.description == text)
    #expect(time.secondsSinceEpoch == seconds)
  }

  @Test func `dates outside the years 0 to 9999 do not exist`() {
    #expect(ASN1.CivilTime(secondsSinceEpoch: -62_167_219_201) == nil)
    #expect(ASN1.CivilTime(secondsSinceEpoch: 253_402_300_800) == nil)
    #expect(ASN1.CivilTime(secondsSinceEpoch: .min) == nil)
    #expect(ASN1.CivilTime(secondsSinceEpoch: .max) == nil)
    #expect(ASN1.CivilTime(year: -1, month: 1, day: 1) == nil)
    #expect(ASN1.CivilTime(year: 10_000, month: 1, day: 1) == nil)
  }

  @Test func `the day after each calendar day is the next day of the calendar`() throws {
    var day = try #require(ASN1.CivilTime(year: 1899, month: 12, day: 31))
    for _ in 0..<14_700 {
      let next = try #require(
        ASN1.CivilTime(secondsSinceEpoch: day.secondsSinceEpoch + 86_400))
      #expect(next.day == day.day + 1 || (next.day == 1 && day.day >= 28))
      #expect(next.month == (next.day == 1 ? day.month % 12 + 1 : day.month))
      #expect(next.year == (next.day == 1 && next.month == 1 ? day.year + 1 : day.year))
      day = next
    }
    #expect(day.year == 1940)
  }

  @Test(arguments: [(1900, 28), (1996, 29), (2000, 29), (2023, 28), (2024, 29), (2100, 28)])
  func `the days of February follow the leap years of the Gregorian calendar`(
    _ year: Int, _ count: Int
  ) {
    #expect(ASN1.CivilTime(year: year, month: 2, day: count) != nil)
    #expect(ASN1.CivilTime(year: year, month: 2, day: count + 1) == nil)
  }

  @Test func `a date or a time of day that does not exist is rejected`() {
    #expect(ASN1.CivilTime(year: 2000, month: 0, day: 1) == nil)
    #expect(ASN1.CivilTime(year: 2000, month: 13, day: 1) == nil)
    #expect(ASN1.CivilTime(year: 2000, month: 1, day: 0) == nil)
    #expect(ASN1.CivilTime(year: 2000, month: 4, day: 31) == nil)
    #expect(ASN1.CivilTime(year: 2000, month: 1, day: 1, hour: 24) == nil)
    #expect(ASN1.CivilTime(year: 2000, month: 1, day: 1, minute: 60) == nil)
    #expect(ASN1.CivilTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60) == nil)
  }
}
