/// The number of files of a store and the bytes that they take.
struct DiskTotal: Equatable, Sendable {
  /// The bytes of blocks and inodes.
  var byteCount = 0
  var entryCount = 0
}

/// The room that the files of a store take, as far as this process knows.
struct DiskUsage {
  let byteBudget: Int
  let entryLimit: Int
  /// The files at their last count, plus those written since.
  private(set) var total = DiskTotal()
  /// The bytes taken for files that are being written.
  private var writing = 0
  /// The files that were written since the last count began.
  private var since = DiskTotal()
  private(set) var isSweeping = false

  init(byteBudget: Int, entryLimit: Int) {
    self.byteBudget = max(byteBudget, 0)
    self.entryLimit = max(entryLimit, 0)
  }

  /// Takes room for bytes that are to be written; false if there is none.
  ///
  /// Half of the budget may be taken by files that are being written, and while files are counted
  /// the budget may be exceeded by an eighth.
  mutating func take(_ count: Int) -> Bool {
    guard count <= byteBudget / 2 - writing,
      total.byteCount + writing + count - byteBudget <= byteBudget / 8,
      total.entryCount - entryLimit < entryLimit / 8 + 8
    else { return false }
    writing += count
    return true
  }

  /// Gives room back, which is counted as taken for good if the file is kept.
  mutating func end(_ count: Int, isKept: Bool) {
    writing -= count
    if isKept { add(DiskTotal(byteCount: count, entryCount: 1)) }
  }

  /// Counts files that were written.
  mutating func add(_ files: DiskTotal) {
    total.byteCount += files.byteCount
    total.entryCount += files.entryCount
    since.byteCount += files.byteCount
    since.entryCount += files.entryCount
  }

  /// Begins a count if one is due: one budget is exceeded, or a sixteenth of one was written.
  mutating func beginSweep(isForced: Bool = false) -> Bool {
    let isDue =
      total.byteCount > byteBudget || total.entryCount > entryLimit
      || since.byteCount > byteBudget / 16 || since.entryCount > entryLimit / 16
    guard !isSweeping, isDue || isForced else { return false }
    isSweeping = true
    since = DiskTotal()
    return true
  }

  /// Ends a count; returns whether files were written meanwhile, so that another one may be due.
  ///
  /// Without them, and after a count that failed, another one would find the same.
  ///
  /// - Parameter counted: The files that are left; nil for a count that failed.
  @discardableResult
  mutating func endSweep(_ counted: DiskTotal?) -> Bool {
    isSweeping = false
    guard let counted else { return false }
    // Files that were written meanwhile may have been counted too.
    total = DiskTotal(
      byteCount: counted.byteCount + since.byteCount,
      entryCount: counted.entryCount + since.entryCount)
    return since != DiskTotal()
  }
}
