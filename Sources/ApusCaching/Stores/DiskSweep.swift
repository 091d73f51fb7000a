internal import ApusNet

/// Counts the files of a store, and removes the least recently used above the budget.
///
/// It works in slices: each holds a thread of the pool for a few hundred files only.
struct DiskSweep: Sendable {
  let entries: DiskEntries
  let pool: BlockingPool
  let byteBudget: Int
  let entryLimit: Int
  /// The names of one folder that are held; a folder with more is emptied.
  var nameLimit = 65_536

  private static let sliceCount = 256
  /// The age of a file that is still being written, but counts as abandoned.
  private static let abandonedNanoseconds: Int64 = 3_600 * 1_000_000_000

  /// The files of one name in a shard: an entry with its newer head, or another file.
  private typealias Group = [[UInt8]]

  /// The outcome of counting a group.
  private struct Counted {
    var cost = 0
    var used = Int64.min
    var isEntry = false
  }

  /// Returns the files that are left; nil if the task is cancelled.
  ///
  /// A listing that fails ends the sweep: the files are not known then, and none is removed.
  func run() async throws(Caching.StoreError) -> DiskTotal? {
    var census = DiskCensus(byteBudget: byteBudget, entryLimit: entryLimit)
    for number in 0..<DiskNames.shardCount {
      let shard = DiskNames.shard(number)
      guard let groups = try await groups(in: shard) else { return nil }
      for slice in slices(groups) {
        guard !Task.isCancelled else { return nil }
        for counted in try await perform({ slice.map { count($0, in: shard) } }) {
          if counted.isEntry {
            census.addEntry(cost: counted.cost, used: counted.used)
          } else {
            census.add(cost: counted.cost)
          }
        }
      }
      let own = try await perform { entries.folder.status(shard).status?.cost ?? 0 }
      census.add(cost: own)
    }
    guard let cutoff = census.cutoff() else { return census.total }
    return try await remove(upTo: cutoff, &census)
  }

  /// Removes entries that were used no later than a moment, until the goal is reached.
  private func remove(
    upTo cutoff: Int64, _ census: inout DiskCensus
  ) async throws(Caching.StoreError) -> DiskTotal? {
    for number in 0..<DiskNames.shardCount where census.isAboveGoal {
      let shard = DiskNames.shard(number)
      guard let groups = try await groups(in: shard) else { return nil }
      for slice in slices(groups) where census.isAboveGoal {
        guard !Task.isCancelled else { return nil }
        let before = census
        census = try await perform {
          var census = before
          for group in slice where census.isAboveGoal {
            let counted = count(group, in: shard)
            guard counted.isEntry, counted.used <= cutoff, remove(group, in: shard) else {
              continue
            }
            census.removeEntry(cost: counted.cost)
          }
          return census
        }
      }
    }
    return census.total
  }

  /// The names in a shard by their groups; nil if the task is cancelled.
  ///
  /// A folder with more names than the limit was not written by a store that keeps its budget, and
  /// is emptied.
  private func groups(in shard: [UInt8]) async throws(Caching.StoreError) -> [Group]? {
    while true {
      guard !Task.isCancelled else { return nil }
      let listing = try await perform { entries.folder.list(shard, limit: nameLimit) }
      if listing.result == DiskFolder.Failure.noSuchFile { return [] }
      guard listing.result == 0 else {
        throw .system(call: "readdir", errno: Int32(truncatingIfNeeded: -listing.result))
      }
      guard listing.isCutShort else { return Self.groups(listing.names) }
      for slice in slices(listing.names) {
        let isDone = try await perform {
          slice.allSatisfy { name in
            let path = shard + [0x2f] + name
            return entries.folder.remove(path) || entries.folder.removeFolder(path)
          }
        }
        guard isDone else { throw .system(call: "unlink", errno: 0) }
      }
    }
  }

  /// Puts the newer head of an entry next to it.
  private static func groups(_ names: [[UInt8]]) -> [Group] {
    var groups: [Group] = []
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if DiskNames.role(of: name) == .update, let last = groups.last?.first,
        DiskNames.update(of: last) == name
      {
        groups[groups.count - 1].append(name)
      } else {
        groups.append([name])
      }
    }
    return groups
  }

  /// Counts the files of a group, makes a removal that is owed, and removes an abandoned file.
  private func count(_ group: Group, in shard: [UInt8]) -> Counted {
    var counted = Counted()
    guard let name = group.first else { return counted }
    let role = DiskNames.role(of: name)
    if role == .mark, entries.settle(DiskPlace(of: name, in: shard)) { return counted }
    counted.isEntry = role == .entry
    for name in group {
      let path = shard + [0x2f] + name
      guard let status = entries.folder.status(path).status else { continue }
      let age = WallClock.millisecondsSinceEpoch * 1_000_000 - status.used
      if role != .entry, role != .mark, age > Self.abandonedNanoseconds, !status.isFolder,
        entries.folder.remove(path)
      {
        continue
      }
      counted.cost += status.cost
      counted.used = max(counted.used, status.used)
    }
    // It was removed meanwhile.
    if counted.cost == 0 { counted.isEntry = false }
    return counted
  }

  private func remove(_ group: Group, in shard: [UInt8]) -> Bool {
    group.allSatisfy { entries.folder.remove(shard + [0x2f] + $0) }
  }

  /// Returns the parts of a list that each hold a thread once.
  func slices<Element>(_ all: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: all.count, by: Self.sliceCount).map {
      all[$0..<min($0 + Self.sliceCount, all.count)]
    }
  }

  private func perform<Value: Sendable>(
    _ call: @escaping @Sendable () -> Value
  ) async throws(Caching.StoreError) -> Value {
    do throws(NetError) { return try await pool.perform(call) } catch { throw .busy }
  }
}

/// The task that counts the files of a store.
final class DiskSweeper: Sendable {
  private let task = Lock<Task<Void, Never>?>(nil)

  deinit { task.withLock { $0 }?.cancel() }

  /// Begins a sweep; the last one has ended.
  ///
  /// - Parameters:
  ///   - sweep: The work.
  ///   - end: Takes the files that are left, or nil after a failure; returns whether to repeat.
  func begin(_ sweep: DiskSweep, end: @escaping @Sendable (DiskTotal?) -> Bool) {
    task.withLock { task in
      task = Task.detached(priority: .utility) {
        while end(try? await sweep.run()) {}
      }
    }
  }

  /// Waits until the last sweep has ended by itself.
  func wait() async {
    await task.withLock { $0 }?.value
    await Task.yield()
  }

  /// Ends the sweep, and waits for the slice that is being done.
  func stop() async {
    let task = task.withLock { $0 }
    task?.cancel()
    await task?.value
  }
}
