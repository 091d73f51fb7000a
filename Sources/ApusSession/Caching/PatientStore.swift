internal import ApusCaching
internal import ApusNet

/// A store whose calls are waited for only so long.
///
/// A disk that hangs costs a request two seconds, and those that follow nothing for a while. A
/// removal that was not made, or may not have been, is owed: its place is not used before it was.
final class PatientStore: Caching.Store {
  private let store: any Caching.Store
  private let removals: Caching.OwedRemovals
  private let patience: Patience

  /// Puts patience in front of a store; all sessions that use it have the same owed removals.
  init(
    _ store: any Caching.Store, _ removals: Caching.OwedRemovals, _ time: TimeSource,
    on loop: EventLoop
  ) {
    self.store = store
    self.removals = removals
    patience = Patience(time, loop)
  }

  func entries(of key: Caching.Key) async -> [Caching.Stored] {
    guard await settle(key.place) else { return [] }
    return await patience.wait { [store] in await store.entries(of: key) } ?? []
  }

  func content(of stored: Caching.Stored) async -> (any Caching.ContentReader)? {
    guard await settle(stored.key.place) else { return nil }
    let reader = await patience.wait { [store] in await store.content(of: stored) }
    return reader?.map { PatientReader(reader: $0, patience: patience) }
  }

  func write(_ entry: Caching.Entry, key: Caching.Key) async -> (any Caching.ContentWriter)? {
    guard await settle(key.place) else { return nil }
    let writer = await patience.wait { [store] in await store.write(entry, key: key) }
    return writer?.map { PatientWriter(writer: $0, patience: patience) }
  }

  func update(_ stored: Caching.Stored, to entry: Caching.Entry) async -> Bool {
    guard await settle(stored.key.place) else { return false }
    let isDone = await patience.wait { [store] in await store.update(stored, to: entry) }
    // The old head may call the entry fresh that the new one does not.
    if isDone == nil { removals.owe(stored.key.place) }
    return isDone ?? false
  }

  @discardableResult
  func remove(_ stored: Caching.Stored) async -> Bool {
    let place = stored.key.place
    guard !removals.concerns(place) else { return await settle(place) }
    if await patience.wait({ [store] in await store.remove(stored) }) == true { return true }
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

  func pause() async { await patience.wait { [store] in await store.pause() } }

  /// Makes the removal that a place waits for, as long as the store is waited for; returns whether
  /// the place may be used.
  private func settle(_ place: Caching.Place?) async -> Bool {
    await removals.settle(place) { scope in
      await patience.wait { [store] in await store.remove(scope) } ?? false
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

/// The time for which a store is waited for, and the time until which it is left alone.
private final class Patience: Sendable {
  private let time: TimeSource
  private let loop: EventLoop
  /// When the store may be asked again; nil while it answers.
  private let rest = Lock<Deadline?>(nil)

  private static let limit: Duration = .seconds(2)
  private static let restLength: Duration = .seconds(30)

  init(_ time: TimeSource, _ loop: EventLoop) {
    self.time = time
    self.loop = loop
  }

  /// Returns the result of work; nil if it fails or takes too long, or the store is left alone.
  @discardableResult
  func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async -> Value? {
    let now = time.now
    if let end = rest.withLock({ $0 }), now < end { return nil }
    do throws(NetError) {
      let task = BoundedTask(
        loop: loop, deadline: time.deadline(after: Self.limit), executor: loop.executorOfOthers)
      let result = try await task.run(work)
      rest.withLock { $0 = nil }
      return try? result.get()
    } catch {
      if case .timedOut = error {
        rest.withLock { $0 = time.deadline(after: Self.restLength) }
      }
      return nil
    }
  }
}

private struct PatientReader: Caching.ContentReader {
  let reader: any Caching.ContentReader
  let patience: Patience

  func next() async throws(Caching.StoreError) -> [UInt8]? {
    let piece = await patience.wait { () async -> Result<[UInt8]?, Caching.StoreError> in
      do throws(Caching.StoreError) {
        return .success(try await self.reader.next())
      } catch {
        return .failure(error)
      }
    }
    guard let piece else { throw .busy }
    return try piece.get()
  }
}

private struct PatientWriter: Caching.ContentWriter {
  let writer: any Caching.ContentWriter
  let patience: Patience

  func write(_ bytes: [UInt8]) async -> Bool {
    await patience.wait { await writer.write(bytes) } ?? false
  }

  func commit() async -> Bool { await patience.wait { await writer.commit() } ?? false }

  func discard() async { await patience.wait { await writer.discard() } }
}
