import ApusHTTP
import Testing

/// RFC 9110 section 5.6.7.
@Suite struct DateTests {
  /// Written by Python's `datetime`.
  static let known: [(Int64, String)] = [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_825_600, "Tue, 29 Feb 2000 12:00:00 GMT"),
    (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
    (15_680_644_176, "Wed, 24 Nov 2466 22:29:36 GMT"),
    (223_649_410_867, "Mon, 02 Mar 9057 20:21:07 GMT"),
    (28_071_399_467, "Sat, 19 Jul 2859 10:57:47 GMT"),
  ]

  @Test(arguments: known)
  func `a date that is written in the standard format is read back unchanged`(
    seconds: Int64, text: String
  )
    throws
  {
    let date = HTTP.Date(secondsSinceEpoch: seconds)
    #expect(date.description == text)
    #expect(try HTTP.Date(text) == date)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 GMT", "SUN NOV  6 08:49:37 1994",
    " Sun, 06 Nov 1994 08:49:37 GMT\t", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun Nov 06 08:49:37 1994",
  ])
  func `all three HTTP date formats are read with names in any letter case`(text: String)
    throws
  {
    #expect(try HTTP.Date(text).secondsSinceEpoch == 784_111_777)
  }

  @Test(arguments: [
    ("", 0), ("0", 0), ("-1", 0), ("Sat", 3), ("Sun,06 Nov 1994 08:49:37 GMT", 4),
    ("Xyz, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 6 Nov 1994 08:49:37 GMT", 5),
    ("Sun, 06 Nov 94 08:49:37 GMT", 12), ("Sun, 06 Nov 1994 8:49:37 GMT", 17),
    ("Sun, 06 Nov 1994 08:49 GMT", 22), ("Sun, 06 Nov 1994 08:49:37", 25),
    ("Sun, 06 Nov 1994 08:49:37 UTC", 25), ("Sun, 06 Nov 1994 08:49:37 +0000", 25),
    ("Sun, 06 Nov 1994 08:49:37 GMTx", 29), ("Sun, 06-Nov-1994 08:49:37 GMT", 7),
    ("Sunday, 06-Nov-1994 08:49:37 GMT", 17), ("Sunday, 06 Nov 94 08:49:37 GMT", 10),
    ("Sunday Nov  6 08:49:37 1994", 6), ("Sun Nov 6 08:49:37 1994", 8),
    ("Sun Nov  6 08:49:37 94", 20), ("Sun Nov  6 08:49:37 1994 GMT", 25),
    ("Sun, 06 Nov -994 08:49:37 GMT", 12), ("Sun, +6 Nov 1994 08:49:37 GMT", 5),
    ("1994-11-06T08:49:37Z", 0), ("784111777", 0),
  ])
  func `a text in no HTTP date format is rejected with the offset of the mismatch`(
    text: String, at: Int
  ) {
    #expect(throws: HTTP.InvalidValue.malformedDate(at: at)) { try HTTP.Date(text) }
  }

  @Test(arguments: [
    ("Sun, 00 Nov 1994 08:49:37 GMT", HTTP.Date.Figure.day, 0, 1...30),
    ("Sun, 31 Nov 1994 08:49:37 GMT", .day, 31, 1...30),
    ("Sun, 32 Dec 1994 08:49:37 GMT", .day, 32, 1...31),
    ("Sun, 29 Feb 1900 08:49:37 GMT", .day, 29, 1...28),
    ("Sun, 29 Feb 1994 08:49:37 GMT", .day, 29, 1...28),
    ("Sun, 30 Feb 2000 08:49:37 GMT", .day, 30, 1...29),
    ("Sun, 06 Nov 1994 24:00:00 GMT", .hour, 24, 0...23),
    ("Sun, 06 Nov 1994 08:60:37 GMT", .minute, 60, 0...59),
    ("Sun, 06 Nov 1994 08:49:60 GMT", .second, 60, 0...59),
    ("Sun, 06 Nov 1994 23:59:61 GMT", .second, 61, 0...60),
  ])
  func `the error for an out-of-range date component contains its name and range`(
    text: String, figure: HTTP.Date.Figure, value: Int, allowed: ClosedRange<Int>
  ) {
    #expect(throws: HTTP.InvalidValue.dateOutOfRange(figure, value, allowed: allowed)) {
      try HTTP.Date(text)
    }
  }

  @Test func `a date with a leap second is read as the preceding second`() throws {
    let leap = try HTTP.Date("Sat, 31 Dec 2016 23:59:60 GMT")
    #expect(leap.description == "Sat, 31 Dec 2016 23:59:59 GMT")
  }

  @Test func `creating a date from components out of range is rejected`() throws {
    #expect(try HTTP.Date(year: 2024, month: 2, day: 29).secondsSinceEpoch == 1_709_164_800)
    #expect(throws: HTTP.InvalidValue.dateOutOfRange(.month, 13, allowed: 1...12)) {
      try HTTP.Date(year: 2024, month: 13, day: 1)
    }
    #expect(throws: HTTP.InvalidValue.dateOutOfRange(.year, 10_000, allowed: 0...9999)) {
      try HTTP.Date(year: 10_000, month: 1, day: 1)
    }
  }

  @Test func `without a current date a two-digit year is in the range from 1970 to 2069`() throws {
    let seventy = try HTTP.Date("Thursday, 01-Jan-70 00:00:00 GMT")
    #expect(seventy.secondsSinceEpoch == 0)
    let sixtyNine = try HTTP.Date("Tuesday, 01-Jan-69 00:00:00 GMT")
    #expect(sixtyNine.description == "Tue, 01 Jan 2069 00:00:00 GMT")
  }

  @Test(arguments: [
    // Exactly 50 years ahead is not more than 50 years ahead.
    ("15-Jun-75 12:00:00", 2075), ("15-Jun-75 12:00:01", 1975), ("16-Jun-75 00:00:00", 1975),
    ("14-Jun-75 23:59:59", 2075), ("01-Jan-76 00:00:00", 1976), ("31-Dec-74 23:59:59", 2074),
    ("06-Nov-94 08:49:37", 1994), ("01-Jan-00 00:00:00", 2000), ("15-Jun-25 12:00:00", 2025),
  ])
  func `with a current date a two-digit year is at most 50 years in the future`(
    text: String, year: Int
  ) throws {
    let now = try HTTP.Date(year: 2025, month: 6, day: 15, hour: 12)
    let date = try HTTP.Date("Monday, \(text) GMT", now: now)
    let first = try HTTP.Date(year: year, month: 1, day: 1)
    let last = try HTTP.Date(year: year, month: 12, day: 31, hour: 23, minute: 59, second: 59)
    #expect(first <= date && date <= last)
  }

  @Test func `a two-digit year can be in the next century if that century is near`() throws {
    let now = try HTTP.Date(year: 1999, month: 12, day: 31)
    let date = try HTTP.Date("Saturday, 01-Jan-05 00:00:00 GMT", now: now)
    #expect(date.description == "Sat, 01 Jan 2005 00:00:00 GMT")
  }

  @Test func `a date outside the years 0 to 9999 becomes the nearest date in that range`() {
    #expect(
      HTTP.Date(secondsSinceEpoch: .max).description == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(
      HTTP.Date(secondsSinceEpoch: .min).description == "Sat, 01 Jan 0000 00:00:00 GMT")
  }

  @Test func `a two-digit year that would become later than 9999 is rejected`() throws {
    let late = HTTP.Date(secondsSinceEpoch: .max)
    #expect(throws: HTTP.InvalidValue.dateOutOfRange(.year, 10_049, allowed: 0...9999)) {
      try HTTP.Date("Sunday, 01-Jan-49 00:00:00 GMT", now: late)
    }
  }

  @Test func `a truncated date is rejected, and a valid mutated date is read back unchanged`()
    throws
  {
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ] {
      Mutation.truncations(of: text) { bytes in
        #expect(throws: HTTP.InvalidValue.self) { try HTTP.Date(bytes.span) }
      }
      Mutation.changes(of: text) { bytes in
        guard let date = try? HTTP.Date(bytes.span) else { return }
        #expect((try? HTTP.Date(date.description)) == date)
      }
    }
  }
}
