import ApusNames
import Testing

@testable import ApusCommand
@testable import ApusConnections
@testable import ApusSession

/// The typed forms of an address, a port and a time.
@Suite struct GivenAddressTests {
  @Test func `the --resolve option accepts a host, a port and an IPv4 or IPv6 address`() throws {
    let four = try #require(GivenAddress("Example.COM:443:10.0.0.7"))
    #expect("\(four.host)" == "example.com" && four.port == 443 && four.address == "10.0.0.7")
    for text in ["a.example:80:::1", "a.example:80:[::1]"] {
      #expect(GivenAddress(text)?.address == "::1")
    }
  }

  @Test(arguments: [
    "", "a.example", "a.example:80", "a.example:80:", "a.example:0:10.0.0.1",
    "a.example:65536:10.0.0.1", "a.example:+8:10.0.0.1", "a b:80:10.0.0.1",
    "a.example:80:b.example",
    "a.example:80:10.0.0.1:1",
  ])
  func `an invalid value of the --resolve option is rejected`(_ text: String) {
    #expect(GivenAddress(text) == nil)
  }

  @Test func `a timeout option accepts seconds with three decimals, or a number with a unit`() {
    #expect(TimeLimit.read("30") == .seconds(30))
    #expect(TimeLimit.read("2.5") == .milliseconds(2500))
    #expect(TimeLimit.read("0.001") == .milliseconds(1))
    #expect(TimeLimit.read("1s") == .seconds(1) && TimeLimit.read("250ms") == .milliseconds(250))
    #expect(TimeLimit.read("2m") == .seconds(120) && TimeLimit.read("1.5h") == .seconds(5400))
    for text in [
      "", "0", "0.0", ".5", "1.", "1.2345", "-1", "+1", "1e3", "12345678", "s", "1 s", "1d",
    ] {
      #expect(TimeLimit.read(text) == nil, "\(text)")
    }
  }

  @Test func `a progress line shows byte counts in binary units`() {
    #expect(TransferLine.shown(1023) == "1023 bytes")
    #expect(TransferLine.shown(1536) == "1.5 KiB")
    #expect(TransferLine.shown(3 << 20) == "3.0 MiB")
    #expect(TransferLine.shown(100 << 20) == "100.0 MiB")
    #expect(TransferLine.shown(.max) == "8388607.9 TiB")
  }

  @Test func `a progress line shows the rate and the remaining time as soon as known`() {
    let start = ContinuousClock.now
    var line = TransferLine()
    func text(_ completed: Int, of total: Int?, after time: Duration) -> String? {
      line.text(completed, of: total, at: start + time)
    }
    #expect(text(0, of: 10 << 20, after: .zero) == nil)
    #expect(text(1 << 20, of: 10 << 20, after: .milliseconds(150)) == nil)
    #expect(
      text(2 << 20, of: 10 << 20, after: .seconds(2))
        == "2.0 MiB of 10.0 MiB, 20 %, 1.0 MiB/s, 8 s left")
    #expect(text(2 << 20, of: 10 << 20, after: .milliseconds(2050)) == nil)
    #expect(text(3 << 20, of: nil, after: .seconds(3)) == "3.0 MiB, 1.0 MiB/s")
    #expect(text(1 << 20, of: 1 << 30, after: .seconds(100))?.hasSuffix("/s, 28 h left") == true)
  }
}
