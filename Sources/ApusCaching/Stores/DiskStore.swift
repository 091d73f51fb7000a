public import ApusBytes
internal import ApusNet

extension Caching {
  /// Keeps entries in files of a folder, which several processes of one user may share.
  ///
  /// The folder may belong to any user: the store creates a folder of its own in it, which no other
  /// user may enter, and rejects one that another user has created or may change. Each part of a
  /// file is authenticated under a secret in that folder.
  ///
  /// An entry is written under a temporary name and renamed when it is complete, so that a killed
  /// process leaves no partial entry. A part that the disk has lost or changed is a miss. The store
  /// does not wait until the disk has an entry, since a lost entry costs one request. With a full
  /// disk nothing is stored, and responses are not affected.
  ///
  /// A removal that fails, for example because the process has no descriptor left, is recorded,
  /// also on the disk if that is possible: the entries of that URL are not used before it has
  /// succeeded.
  ///
  /// Names of files are keyed digests and random numbers. The content is stored as it was received.
  /// Use a disk of this machine: a network disk that does not respond blocks the callers.
  public final class DiskStore: Store {
    /// The largest content, in bytes, that is checked completely before any of it is served.
    ///
    /// Longer content is checked by chunks as it is read, and ends with `StoreError.broken`.
    public static let checkedByteLimit = 16 << 20

    /// Makes the keys of this store, by the secret in its folder.
    public let keying: Keying

    let entries: DiskEntries
    let entryByteLimit: Int
    private let pool: BlockingPool
    private let sweepPool: BlockingPool
    private let usage: Lock<DiskUsage>
    private let removals = OwedRemovals()
    private let sweeper = DiskSweeper()

    /// Opens a store in a folder, which is created if it is missing.
    ///
    /// The files are counted first, and the least recently used ones above the budget are removed.
    ///
    /// - Parameters:
    ///   - folder: The folder. The store creates one of its own in it; the outer one may belong to
    ///     another user, and be open to all.
    ///   - byteBudget: The bytes that all files and folders take on the disk, with their inodes:
    ///     1 GiB by default. Processes that share the folder have the same budget, and each of
    ///     them exceeds it by at most an eighth.
    ///   - entryByteLimit: The bytes of one entry's content: an eighth of the budget by default.
    ///   - entryLimit: The number of entries: 100,000 by default.
    ///   - random: The source of a new folder's secret.
    /// - Throws: A `StoreError`: `untrusted` if another user owns the store's folder or has any
    ///   permission for it, or `system` for a system call that failed.
    public static func open(
      folder: String, byteBudget: Int = 1 << 30, entryByteLimit: Int? = nil,
      entryLimit: Int = 100_000, random: any RandomSource = SystemRandom()
    ) async throws(StoreError) -> DiskStore {
      let budget = DiskUsage(byteBudget: byteBudget, entryLimit: entryLimit)
      return try await open(
        folder, budget, entryByteLimit: entryByteLimit, random: random, pool: .shared,
        sweepPool: .shared)
    }

    /// Opens a store whose calls are made by one pool, and its sweeps by another.
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
        // The task was cancelled meanwhile.
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

    /// The size of the files at their last count, plus the bytes written since.
    public var byteCount: Int { usage.withLock(\.total.byteCount) }

    /// The number of entries at their last count, plus those written since.
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
        // The old head may call the entry fresh that the new one does not.
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

    /// Waits until no sweep is being made.
    func finishSweep() async { while usage.withLock(\.isSweeping) { await sweeper.wait() } }

    /// Makes the removal that a place waits for; returns whether the place may be used.
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

    /// Takes room for bytes that are to be written; false if there is none.
    func takeRoom(for count: Int) -> Bool {
      if usage.withLock({ $0.take(count) }) { return true }
      sweepIfDue()
      return false
    }

    /// Gives room back, or counts it as taken for good.
    func giveBack(_ count: Int, isKept: Bool) {
      usage.withLock { $0.end(count, isKept: isKept) }
      sweepIfDue()
    }

    /// Begins to count the files; no call waits for that.
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

    /// Makes a call in a thread of the pool; it is not made if too many wait for one.
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
