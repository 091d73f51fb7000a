import Testing

@testable import ApusBenchmarks

struct PercentilesTests {
  @Test func `a percentile is the least value that the given share of values does not exceed`() {
    let percentiles = Percentiles((1...1_000).shuffled().map(Double.init))
    #expect(percentiles.value(at: 50) == 500)
    #expect(percentiles.value(at: 99) == 990)
    #expect(percentiles.value(at: 100) == 1_000)
  }

  @Test func `a percentile is reported only if enough values exceed it`() {
    #expect(Percentiles([Double](repeating: 1, count: 500)).has(99))
    #expect(!Percentiles([Double](repeating: 1, count: 400)).has(99))
  }
}
