internal import ApusBytes
internal import ApusNet

/// Content that is read from a file, each chunk checked before it is given.
final class DiskReader: Caching.ContentReader {
  private let file: DiskFile
  private let path: String
  private let id: UInt128
  private let state: Lock<State>

  private struct State {
    var offset: Int
    var place: UInt64 = 0
    /// The first chunk, where it was kept when the content was checked.
    var first: (bytes: [UInt8], end: Int)?
    var isAtEnd = false

    mutating func advance(over chunk: (bytes: [UInt8], end: Int)) {
      offset = chunk.end
      place += 1
      isAtEnd = chunk.bytes.isEmpty
    }
  }

  /// Opens the content that begins at an offset; nil where what is checked of it now is broken.
  init?(_ file: DiskFile, path: String, from start: Int, id: UInt128) {
    self.file = file
    self.path = path
    self.id = id
    var state = State(offset: start)
    if file.byteCount - start <= Caching.DiskStore.checkedByteLimit {
      var (offset, place) = (start, UInt64(0))
      while true {
        guard let chunk = DiskFormat.openChunk(file, at: offset, place: place, id: id) else {
          return nil
        }
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
      chunk = try await BlockingPool.shared.perform { [file, id] in
        DiskFormat.openChunk(file, at: offset, place: place, id: id)
      }
    } catch {
      throw .busy
    }
    guard let chunk else {
      _ = try? await BlockingPool.shared.perform { [path] in DiskFiles.remove(path) }
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
