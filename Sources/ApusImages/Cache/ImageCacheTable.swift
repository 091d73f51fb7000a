/// A table of cached values with their costs and the order of their last use.
///
/// The table numbers the uses, so no two uses have the same time.
struct ImageCacheTable<Value> {
  private struct Entry {
    var value: Value
    var cost: Int
    var lastUse: UInt64
  }

  private var entries: [String: Entry] = [:]
  private var useCount: UInt64 = 0
  /// The total cost of all cached values in the table.
  private(set) var usage = 0

  /// A Boolean value that indicates whether the table contains no cached values.
  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ value: Value, cost: Int, identifier: String) {
    useCount += 1
    let entry = Entry(value: value, cost: cost, lastUse: useCount)
    let old = entries.updateValue(entry, forKey: identifier)
    usage += cost - (old?.cost ?? 0)
  }

  mutating func use(_ identifier: String) -> Value? {
    guard let place = entries.index(forKey: identifier) else { return nil }
    useCount += 1
    entries.values[place].lastUse = useCount
    return entries.values[place].value
  }

  mutating func remove(_ identifier: String) -> Bool {
    guard let entry = entries.removeValue(forKey: identifier) else { return false }
    usage -= entry.cost
    return true
  }

  /// Drops the least recently used values until the total cost is at most the preferred usage.
  mutating func purge(to preferred: Int) {
    let oldestFirst = entries.sorted { $0.value.lastUse < $1.value.lastUse }
    for (identifier, _) in oldestFirst {
      guard usage > preferred else { return }
      _ = remove(identifier)
    }
  }
}
