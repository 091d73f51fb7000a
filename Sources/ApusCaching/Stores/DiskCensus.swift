/// The count of a store's files, and the choice of the files to remove.
///
/// Only the time and size of each entry are kept, and only for as many entries as a store may have:
/// its memory does not grow with the number of files.
struct DiskCensus {
  private struct Item {
    let used: Int64
    let cost: Int
  }

  private let byteBudget: Int
  private let entryLimit: Int
  private(set) var total = DiskTotal()
  private var items: [Item] = []
  /// The entries that were left out of the items: their latest use, and the bytes that they take.
  private var leftOut = (used: Int64.min, cost: 0)

  init(byteBudget: Int, entryLimit: Int) {
    self.byteBudget = byteBudget
    self.entryLimit = entryLimit
  }

  /// Counts a file or folder that is not removed for its age.
  mutating func add(cost: Int) { total.byteCount += cost }

  /// Counts an entry with all of its files.
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

  /// Uncounts an entry that was removed.
  mutating func removeEntry(cost: Int) {
    total.byteCount -= cost
    total.entryCount -= 1
  }

  /// A Boolean value that indicates whether entries must be removed.
  ///
  /// Removing ends when nine tenths of both budgets are left.
  var isAboveGoal: Bool { total.byteCount > byteGoal || total.entryCount > entryGoal }

  private var byteGoal: Int { byteBudget / 10 * 9 }
  private var entryGoal: Int { entryLimit - entryLimit / 10 }

  /// The time of the newest entry to remove; nil if both budgets are met.
  func cutoff() -> Int64? {
    guard total.byteCount > byteBudget || total.entryCount > entryLimit else { return nil }
    let newestFirst = items.sorted { $0.used > $1.used }
    // Folders, and files that are being written, stay.
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
