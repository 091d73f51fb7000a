import ApusX509
import Testing

/// Moments as logs and tools write them. RFC 3339 section 5.6.
@Suite struct MomentTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2024-04-01T00:00:00.005+00:00", 1_711_929_600),
      ("2024-04-01T02:30:00+02:30", 1_711_929_600), ("2024-03-31T19:00:00-05:00", 1_711_929_600),
      ("1969-12-31T23:59:59Z", -1), ("0000-01-01T00:00:00Z", -62_167_219_200),
      ("2024-04-01T00:00:00.999999999Z", 1_711_929_600),
    ] as [(String, Int64)])
  func `a moment is read in whole seconds`(_ text: String, _ seconds: Int64) {
    #expect(X509.Moment(rfc3339: text)?.secondsSinceEpoch == seconds)
  }

  @Test(arguments: [
    "", "2024-04-01", "2024-04-01T00:00:00", "2024-04-01 00:00:00Z", "2024-04-01t00:00:00Z",
    "2024-02-30T00:00:00Z", "2024-04-01T24:00:00Z", "2024-04-01T00:00:60Z", "2024-04-01T00:00:00.Z",
    "2024-04-01T00:00:00+24:00", "2024-04-01T00:00:00+0000", "2024-04-01T00:00:00Z ",
    "+024-04-01T00:00:00Z", "2024-04-01T00:00:00.\(String(repeating: "0", count: 64))Z",
  ])
  func `what is no moment is not read`(_ text: String) {
    #expect(X509.Moment(rfc3339: text) == nil)
  }

  @Test func `a moment is shown as it is read, and as seconds where no year has it`() {
    let moment = X509.Moment(secondsSinceEpoch: 1_711_929_600)
    #expect(moment.description == "2024-04-01T00:00:00Z")
    #expect(X509.Moment(rfc3339: moment.description) == moment)
    #expect(X509.Moment(secondsSinceEpoch: .max).description == "\(Int64.max) s")
    #expect(X509.Moment(secondsSinceEpoch: 1) < X509.Moment(secondsSinceEpoch: 2))
  }
}
