/// The order in which waiting downloads are started.
public enum DownloadPriority: Hashable, Sendable {
  /// The oldest request first.
  case firstInFirstOut
  /// The newest request first.
  case lastInFirstOut
}

/// The decisions about requests for downloads: sharing, waiting, and the next one to start.
///
/// It loads nothing and calls no closures. Requests with one key share a download while it waits or
/// runs; each has a receipt, which cancels only that request. A download that lost its last receipt
/// is cancelled: a waiting one is forgotten at once, a running one counts as active until its end
/// is reported, so that no more than `mostActive` are ever active.
struct DownloadDecider<Key: Hashable & Sendable>: Sendable {
  /// The number of a download; no two have the same.
  typealias Download = Int
  /// The number of a request that shares in one.
  typealias Receipt = Int

  /// The treatment of a new download.
  enum Start: Equatable {
    case run(Download)
    case wait(Download)
  }

  /// The treatment of a cancelled receipt.
  enum Cancellation: Equatable {
    /// It is none, or its download has ended.
    case unknown
    /// Others share the download, which continues.
    case left(Download)
    /// The download never started, and is forgotten.
    case forgotten(Download)
    /// The download is active and must be stopped; its end will be reported.
    case stop(Download)
  }

  /// The treatment of a download that has ended.
  struct Ending: Equatable {
    /// The receipts that get its result, in their order; none for a cancelled one.
    var receipts: [Receipt] = []
    /// A Boolean value that indicates whether the result has receivers and may be cached.
    var isWanted = false
    /// The downloads to start now.
    var next: [Download] = []
  }

  private enum Phase {
    case waiting
    case running
    case cancelled
  }

  private struct Entry {
    let key: Key
    var receipts: [Receipt]
    var phase: Phase
  }

  let priority: DownloadPriority
  let mostActive: Int
  /// The number of active downloads, including cancelled ones that have not ended.
  private(set) var activeCount = 0

  private var entries: [Download: Entry] = [:]
  private var shared: [Key: Download] = [:]
  private var queue = DownloadQueue()
  private var downloadCount = 0
  private var receiptCount = 0

  init(priority: DownloadPriority, mostActive: Int) {
    precondition(mostActive > 0, "no download could ever start")
    self.priority = priority
    self.mostActive = mostActive
  }

  /// Makes a receipt.
  mutating func makeReceipt() -> Receipt {
    receiptCount += 1
    return receiptCount
  }

  /// Lets a request share the download of its key; nil if there is none that waits or runs.
  mutating func join(_ key: Key, _ receipt: Receipt) -> Download? {
    guard let download = shared[key] else { return nil }
    entries[download]?.receipts.append(receipt)
    return download
  }

  /// Makes a download for a key that none could be shared for.
  mutating func add(_ key: Key, _ receipt: Receipt) -> Start {
    downloadCount += 1
    let hasRoom = activeCount < mostActive
    shared[key] = downloadCount
    entries[downloadCount] = Entry(
      key: key, receipts: [receipt], phase: hasRoom ? .running : .waiting)
    guard hasRoom else {
      queue.append(downloadCount)
      return .wait(downloadCount)
    }
    activeCount += 1
    return .run(downloadCount)
  }

  /// Takes a receipt back.
  mutating func cancel(_ receipt: Receipt, of download: Download) -> Cancellation {
    guard var entry = entries[download],
      let place = entry.receipts.firstIndex(of: receipt)
    else { return .unknown }
    entry.receipts.remove(at: place)
    entries[download] = entry
    guard entry.receipts.isEmpty else { return .left(download) }
    shared[entry.key] = nil
    switch entry.phase {
    case .waiting:
      entries[download] = nil
      return .forgotten(download)
    case .running:
      entries[download]?.phase = .cancelled
      return .stop(download)
    case .cancelled: return .unknown
    }
  }

  /// Ends an active download; an unknown one changes nothing.
  mutating func finish(_ download: Download) -> Ending {
    guard let entry = entries[download], entry.phase != .waiting else { return Ending() }
    entries[download] = nil
    activeCount -= 1
    var ending = Ending(receipts: entry.receipts)
    switch entry.phase {
    case .waiting, .cancelled: ending.isWanted = false
    case .running:
      ending.isWanted = true
      shared[entry.key] = nil
    }
    while activeCount < mostActive, let next = takeNext() {
      entries[next]?.phase = .running
      activeCount += 1
      ending.next.append(next)
    }
    return ending
  }

  private mutating func takeNext() -> Download? {
    // Downloads that were cancelled while waiting are skipped.
    while let next = queue.take(priority) {
      if entries[next] != nil { return next }
    }
    return nil
  }
}

/// Downloads in the order of their requests; the next is taken from either end.
struct DownloadQueue: Sendable {
  private var waiting: [Int] = []
  private var front = 0

  mutating func append(_ download: Int) { waiting.append(download) }

  mutating func take(_ priority: DownloadPriority) -> Int? {
    guard front < waiting.count else { return nil }
    switch priority {
    case .lastInFirstOut: return waiting.removeLast()
    case .firstInFirstOut:
      defer {
        front += 1
        // Never more is moved than was taken since the last move.
        if front * 2 > waiting.count {
          waiting.removeSubrange(..<front)
          front = 0
        }
      }
      return waiting[front]
    }
  }
}
