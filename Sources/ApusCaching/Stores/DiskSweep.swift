internal import ApusNet

/// A cleanup that counts the files of a disk cache, and removes the least recently used entries
/// above the budget.
///
/// The cleanup processes the files in batches. Each batch occupies a thread of the pool for only a
/// few hundred files.
struct DiskSweep: Sendable {
  let entries: DiskEntries
  let pool: BlockingPool
  let byteBudget: Int
  let entryLimit: Int
  /// The maximum number of file names in a subfolder of the cache. A subfolder with more file names
  /// is emptied.
  var nameLimit = 65_536

  private static let sliceCount = 256
  /// The age in nanoseconds at which an unfinished cache file counts as abandoned.
  private static let abandonedNanoseconds: Int64 = 3_600 * 1_000_000_000

  /// The names of cache files that belong together, such as an entry and its updated response head.
  private typealias Group = [[UInt8]]

  /// The number and size of the files in a group of cache files.
  private struct Counted {
    var cost = 0
    var used = Int64.min
    var isEntry = false
  }

  /// Counts the cache files and removes entries above the budget. The result is `nil` if the task
  /// is cancelled.
  ///
  /// A failed folder listing ends the cleanup without any removal, because the files of the folder
  /// are unknown.
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

  /// Removes the cache entries whose last use is not later than a cutoff time, until the store is
  /// sufficiently below its budget.
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

  /// Returns the groups of cache files in a subfolder. The value is `nil` if the task is cancelled.
  ///
  /// A subfolder with too many file names was not written by a store that observes its budget, so
  /// the cleanup empties the subfolder.
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

  /// Groups the file names of each cache entry and of its updated response head.
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

  /// Counts the cache files of a group, finishes an interrupted removal, and removes an abandoned
  /// file.
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
    // The cache entry was removed while its files were counted.
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

/// The owner of the background task that counts and removes the files of a disk cache.
final class DiskSweeper: Sendable {
  private let task = Lock<Task<Void, Never>?>(nil)

  deinit { task.withLock { $0 }?.cancel() }

  /// Starts a cleanup of the cache files after the end of the previous cleanup.
  ///
  /// - Parameters:
  ///   - sweep: The cleanup to run.
  ///   - end: The callback for the number of remaining files, which is `nil` after a failure. The
  ///     callback returns `true` to repeat the cleanup.
  func begin(_ sweep: DiskSweep, end: @escaping @Sendable (DiskTotal?) -> Bool) {
    task.withLock { task in
      task = Task.detached(priority: .utility) {
        while end(try? await sweep.run()) {}
      }
    }
  }

  /// Waits until the current cleanup of the cache files has finished normally.
  func wait() async {
    await task.withLock { $0 }?.value
    await Task.yield()
  }

  /// Cancels the current cleanup of the cache files, and waits for the end of its current batch.
  func stop() async {
    let task = task.withLock { $0 }
    task?.cancel()
    await task?.value
  }
}
