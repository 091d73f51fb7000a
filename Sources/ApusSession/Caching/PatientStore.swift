internal import ApusCaching
internal import ApusConnections
internal import ApusNet

/// A cache store whose operations have a time limit.
///
/// A disk that does not respond delays one request by at most two seconds. For 30 seconds after the
/// delay, requests do not use the cache store. If the removal of a stored response fails or may
/// have failed, the cache serves no response of the same URL until the removal succeeds.
final class PatientStore: Caching.Store {
  private let store: any Caching.Store
  private let removals: Caching.OwedRemovals
  private let patience: Patience
  /// The deadline of the call that uses the cache store.
  private let end: Deadline

  /// Adds a time limit to a cache store. All sessions that use the cache store share the
  /// outstanding removals.
  init(
    _ store: any Caching.Store, _ removals: Caching.OwedRemovals, _ time: TimeSource,
    on loop: EventLoop
  ) {
    self.store = store
    self.removals = removals
    patience = Patience(time, loop)
    end = .never
  }

  private init(_ whole: PatientStore, until end: Deadline) {
    (store, removals, patience) = (whole.store, whole.removals, whole.patience)
    self.end = end
  }

  /// Returns the same cache store with a deadline for its operations.
  func bounded(by end: Deadline) -> PatientStore {
    end == .never ? self : PatientStore(self, until: end)
  }

  /// Returns the result of an operation of the cache store, or `nil` if the operation fails or
  /// takes too long.
  @discardableResult
  private func wait<Value: Sendable>(
    _ work: @escaping @Sendable (any Caching.Store) async -> Value
  ) async -> Value? {
    await patience.wait(until: end) { [store] in await work(store) }
  }

  func entries(of key: Caching.Key) async -> [Caching.Stored] {
    guard await settle(key.place) else { return [] }
    return await wait { await $0.entries(of: key) } ?? []
  }

  func content(of stored: Caching.Stored) async -> (any Caching.ContentReader)? {
    guard await settle(stored.key.place) else { return nil }
    let reader = await wait { await $0.content(of: stored) }
    return reader?.map { PatientReader(reader: $0, patience: patience, end: end) }
  }

  func write(_ entry: Caching.Entry, key: Caching.Key) async -> (any Caching.ContentWriter)? {
    guard await settle(key.place) else { return nil }
    let writer = await wait { await $0.write(entry, key: key) }
    return writer?.map { PatientWriter(writer: $0, patience: patience, end: end) }
  }

  func update(_ stored: Caching.Stored, to entry: Caching.Entry) async -> Bool {
    guard await settle(stored.key.place) else { return false }
    let isDone = await wait { await $0.update(stored, to: entry) }
    // The old stored response head may mark a response as fresh although the new response head
    // marks it as stale.
    if isDone == nil { removals.owe(stored.key.place) }
    return isDone ?? false
  }

  @discardableResult
  func remove(_ stored: Caching.Stored) async -> Bool {
    let place = stored.key.place
    guard !removals.concerns(place) else { return await settle(place) }
    if await wait({ await $0.remove(stored) }) == true { return true }
    removals.owe(place)
    return false
  }

  @discardableResult
  func removeAll(of place: Caching.Place) async -> Bool {
    removals.owe(place)
    return await settle(place)
  }

  @discardableResult
  func removeAll() async -> Bool {
    removals.oweEverything()
    return await settle(nil)
  }

  func pause() async { await wait { await $0.pause() } }

  /// Repeats a failed removal of a URL's responses, and returns whether the cache may use responses
  /// of the URL.
  private func settle(_ place: Caching.Place?) async -> Bool {
    await removals.settle(place) { scope in
      await wait { await $0.remove(scope) } ?? false
    }
  }
}

extension Caching.Store {
  /// Repeats a failed removal of stored responses, and returns whether the removal succeeded.
  func remove(_ scope: Caching.OwedRemovals.Scope) async -> Bool {
    switch scope {
    case .place(let place): await removeAll(of: place)
    case .everything: await removeAll()
    }
  }
}

/// The time limit of a cache store, and the period without use of a slow cache store.
private final class Patience: Sendable {
  private let time: TimeSource
  private let loop: EventLoop
  /// The time until which the cache does not use its slow store, or `nil` if the store responds in
  /// time.
  private let rest = Lock<Deadline?>(nil)

  private static let limit: Duration = .seconds(2)
  private static let restLength: Duration = .seconds(30)

  init(_ time: TimeSource, _ loop: EventLoop) {
    self.time = time
    self.loop = loop
  }

  /// Returns the result of an operation of the cache store, or `nil` if the operation fails, times
  /// out or is skipped.
  ///
  /// The cache skips operations only after one operation has used the whole time limit of the cache
  /// store, because the time of a call may end sooner.
  @discardableResult
  func wait<Value: Sendable>(
    until end: Deadline, _ work: @escaping @Sendable () async throws -> Value
  ) async -> Value? {
    let now = time.now
    if let rested = rest.withLock({ $0 }), now < rested { return nil }
    let limit = now + Self.limit
    do throws(NetError) {
      let task = BoundedTask(
        loop: loop, deadline: min(limit, end), executor: loop.executorOfOthers)
      let result = try await task.run(work)
      rest.withLock { $0 = nil }
      return try? result.get()
    } catch {
      if case .timedOut = error, limit <= end {
        rest.withLock { $0 = time.deadline(after: Self.restLength) }
      }
      return nil
    }
  }
}

private struct PatientReader: Caching.ContentReader {
  let reader: any Caching.ContentReader
  let patience: Patience
  let end: Deadline

  func next() async throws(Caching.StoreError) -> [UInt8]? {
    let piece = await patience.wait(until: end) { await self.result() }
    guard let piece else { throw .busy }
    return try piece.get()
  }

  private func result() async -> Result<[UInt8]?, Caching.StoreError> {
    do throws(Caching.StoreError) {
      return .success(try await reader.next())
    } catch {
      return .failure(error)
    }
  }
}

private struct PatientWriter: Caching.ContentWriter {
  let writer: any Caching.ContentWriter
  let patience: Patience
  let end: Deadline

  func write(_ bytes: [UInt8]) async -> Bool {
    await patience.wait(until: end) { await writer.write(bytes) } ?? false
  }

  func commit() async -> Bool {
    await patience.wait(until: end) { await writer.commit() } ?? false
  }

  // The incomplete cache entry is discarded even if the time of its call is over.
  func discard() async {
    await patience.wait(until: .never) { await writer.discard() }
  }
}
