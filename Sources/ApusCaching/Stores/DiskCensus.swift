/// A counter for the files of a disk cache, which also selects the least recently used entries for
/// removal.
///
/// The counter records only the last use and the size of each cache entry. The number of recorded
/// entries is limited, so the memory does not grow with the number of files.
struct DiskCensus {
  private struct Item {
    let used: Int64
    let cost: Int
  }

  private let byteBudget: Int
  private let entryLimit: Int
  private(set) var total = DiskTotal()
  private var items: [Item] = []
  /// The latest use and the total size of the cache entries that exceed the number of recorded
  /// entries.
  private var leftOut = (used: Int64.min, cost: 0)

  init(byteBudget: Int, entryLimit: Int) {
    self.byteBudget = byteBudget
    self.entryLimit = entryLimit
  }

  /// Adds the size of a file or folder that is never removed because of its age.
  mutating func add(cost: Int) { total.byteCount += cost }

  /// Adds the size and the last use of a cache entry with all of its files.
  mutating func addEntry(cost: Int, used: Int64) {
    total.byteCount += cost
    total.entryCount += 1
    items.append(Item(used: used, cost: cost))
    guard items.count / 2 >= max(entryLimit, 1_024) else { return }
    items.sort { $0.used > $1.used }
    let kept = max(entryLimit, 1_024)
    leftOut.used = max(leftOut.used, items[kept].used)
    leftOut.cost += items[kept...].reduce(0) { $0 + $1.cost }
    items.removeSubrange(kept...)
  }

  /// Subtracts a removed cache entry from the totals.
  mutating func removeEntry(cost: Int) {
    total.byteCount -= cost
    total.entryCount -= 1
  }

  /// A Boolean value that indicates whether the disk cache must remove more entries.
  ///
  /// The removal ends when the store uses at most nine tenths of its byte budget and of its entry
  /// limit.
  var isAboveGoal: Bool { total.byteCount > byteGoal || total.entryCount > entryGoal }

  private var byteGoal: Int { byteBudget / 10 * 9 }
  private var entryGoal: Int { entryLimit - entryLimit / 10 }

  /// Returns the last use of the most recently used cache entry to remove. The value is `nil` if
  /// the store is within its byte budget and its entry limit.
  func cutoff() -> Int64? {
    guard total.byteCount > byteBudget || total.entryCount > entryLimit else { return nil }
    let newestFirst = items.sorted { $0.used > $1.used }
    // The cleanup of the disk cache does not remove folders, or files that are still being written.
    let ofEntries = items.reduce(leftOut.cost) { $0 + $1.cost }
    var kept = DiskTotal(byteCount: total.byteCount - ofEntries)
    for item in newestFirst {
      kept.byteCount += item.cost
      kept.entryCount += 1
      guard kept.byteCount <= byteGoal, kept.entryCount <= entryGoal else {
        return max(item.used, leftOut.used)
      }
    }
    return leftOut.used
  }
}
