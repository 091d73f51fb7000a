internal import ApusCaching
internal import ApusNet

/// A store that is waited for only so long.
///
/// A disk that hangs costs a request two seconds, and those that follow nothing for a while.
final class PatientStore: Caching.Store {
  private let store: any Caching.Store
  private let patience: Patience

  init(_ store: any Caching.Store, _ time: TimeSource, on loop: EventLoop) {
    self.store = store
    patience = Patience(time, loop)
  }

  func entries(of key: Caching.Key) async -> [Caching.Stored] {
    await patience.wait { [store] in await store.entries(of: key) } ?? []
  }

  func content(of stored: Caching.Stored) async -> (any Caching.ContentReader)? {
    let reader = await patience.wait { [store] in await store.content(of: stored) }
    return reader?.map { PatientReader(reader: $0, patience: patience) }
  }

  func write(_ entry: Caching.Entry, key: Caching.Key) async -> (any Caching.ContentWriter)? {
    let writer = await patience.wait { [store] in await store.write(entry, key: key) }
    return writer?.map { PatientWriter(writer: $0, patience: patience) }
  }

  func update(_ stored: Caching.Stored, to entry: Caching.Entry) async -> Bool {
    await patience.wait { [store] in await store.update(stored, to: entry) } ?? false
  }

  func remove(_ stored: Caching.Stored) async {
    await patience.wait { [store] in await store.remove(stored) }
  }

  func removeAll(of place: Caching.Place) async {
    await patience.wait { [store] in await store.removeAll(of: place) }
  }
}

/// How long a store is waited for, and whether it is left alone at the moment.
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

  /// What work comes to; nil where it fails, takes too long, or the store is left alone.
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
