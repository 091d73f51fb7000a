public import ApusBytes
internal import ApusNet

extension Caching {
  /// A store that keeps cache entries in the files of a folder.
  /// Several processes of one user may share the folder.
  ///
  /// The given folder may belong to any user. The store creates its own folder within the given
  /// folder. No other user may enter the store's folder, and the store rejects a folder that a
  /// different user has created or may change. Each part of a file is authenticated with a secret
  /// from the store's folder.
  ///
  /// The store writes an entry to a temporary file and renames the complete file, so a killed
  /// process leaves no partial entry. A part of a file that the disk has lost or changed counts as
  /// a cache miss. The store does not wait until an entry is on the disk, because a lost entry
  /// costs only one request. If the disk is full, the store rejects new entries, and the delivery
  /// of responses continues.
  ///
  /// The store records a failed removal, on the disk if possible. A removal may fail because the
  /// process has no free descriptor. The store does not use the entries of the URL until a removal
  /// has succeeded.
  ///
  /// The file names are keyed digests and random numbers. The content is stored in its received
  /// form. The folder must be on a local disk, because a network disk that does not respond blocks
  /// the callers.
  public final class DiskStore: Store {
    /// The maximum size of content, in bytes, that the store checks completely before serving the
    /// first byte.
    ///
    /// The store checks longer content in chunks during the reading. The reading ends with
    /// `StoreError.broken` if a chunk is broken.
    public static let checkedByteLimit = 16 << 20

    /// The object that computes the cache keys with the secret of the store's folder.
    public let keying: Keying

    let entries: DiskEntries
    let entryByteLimit: Int
    private let pool: BlockingPool
    private let sweepPool: BlockingPool
    private let usage: Lock<DiskUsage>
    private let removals = OwedRemovals()
    private let sweeper = DiskSweeper()

    /// Opens a disk store in a folder, and creates missing folders.
    ///
    /// The method counts the store's files, and removes the least recently used entries if the
    /// store exceeds its budget.
    ///
    /// - Parameters:
    ///   - folder: The folder that will contain the store's own folder. The given folder may belong
    ///     to a different user and be accessible to all users.
    ///   - byteBudget: The maximum number of bytes that all files, folders and inodes occupy on the
    ///     disk: 1 GiB by default. Processes that share the folder have the same budget, and each
    ///     process exceeds the budget by at most an eighth.
    ///   - entryByteLimit: The maximum number of bytes of one entry's content: an eighth of the
    ///     budget by default.
    ///   - entryLimit: The maximum number of entries: 100,000 by default.
    ///   - random: The source of random bytes for the secret of a new folder.
    /// - Throws: A `StoreError`: `untrusted` if a different user owns the store's folder or has any
    ///   permission for the folder, or `system` for a failed system call.
    public static func open(
      folder: String, byteBudget: Int = 1 << 30, entryByteLimit: Int? = nil,
      entryLimit: Int = 100_000, random: any RandomSource = SystemRandom()
    ) async throws(StoreError) -> DiskStore {
      let budget = DiskUsage(byteBudget: byteBudget, entryLimit: entryLimit)
      return try await open(
        folder, budget, entryByteLimit: entryByteLimit, random: random, pool: .shared,
        sweepPool: .shared)
    }

    /// Opens a disk store with one thread pool for file operations and one thread pool for
    /// cleanups.
    static func open(
      _ folder: String, _ budget: DiskUsage, entryByteLimit: Int? = nil,
      random: any RandomSource = SystemRandom(), pool: BlockingPool, sweepPool: BlockingPool
    ) async throws(StoreError) -> DiskStore {
      let opened = try? await pool.perform {
        Result { () throws(StoreError) in
          let own = try DiskFolder.open(in: folder)
          return (own, try own.secret(random))
        }
      }
      guard let opened else { throw .busy }
      let (own, secret) = try opened.get()
      let limit = max(0, min(entryByteLimit ?? budget.byteBudget / 8, budget.byteBudget))
      let store = DiskStore(
        own, secret, budget, entryByteLimit: limit, pool: pool, sweepPool: sweepPool)
      let counted = try await store.sweep.run()
      if let counted {
        _ = store.usage.withLock { $0.endSweep(counted) }
      } else {
        // The task was cancelled during the count of the files, so the store repeats the count in
        // the background.
        store.sweepIfDue(isForced: true)
      }
      return store
    }

    private init(
      _ folder: DiskFolder, _ secret: [UInt8], _ usage: DiskUsage, entryByteLimit: Int,
      pool: BlockingPool, sweepPool: BlockingPool
    ) {
      entries = DiskEntries(folder: folder, format: DiskFormat(secret: secret.span))
      keying = Keying(secret: secret.span)
      self.usage = Lock(usage)
      self.entryByteLimit = entryByteLimit
      self.pool = pool
      self.sweepPool = sweepPool
    }

    /// The number of bytes of the store's files at the last count, plus the bytes written since the
    /// count.
    public var byteCount: Int { usage.withLock(\.total.byteCount) }

