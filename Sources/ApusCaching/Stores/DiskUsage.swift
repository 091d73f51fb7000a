/// The number of entries in a disk store, and the number of bytes that the store's files occupy.
struct DiskTotal: Equatable, Sendable {
  /// The total size, in bytes, of the blocks and inodes of the cache files.
  var byteCount = 0
  var entryCount = 0
}

/// The disk space that the files of a store occupy, according to this process.
struct DiskUsage {
  let byteBudget: Int
  let entryLimit: Int
  /// The number and size of the cache files at the last count, plus the files written since the
  /// count.
  private(set) var total = DiskTotal()
  /// The number of bytes that are reserved for unfinished cache files.
  private var writing = 0
  /// The number and size of the cache files that were written since the start of the last count.
  private var since = DiskTotal()
  private(set) var isSweeping = false

  init(byteBudget: Int, entryLimit: Int) {
    self.byteBudget = max(byteBudget, 0)
    self.entryLimit = max(entryLimit, 0)
  }

  /// Reserves disk space for bytes that will be written. Returns `false` if the budget has no room.
  ///
  /// Unfinished files may reserve half of the budget. The total may exceed the budget by an eighth
  /// until a cleanup has removed files.
  mutating func take(_ count: Int) -> Bool {
    guard count <= byteBudget / 2 - writing,
      total.byteCount + writing + count - byteBudget <= byteBudget / 8,
      total.entryCount - entryLimit < entryLimit / 8 + 8
    else { return false }
    writing += count
    return true
  }

  /// Ends a reservation of disk space. The disk space counts as used if the file is kept.
  mutating func end(_ count: Int, isKept: Bool) {
    writing -= count
    if isKept { add(DiskTotal(byteCount: count, entryCount: 1)) }
  }

  /// Adds the number and size of written cache files to the total.
  mutating func add(_ files: DiskTotal) {
    total.byteCount += files.byteCount
    total.entryCount += files.entryCount
    since.byteCount += files.byteCount
    since.entryCount += files.entryCount
  }

  /// Starts a count of the cache files if a count is due. A count is due if the store exceeds its
  /// budget, or has written a sixteenth of its budget.
  mutating func beginSweep(isForced: Bool = false) -> Bool {
    let isDue =
      total.byteCount > byteBudget || total.entryCount > entryLimit
      || since.byteCount > byteBudget / 16 || since.entryCount > entryLimit / 16
    guard !isSweeping, isDue || isForced else { return false }
    isSweeping = true
    since = DiskTotal()
    return true
  }

  /// Ends a count of the cache files. Returns a Boolean value that indicates whether files were
  /// written during the count and a further count may be due.
  ///
  /// A further count is useless after a failure, or if no file was written during the count.
  ///
  /// - Parameter counted: The number and size of the counted files. The value is `nil` if the count
  ///   failed.
  @discardableResult
  mutating func endSweep(_ counted: DiskTotal?) -> Bool {
    isSweeping = false
    guard let counted else { return false }
    // The count may already include a file that was written during the count.
    total = DiskTotal(
      byteCount: counted.byteCount + since.byteCount,
      entryCount: counted.entryCount + since.entryCount)
    return since != DiskTotal()
  }
}
