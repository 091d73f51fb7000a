internal import ApusNet

extension Caching {
  /// A store that keeps cache entries in memory, and drops the least recently used entries above
  /// its budget.
  ///
  /// The budget includes the content and the heads of stored and unfinished entries. The cost of a
  /// request does not grow with the number of entries.
  public final class MemoryStore: Store {
    private let table: Lock<MemoryTable>

    /// Creates a memory store with a budget in bytes and a limit for each cache entry.
    ///
    /// - Parameters:
    ///   - byteBudget: The maximum number of bytes of all entries. The default is 64 MiB.
    ///   - entryByteLimit: The maximum number of bytes of one entry. The default is a quarter of
    ///     the budget.
    public init(byteBudget: Int = 64 << 20, entryByteLimit: Int? = nil) {
      precondition(byteBudget >= 0, "a negative budget")
      table = Lock(
        MemoryTable(byteBudget: byteBudget, entryByteLimit: entryByteLimit ?? byteBudget / 4))
    }

    /// The number of bytes that the stored and unfinished cache entries occupy.
    public var byteCount: Int { table.withLock(\.byteCount) }

    /// The number of cache entries in the memory store.
    public var count: Int { table.withLock(\.count) }

    public func entries(of key: Key) async -> [Stored] { entriesNow(of: key) }

    public func content(of stored: Stored) async -> (any ContentReader)? { contentNow(of: stored) }

    /// Returns the cache entries of a cache key without suspending the caller.
    func entriesNow(of key: Key) -> [Stored] { table.withLock { $0.entries(of: key) } }

    /// Opens the content of a cache entry without suspending the caller. The value is `nil` if the
    /// store has dropped the entry.
    func contentNow(of stored: Stored) -> MemoryReader? {
      table.withLock { $0.use(stored) }.map { MemoryReader($0) }
    }

    public func write(_ entry: Entry, key: Key) async -> (any ContentWriter)? {
      guard let id = table.withLock({ $0.begin(entry, key) }) else { return nil }
      return MemoryWriter(Stored(entry, key: key, id: id), in: self)
    }

    public func update(_ stored: Stored, to entry: Entry) async -> Bool {
      table.withLock { $0.update(stored, to: entry) }
    }

    @discardableResult
    public func remove(_ stored: Stored) async -> Bool {
      table.withLock { $0.remove(stored) }
      return true
    }

    @discardableResult
    public func removeAll(of place: Place) async -> Bool {
      table.withLock { $0.removeAll(of: place) }
      return true
    }

    @discardableResult
    public func removeAll() async -> Bool {
      table.withLock { $0.removeAll() }
      return true
    }

    fileprivate func reserve(_ byteCount: Int, for stored: Stored) -> Bool {
      table.withLock { $0.reserve(byteCount, for: stored) }
    }

    fileprivate func commit(_ stored: Stored, _ pieces: [[UInt8]]) -> Bool {
      table.withLock { $0.commit(stored, pieces) }
    }

    fileprivate func discard(_ stored: Stored) {
      table.withLock { $0.discard(stored) }
    }
  }
}

/// A reader of response content in memory. The reader retains the content even if the store drops
/// the cache entry.
final class MemoryReader: Caching.ContentReader {
  private let pieces: [[UInt8]]
  private let place = Lock(0)

  init(_ pieces: [[UInt8]]) { self.pieces = pieces }

  /// The whole response content, if the content consists of at most one byte array.
  var whole: [UInt8]? { pieces.count > 1 ? nil : pieces.first ?? [] }

  func next() async throws(Caching.StoreError) -> [UInt8]? {
    place.withLock { place in
      guard place < pieces.count else { return nil }
      place += 1
      return pieces[place - 1]
    }
  }
}

/// A writer of response content to a memory store.
private final class MemoryWriter: Caching.ContentWriter {
  private let stored: Caching.Stored
  private let store: Caching.MemoryStore
  private let pieces = Lock([[UInt8]]())

  /// The size in bytes at which a byte array of content is no longer extended.
  private static let joinedByteCount = 16_384

  init(_ stored: Caching.Stored, in store: Caching.MemoryStore) {
    self.stored = stored
    self.store = store
  }

  deinit { store.discard(stored) }

  func write(_ bytes: [UInt8]) async -> Bool {
    guard !bytes.isEmpty else { return true }
    guard store.reserve(bytes.count, for: stored) else {
      drop()
      return false
    }
    pieces.withLock { pieces in
      // The writer joins small chunks of content, so the memory use is close to the counted bytes.
      if let last = pieces.indices.last, pieces[last].count < Self.joinedByteCount {
        pieces[last] += bytes
      } else {
        pieces.append(bytes)
      }
    }
    return true
  }

  func commit() async -> Bool { store.commit(stored, pieces.withLock { $0 }) }

  func discard() async { drop() }

  private func drop() {
    pieces.withLock { $0 = [] }
    store.discard(stored)
  }
}