    /// The number of cache entries at the last count, plus the entries written since the count.
    public var entryCount: Int { usage.withLock(\.total.entryCount) }

    public func entries(of key: Key) async -> [Stored] {
      guard await settle(key.place) else { return [] }
      return await perform(orElse: []) { [entries] in entries.entries(of: key) }
    }

    public func content(of stored: Stored) async -> (any ContentReader)? {
      guard await settle(stored.key.place) else { return nil }
      return await perform(orElse: nil) { [entries, pool] () -> DiskReader? in
        guard case .entry(let found) = entries.find(stored) else { return nil }
        guard let reader = DiskReader(found, in: entries, pool) else {
          entries.remove(found.name)
          return nil
        }
        found.file.touch()
        return reader
      }
    }

    public func write(_ entry: Entry, key: Key) async -> (any ContentWriter)? {
      guard await settle(key.place), let id = Self.random() else { return nil }
      let stored = Stored(entry, key: key, id: id)
      guard let head = entries.format.head(stored) else { return nil }
      let room = head.count + DiskStatus.overhead
      guard takeRoom(for: room) else { return nil }
      let writer: DiskWriter? = await perform(orElse: nil) { [self] in
        entries.makeFile(id, in: DiskPlace(key.place)).map { DiskWriter(stored, $0, in: self) }
      }
      guard let writer else {
        giveBack(room, isKept: false)
        return nil
      }
      return await writer.begin(head, taken: room) ? writer : nil
    }

    public func update(_ stored: Stored, to entry: Entry) async -> Bool {
      guard await settle(stored.key.place) else { return false }
      let outcome = await perform(orElse: .failed) { [entries] in
        Self.random().map { entries.update(stored, to: entry, number: $0) } ?? .failed
      }
      switch outcome {
      case .gone: return false
      case .done(let byteCount):
        usage.withLock { $0.add(DiskTotal(byteCount: byteCount + DiskStatus.overhead)) }
        sweepIfDue()
        return true
      case .failed:
        // The original head may treat the response as fresh although the updated head does not.
        await remove(stored)
        return false
      }
    }

    @discardableResult
    public func remove(_ stored: Stored) async -> Bool {
      if await perform(orElse: false, { [entries] in entries.remove(stored) }) { return true }
      return await removeAll(of: stored.key.place)
    }

    @discardableResult
    public func removeAll(of place: Place) async -> Bool {
      removals.owe(place)
      return await settle(place)
    }

    @discardableResult
    public func removeAll() async -> Bool {
      removals.oweEverything()
      return await settle(nil)
    }

    public func pause() async { await sweeper.stop() }

    /// Waits until no cleanup of the store's files is running.
    func finishSweep() async { while usage.withLock(\.isSweeping) { await sweeper.wait() } }

    /// Retries the failed removal of a URL's cache entries. Returns a Boolean value that indicates
    /// whether the URL may be used.
    private func settle(_ place: Place?) async -> Bool {
      await removals.settle(place) { scope in
        switch scope {
        case .place(let place):
          await perform(orElse: false) { [entries] in entries.removeAll(of: DiskPlace(place)) }
        case .everything: await clear()
        }
      }
    }

    private func clear() async -> Bool {
      for number in 0..<DiskNames.shardCount {
        let isDone = await perform(orElse: false) { [entries] in
          entries.clear(shard: DiskNames.shard(number))
        }
        guard isDone else { return false }
      }
      return true
    }

    /// Reserves disk space for bytes that will be written. Returns `false` if the budget has no
    /// room.
    func takeRoom(for count: Int) -> Bool {
      if usage.withLock({ $0.take(count) }) { return true }
      sweepIfDue()
      return false
    }

    /// Ends the reservation of disk space. The disk space counts as used if the file is kept, and
    /// as free otherwise.
    func giveBack(_ count: Int, isKept: Bool) {
      usage.withLock { $0.end(count, isKept: isKept) }
      sweepIfDue()
    }

    /// Starts a count of the store's files in the background if a count is due.
    private func sweepIfDue(isForced: Bool = false) {
      guard usage.withLock({ $0.beginSweep(isForced: isForced) }) else { return }
      sweeper.begin(sweep) { [weak self] counted in
        self?.usage.withLock { $0.endSweep(counted) && $0.beginSweep() } ?? false
      }
    }

    private var sweep: DiskSweep {
      let (byteBudget, entryLimit) = usage.withLock { ($0.byteBudget, $0.entryLimit) }
      return DiskSweep(
        entries: entries, pool: sweepPool, byteBudget: byteBudget, entryLimit: entryLimit)
    }

    /// Runs a function on a thread of the pool. Returns the alternative value if too many functions
    /// wait for a thread.
    func perform<Value: Sendable>(
      orElse other: Value, _ call: @escaping @Sendable () -> Value
    ) async -> Value {
      (try? await pool.perform(call)) ?? other
    }

    private static func random() -> UInt128? {
      (try? SystemRandom().bytes(16))?.reduce(0) { $0 << 8 | UInt128($1) }
    }
  }
}
