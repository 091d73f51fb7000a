internal import ApusCaching
internal import ApusConnections
internal import ApusNet

/// A store whose calls have a time limit.
///
/// A disk that hangs delays one request by two seconds at most, and later requests not at all for a
/// while. A removal that failed or may have failed is owed: its place is not used before the
/// removal is made.
final class PatientStore: Caching.Store {
  private let store: any Caching.Store
  private let removals: Caching.OwedRemovals
  private let patience: Patience
  /// The end of the call that uses the store.
  private let end: Deadline

  /// Puts patience in front of a store; all sessions that use it have the same owed removals.
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

  /// Returns the same store with an end for its calls.
  func bounded(by end: Deadline) -> PatientStore {
    end == .never ? self : PatientStore(self, until: end)
  }

  /// Returns the result of work on the store; nil if it fails or takes too long.
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
    // The old head may call the entry fresh that the new one does not.
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

  /// Makes the removal that a place waits for, as long as the store is waited for; returns whether
  /// the place may be used.
  private func settle(_ place: Caching.Place?) async -> Bool {
    await removals.settle(place) { scope in
      await wait { await $0.remove(scope) } ?? false
    }
  }
}

extension Caching.Store {
  /// Makes a removal that is owed; returns whether it is made.
  func remove(_ scope: Caching.OwedRemovals.Scope) async -> Bool {
    switch scope {
    case .place(let place): await removeAll(of: place)
    case .everything: await removeAll()
    }
  }
}

/// The longest wait for a store, and the end of the rest that it gets after one.
private final class Patience: Sendable {
  private let time: TimeSource
  private let loop: EventLoop
  /// The time to use the store again; nil while it responds.
  private let rest = Lock<Deadline?>(nil)

  private static let limit: Duration = .seconds(2)
  private static let restLength: Duration = .seconds(30)

  init(_ time: TimeSource, _ loop: EventLoop) {
    self.time = time
    self.loop = loop
  }

  /// Returns the result of work; nil if it fails or takes too long, or the store is left alone.
  ///
  /// Only a store that has had its whole time is left alone: a call may end sooner.
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

  // The end of a call does not preserve its incomplete entry.
  func discard() async {
    await patience.wait(until: .never) { await writer.discard() }
  }
}
