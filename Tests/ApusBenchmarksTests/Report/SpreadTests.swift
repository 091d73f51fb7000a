import Testing

@testable import ApusBenchmarks

struct SpreadTests {
  @Test func `the quartiles of the measured values are interpolated`() {
    let spread = Spread([4, 1, 3, 2])
    #expect(spread.median == 2.5 && spread.lower == 1.75 && spread.upper == 3.25)
    #expect(spread.least == 1 && spread.greatest == 4 && spread.count == 4)
    #expect(spread.percent == 60)
  }

  @Test func `the spread of a single measured value is zero`() {
    let spread = Spread([7])
    #expect(spread.lower == 7 && spread.upper == 7 && spread.percent == 0)
  }

  @Test func `a limit within the measured spread is neither met nor missed`() {
    let limit = ReportRow.Limit(value: 1.3, isLeast: false)
    #expect(limit.outcome(of: Spread([1.1, 1.2, 1.25])) == .held)
    #expect(limit.outcome(of: Spread([1.1, 1.2, 1.3, 1.4, 1.5])) == .undecided)
    #expect(limit.outcome(of: Spread([1.4, 1.5, 1.6])) == .missed)
    let least = ReportRow.Limit(value: 0.8, isLeast: true)
    #expect(least.outcome(of: Spread([0.9, 1])) == .held)
    #expect(least.outcome(of: Spread([0.7, 0.9])) == .undecided)
    #expect(least.outcome(of: Spread([0.5, 0.6])) == .missed)
  }
}
