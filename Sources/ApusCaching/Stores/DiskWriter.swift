internal import ApusBytes
internal import ApusNet

/// Content that is written to a file, which gets its name once it is whole.
final class DiskWriter: Caching.ContentWriter {
  private let stored: Caching.Stored
  private let file: DiskFile
  private let store: Caching.DiskStore
  private let state = Lock(State())

  private struct State {
    var pending: [UInt8] = []
    var place: UInt64 = 0
    /// What has been written, and what was taken for it.
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
      DiskFiles.remove(temporaryPath)
      store.giveRoomBack(count)
    }
  }

  /// Writes the head, for which room was taken already.
  func begin(_ head: [UInt8]) async -> Bool {
    state.withLock { $0.byteCount = head.count }
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
    let isDone = await store.perform(orElse: false) { [stored, store, temporaryPath] in
      if DiskFolder.commit(stored, in: store.folder) { return true }
      DiskFiles.remove(temporaryPath)
      return false
    }
    await store.giveBack(count, isKept: isDone)
    return isDone
  }

  func discard() async {
    guard let count = end() else { return }
    await store.perform(orElse: ()) { [temporaryPath] in DiskFiles.remove(temporaryPath) }
    await store.giveBack(count, isKept: false)
  }

  private var temporaryPath: String {
    DiskFolder.path(of: stored.key.place, in: store.folder) + "/"
      + DiskFolder.temporaryName(of: stored)
  }

  /// Ends the writing, and returns the room that was taken; nil where it has ended before.
  private func end() -> Int? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      state.isOpen = false
      state.pending = []
      return state.byteCount
    }
  }

  /// The chunks that are full as they lie in the file; at the end the rest and the mark of the end.
  private func takeChunks(isLast: Bool = false) -> [UInt8] {
    state.withLock { state in
      var bytes: [UInt8] = []
      var start = 0
      while state.pending.count - start >= (isLast ? 1 : DiskFormat.chunkByteLimit) {
        let end = min(start + DiskFormat.chunkByteLimit, state.pending.count)
        bytes += DiskFormat.chunk(state.pending[start..<end], place: state.place, id: stored.id)
        state.place += 1
        start = end
      }
      state.pending.removeSubrange(..<start)
      if isLast { bytes += DiskFormat.chunk([], place: state.place, id: stored.id) }
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
