import Testing

@testable import ApusCaching

@Suite struct DiskCensusTests {
  @Test func `the disk cleanup selects the oldest entries if the byte budget is exceeded`() {
    var census = DiskCensus(byteBudget: 1_000, entryLimit: 100)
    for used in 0..<10 { census.addEntry(cost: 100, used: Int64(used)) }
    #expect(census.cutoff() == nil)
    census.add(cost: 1)
    // Nine tenths of the budget are left for eight entries and the other file.
    #expect(census.cutoff() == 1)
    for _ in 0..<2 {
      #expect(census.isAboveGoal)
      census.removeEntry(cost: 100)
    }
    #expect(!census.isAboveGoal && census.total == DiskTotal(byteCount: 801, entryCount: 8))
  }

  @Test func `the disk cleanup selects the oldest entries if the entry limit is exceeded`() {
    var census = DiskCensus(byteBudget: 1_000_000, entryLimit: 10)
    for used in 0..<11 { census.addEntry(cost: 1, used: Int64(used)) }
    #expect(census.cutoff() == 1)
  }

  @Test func `the disk cleanup finds the exact removal time among many cache entries`() {
    var census = DiskCensus(byteBudget: 1 << 40, entryLimit: 1_500)
    for used in 0..<20_000 { census.addEntry(cost: 7, used: Int64((used * 7_919) % 20_000)) }
    #expect(census.total == DiskTotal(byteCount: 140_000, entryCount: 20_000))
    // Nine tenths of the limit are 1,350.
    let cutoff: Int64 = 20_000 - 1_350 - 1
    #expect(census.cutoff() == cutoff)
  }

  @Test func `unfinished files can reserve at most half of the disk budget`() {
    var usage = DiskUsage(byteBudget: 1_600, entryLimit: 100)
    func take(_ count: Int) -> Bool { usage.take(count) }
    #expect(!take(801))
    #expect(take(800))
    #expect(!take(1))
    usage.end(800, isKept: false)
    #expect(take(800))
    usage.end(800, isKept: true)
    #expect(usage.total == DiskTotal(byteCount: 800, entryCount: 1))
    let (isFirst, isSecond) = (usage.beginSweep(), usage.beginSweep(isForced: true))
    #expect(isFirst && !isSecond)
    usage.add(DiskTotal(byteCount: 50, entryCount: 1))
    let isStale = usage.endSweep(DiskTotal(byteCount: 700, entryCount: 1))
    #expect(isStale)
    #expect(usage.total == DiskTotal(byteCount: 750, entryCount: 2))
    usage.add(DiskTotal(byteCount: 900, entryCount: 0))
    #expect(!take(151))
    #expect(take(150))
    let isDue = usage.beginSweep()
    let isStaleAfterFailure = usage.endSweep(nil)
    #expect(isDue && !isStaleAfterFailure && !usage.isSweeping && usage.total.byteCount == 1_650)
  }

  @Test func `extreme byte budgets and entry limits do not overflow the file counts`() {
    for (budget, isTaken) in [(Int.max, true), (Int.min, false), (0, false)] {
      var usage = DiskUsage(byteBudget: budget, entryLimit: budget)
      var census = DiskCensus(byteBudget: usage.byteBudget, entryLimit: usage.entryLimit)
      usage.add(DiskTotal(byteCount: 1 << 40, entryCount: 1 << 20))
      let isDone = usage.take(1 << 20)
      #expect(isDone == isTaken)
      for used in 0..<3_000 { census.addEntry(cost: 1 << 40, used: Int64(used)) }
      let cutoff: Int64? = isTaken ? nil : 2_999
      #expect(census.cutoff() == cutoff)
    }
  }

  @Test func `a disk store rejects new entries at an eighth above its entry limit`() {
    var usage = DiskUsage(byteBudget: 1 << 30, entryLimit: 8)
    func take(_ count: Int) -> Bool { usage.take(count) }
    usage.add(DiskTotal(byteCount: 0, entryCount: 16))
    #expect(take(1))
    usage.add(DiskTotal(byteCount: 0, entryCount: 1))
    #expect(!take(1))
  }
}
