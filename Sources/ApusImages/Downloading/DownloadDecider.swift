/// The order in which a downloader starts waiting downloads.
public enum DownloadPriority: Hashable, Sendable {
  /// The downloader starts the oldest waiting download first.
  case firstInFirstOut
  /// The downloader starts the newest waiting download first.
  case lastInFirstOut
}

/// A state machine that decides which download requests share a download, wait or start.
///
/// The state machine loads no values and calls no closures. Requests with the same key share a
/// download while the download waits or runs. Each request has its own receipt, which cancels only
/// this request. A download is cancelled when its last request is cancelled. A cancelled download
/// that is waiting is forgotten immediately. A cancelled download that is running counts as active
/// until the caller reports its end. The number of active downloads therefore never exceeds
/// `mostActive`.
struct DownloadDecider<Key: Hashable & Sendable>: Sendable {
  /// The unique number of a shared download.
  typealias Download = Int
  /// The unique number of a request that shares a download.
  typealias Receipt = Int

  /// The decision to start a new download or to let it wait.
  enum Start: Equatable {
    case run(Download)
    case wait(Download)
  }

  /// The effect of a cancelled receipt on its download.
  enum Cancellation: Equatable {
    /// The receipt is invalid, or its download has ended.
    case unknown
    /// The download continues, because other requests share the download.
    case left(Download)
    /// The download had not started, and is removed from the queue.
    case forgotten(Download)
    /// The download is running and must be stopped. The caller reports the end of the download
    /// later.
    case stop(Download)
  }

  /// The steps that the caller takes after a download has ended.
  struct Ending: Equatable {
    /// The receipts of the requests that get the result of the download, in their order. The list
    /// is empty for a cancelled download.
    var receipts: [Receipt] = []
    /// A Boolean value that indicates whether the result may be cached, because the download was
    /// not cancelled.
    var isWanted = false
    /// The waiting downloads that the caller must start now.
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
  /// The number of active downloads, including cancelled downloads that have not ended.
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

  /// Returns a new number for a cancellation receipt.
  mutating func makeReceipt() -> Receipt {
    receiptCount += 1
    return receiptCount
  }

  /// Adds a request to the shared download with the same key. The value is `nil` if no such
  /// download is waiting or running.
  mutating func join(_ key: Key, _ receipt: Receipt) -> Download? {
    guard let download = shared[key] else { return nil }
    entries[download]?.receipts.append(receipt)
    return download
  }

  /// Adds a new download for a key that no other download has.
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

  /// Cancels the receipt of a request that shares a download.
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

  /// Ends an active download. The call has no effect for an unknown download.
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
    // The loop skips cancelled downloads, which the queue may still contain.
    while let next = queue.take(priority) {
      if entries[next] != nil { return next }
    }
    return nil
  }
}

/// A queue of waiting downloads in the order of their requests. The next download is the oldest or
/// the newest, depending on the priority.
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
        // The queue never moves more downloads than were removed since the last move.
        if front * 2 > waiting.count {
          waiting.removeSubrange(..<front)
          front = 0
        }
      }
      return waiting[front]
    }
  }
}
