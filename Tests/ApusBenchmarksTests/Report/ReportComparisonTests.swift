import Testing

@testable import ApusBenchmarks

/// A change of a row is reported only if it is outside the spreads of both runs.
struct ReportComparisonTests {
  private func report(_ values: [Double], client: String = "Apus") -> BenchmarkReport {
    let row = ReportRow(
      part: "http", name: "head", client: client, unit: "ns", value: Spread(values))
    return BenchmarkReport(environment: RunEnvironment(), notes: [], rows: [row])
  }

  @Test func `a slowdown of ten percent beyond the measured spread is reported`() {
    let comparison = ReportComparison(report([99, 100, 101]), report([109, 110, 111]))
    #expect(comparison.slower.count == 1)
    #expect(comparison.slower.first.map { Bar.hundredths($0.factor) } == "1.10")
  }

  @Test func `a slowdown within the measured spread is not reported`() {
    let comparison = ReportComparison(report([90, 100, 115]), report([95, 110, 120]))
    #expect(comparison.changes.isEmpty && comparison.sameCount == 1)
  }

  @Test func `a change of two percent between two benchmark reports is not reported`() {
    let comparison = ReportComparison(report([100, 100, 100]), report([102, 102, 102]))
    #expect(comparison.changes.isEmpty && comparison.sameCount == 1)
  }

  @Test func `a slower peer is listed as a change between two reports, not as a failure`() {
    let comparison = ReportComparison(
      report([100], client: "plain C"), report([120], client: "plain C"))
    #expect(comparison.changes.count == 1 && comparison.slower.isEmpty)
  }

  @Test func `benchmark rows that only one of two reports contains are counted`() {
    let comparison = ReportComparison(report([100]), report([100], client: "Apus, pinned"))
    #expect(comparison.unmatchedCount == 2)
  }
}
