import ApusASN1
import Testing

/// Moments in the form of logs and tools. RFC 3339 section 5.6.
@Suite struct UnixTimeTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2024-04-01T00:00:00.005+00:00", 1_711_929_600),
      ("2024-04-01T02:30:00+02:30", 1_711_929_600), ("2024-03-31T19:00:00-05:00", 1_711_929_600),
      ("1969-12-31T23:59:59Z", -1), ("0000-01-01T00:00:00Z", -62_167_219_200),
      ("2024-04-01T00:00:00.999999999Z", 1_711_929_600),
    ] as [(String, Int64)])
  func `an RFC 3339 time is read in whole seconds`(_ text: String, _ seconds: Int64) {
    #expect(UnixTime(rfc3339: text)?.secondsSinceEpoch == seconds)
  }

  @Test(arguments: [
    "", "2024-04-01", "2024-04-01T00:00:00", "2024-04-01 00:00:00Z", "2024-04-01t00:00:00Z",
    "2024-02-30T00:00:00Z", "2024-04-01T24:00:00Z", "2024-04-01T00:00:60Z", "2024-04-01T00:00:00.Z",
    "2024-04-01T00:00:00+24:00", "2024-04-01T00:00:00+0000", "2024-04-01T00:00:00Z ",
    "+024-04-01T00:00:00Z", "2024-04-01T00:00:00.\(String(repeating: "0", count: 64))Z",
  ])
  func `text that is not an RFC 3339 time is rejected`(_ text: String) {
    #expect(UnixTime(rfc3339: text) == nil)
  }

  @Test func `a time is printed in RFC 3339 form, or in seconds outside years 0 to 9999`() {
    let moment = UnixTime(secondsSinceEpoch: 1_711_929_600)
    #expect(moment.description == "2024-04-01T00:00:00Z")
    #expect(UnixTime(rfc3339: moment.description) == moment)
    #expect(UnixTime(secondsSinceEpoch: .max).description == "\(Int64.max / 1000) s")
    #expect(UnixTime(secondsSinceEpoch: 1) < UnixTime(secondsSinceEpoch: 2))
  }

  @Test(
    arguments: [
      (1_999, 1), (2_000, 2), (0, 0), (-1, -1), (-1_000, -1), (-1_001, -2),
      (.max, Int64.max / 1000), (.min, Int64.min / 1000 - 1),
    ] as [(Int64, Int64)])
  func `milliseconds are rounded down to seconds`(_ milliseconds: Int64, _ seconds: Int64) {
    let moment = UnixTime(millisecondsSinceEpoch: milliseconds)
    #expect(moment.secondsSinceEpoch == seconds)
    #expect(moment.wholeSecond <= moment)
    #expect(moment.wholeSecond.secondsSinceEpoch == seconds)
  }

  @Test func `a number of seconds outside the range of milliseconds is clamped`() {
    #expect(UnixTime(secondsSinceEpoch: .max) == UnixTime(millisecondsSinceEpoch: .max))
    #expect(UnixTime(secondsSinceEpoch: .min) == UnixTime(millisecondsSinceEpoch: .min))
  }
}
