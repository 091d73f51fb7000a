import Testing

@testable import ApusCommand

/// The certificates that expire soon.
@Suite struct ScanCommandTests {
  private static let folder = Trial.fixture("chains")

  @Test func `apus cert scan exits with 1 if a certificate expires within the given time`() async {
    let soon = await Trial(
      "cert", "scan", "--time", "2126-10-27T20:28:38Z", "--expires-within", "1d", Self.folder)
    #expect(
      soon.status == .failure
        && soon.output.hasSuffix("4 of 4 certificates expire within the time limit\n"))
    let later = await Trial(
      "cert", "scan", "--time", "2126-10-27T20:28:36Z", "--expires-within", "1d", Self.folder)
    #expect(
      later.status == .success
        && later.output == "0 of 4 certificates expire within the time limit\n")
    #expect(await Trial("cert", "scan", Self.folder).status == .success)
  }

  @Test func `apus cert scan reports an expired certificate and exits with 1`() async {
    let trial = await Trial(
      "cert", "scan", "--time", "2126-11-28T20:28:38Z", "--format=json", Self.folder)
    #expect(trial.status == .failure && trial.output.contains("\"hasExpired\": true"))
    let text = await Trial("cert", "scan", "--time", "2126-11-28T20:28:38Z", Self.folder)
    #expect(text.output.contains("expired 31 days ago"))
    #expect(text.output.hasSuffix("4 of 4 certificates have expired\n"))
  }

  @Test(arguments: [
    ("2126-10-26T20:28:38Z", "expires in 2 days ("),
    ("2126-10-28T18:28:38Z", "expires in 2 hours ("),
    ("2126-10-28T19:28:38Z", "expires in 1 hour ("),
    ("2126-10-28T20:28:38Z", "expires in less than an hour ("),
    ("2126-10-28T20:28:39Z", "expired less than an hour ago ("),
    ("2126-10-29T02:28:38Z", "expired 6 hours ago ("),
    ("2126-10-29T20:28:38Z", "expired 1 day ago ("),
    ("2126-10-31T20:28:38Z", "expired 3 days ago ("),
  ])
  func `the time until the end of a certificate is in days or hours`(
    _ time: String, _ words: String
  ) async {
    let trial = await Trial("cert", "scan", "--time", time, Trial.server)
    #expect(trial.output.hasPrefix(words), "\(trial.output)")
  }

  @Test(arguments: [
    ("1s", 1), ("2m", 120), ("3h", 10_800), ("30d", 2_592_000), ("4w", 2_419_200),
    ("999999999w", 999_999_999 * 604_800),
  ])
  func `apus cert scan accepts a time span with a number and a unit`(
    _ text: String, _ seconds: Int64
  ) {
    #expect(ScanCommand.seconds(text) == seconds)
  }

  @Test(arguments: ["", "d", "30", "-1d", "1.5d", "1y", "9999999999d", "١d"])
  func `an invalid time span of cert scan is a usage error`(_ text: String) async {
    #expect(ScanCommand.seconds(text) == nil)
    #expect(await Trial("cert", "scan", "--expires-within=" + text, Self.folder).status == .usage)
  }
}
