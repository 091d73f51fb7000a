import Apus
import ApusX509Files
import FoundationEssentials
import Testing

/// The current time in a file that imports both modules that declare it.
struct CurrentTimeTests {
  @Test func `the current time is not ambiguous next to ApusX509Files`() throws {
    let time: UnixTime = .now
    #expect(abs(Date(time).timeIntervalSinceNow) < 60)
    #expect(UnixTime.now >= time)
    let validity = try X509.Validity(
      from: time.secondsSinceEpoch, through: time.secondsSinceEpoch + 86_400)
    #expect(validity.daysLeft(at: .now) <= 1)
  }
}
