internal import ApusBytes
internal import ApusNet

/// A reader of response content from a disk cache file, which authenticates each chunk before
/// returning the chunk.
final class DiskReader: Caching.ContentReader {
  private let entry: DiskEntries.Found
  private let entries: DiskEntries
  private let pool: BlockingPool
  private let state: Lock<State>

  private struct State {
    var offset: Int
    var place: UInt64 = 0
    /// The first chunk of content, if the initializer has read the chunk during the check.
    var first: (bytes: [UInt8], end: Int)?
    var isAtEnd = false

    mutating func advance(over chunk: (bytes: [UInt8], end: Int)) {
      offset = chunk.end
      place += 1
      isAtEnd = chunk.bytes.isEmpty
    }
  }

  /// Opens the content of a cache entry. The result is `nil` if the content is short enough for a
  /// complete check and the check fails.
  init?(_ entry: DiskEntries.Found, in entries: DiskEntries, _ pool: BlockingPool) {
    self.entry = entry
    self.entries = entries
    self.pool = pool
    let (file, id) = (entry.file, entry.stored.id)
    var state = State(offset: entry.start)
    if file.byteCount - entry.start <= Caching.DiskStore.checkedByteLimit {
      var (offset, place) = (entry.start, UInt64(0))
      while true {
        let chunk = entries.format.openChunk(file, at: offset, place: place, id: id)
        guard let chunk else { return nil }
        if place == 0 { state.first = chunk }
        if chunk.bytes.isEmpty { break }
        offset = chunk.end
        place += 1
      }
    }
    self.state = Lock(state)
  }

  func next() async throws(Caching.StoreError) -> [UInt8]? {
    if let first = takeFirst() { return first.isEmpty ? nil : first }
    let (isAtEnd, offset, place) = state.withLock { ($0.isAtEnd, $0.offset, $0.place) }
    guard !isAtEnd else { return nil }
    let chunk: (bytes: [UInt8], end: Int)?
    do throws(NetError) {
      chunk = try await pool.perform { [entry, entries] in
        entries.format.openChunk(entry.file, at: offset, place: place, id: entry.stored.id)
      }
    } catch {
      throw .busy
    }
    guard let chunk else {
      _ = try? await pool.perform { [entry, entries] in entries.remove(entry.name) }
      throw .broken
    }
    state.withLock { $0.advance(over: chunk) }
    return chunk.bytes.isEmpty ? nil : chunk.bytes
  }

  private func takeFirst() -> [UInt8]? {
    state.withLock { state -> [UInt8]? in
      guard let first = state.first else { return nil }
      state.first = nil
      state.advance(over: first)
      return first.bytes
    }
  }
}
