internal import ApusBytes
internal import ApusNet

/// A writer of response content to a disk cache file. The file gets its final name when the content
/// is complete.
final class DiskWriter: Caching.ContentWriter {
  private let stored: Caching.Stored
  private let file: DiskFile
  private let store: Caching.DiskStore
  private let state = Lock(State())

  private struct State {
    var pending: [UInt8] = []
    var place: UInt64 = 0
    /// The number of bytes that are reserved on the disk for the file, including the response
    /// content.
    var byteCount = 0
    var contentByteCount = 0
    var isOpen = true
  }

  init(_ stored: Caching.Stored, _ file: DiskFile, in store: Caching.DiskStore) {
    self.stored = stored
    self.file = file
    self.store = store
  }

  deinit {
    if let count = end() {
      store.entries.folder.remove(temporaryName)
      store.giveBack(count, isKept: false)
    }
  }

  /// Writes the head of a cache entry to the file. The caller has already reserved the given number
  /// of bytes.
  func begin(_ head: [UInt8], taken: Int) async -> Bool {
    state.withLock { $0.byteCount = taken }
    return await put(head)
  }

  func write(_ bytes: [UInt8]) async -> Bool {
    let isTaken = state.withLock { state in
      guard state.isOpen, bytes.count <= store.entryByteLimit - state.contentByteCount,
        store.takeRoom(for: bytes.count)
      else { return false }
      state.contentByteCount += bytes.count
      state.byteCount += bytes.count
      state.pending += bytes
      return true
    }
    guard isTaken else {
      await discard()
      return false
    }
    let chunks = takeChunks()
    return chunks.isEmpty ? true : await put(chunks)
  }

  func commit() async -> Bool {
    let rest = takeChunks(isLast: true)
    guard await put(rest) else { return false }
    guard let count = end() else { return false }
    let isDone = await store.perform(orElse: nil) {
      [stored, entries = store.entries, temporaryName] in
      if entries.commit(stored) { return true }
      entries.folder.remove(temporaryName)
      return false
    }
    // If the thread pool is full, the temporary file remains until a cleanup removes the abandoned
    // file.
    store.giveBack(count, isKept: isDone ?? true)
    return isDone ?? false
  }

  func discard() async {
    guard let count = end() else { return }
    await store.perform(orElse: ()) { [file, entries = store.entries, temporaryName] in
      // The file remains open until the writer is released, so truncation frees its disk space now.
      file.empty()
      entries.folder.remove(temporaryName)
    }
    store.giveBack(count, isKept: false)
  }

  private var temporaryName: [UInt8] {
    DiskNames.temporary(in: DiskPlace(stored.key.place), number: stored.id)
  }

  /// Closes the content writer, and returns the number of reserved bytes. The value is `nil` if the
  /// writer was already closed.
  private func end() -> Int? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      state.isOpen = false
      state.pending = []
      return state.byteCount
    }
  }

  /// Encodes the full chunks of the pending content. At the end of the content, the remaining bytes
  /// and the end marker follow.
  private func takeChunks(isLast: Bool = false) -> [UInt8] {
    state.withLock { state in
      var bytes: [UInt8] = []
      var start = 0
      while state.pending.count - start >= (isLast ? 1 : DiskFormat.chunkByteLimit) {
        let end = min(start + DiskFormat.chunkByteLimit, state.pending.count)
        bytes += store.entries.format.chunk(
          state.pending[start..<end], place: state.place, id: stored.id)
        state.place += 1
        start = end
      }
      state.pending.removeSubrange(..<start)
      if isLast { bytes += store.entries.format.chunk([], place: state.place, id: stored.id) }
      return bytes
    }
  }

  private func put(_ bytes: [UInt8]) async -> Bool {
    guard state.withLock(\.isOpen) else { return false }
    if await store.perform(orElse: false, { [file] in file.write(bytes) }) { return true }
    await discard()
    return false
  }
}
