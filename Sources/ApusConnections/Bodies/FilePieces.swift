internal import ApusNet

/// A byte range of a file as an asynchronous sequence of byte arrays, for an encrypted connection.
struct FilePieces: AsyncSequence, Sendable {
  /// The failure of a file read, with the error that the request reports.
  struct Failure: Error { let reason: ConnectionError }

  private let file: ReadableFile
  private let range: Range<Int64>
  private let deadlines: Deadlines

  /// The maximum number of bytes that one read of the file returns.
  private static let pieceByteCount: Int64 = 256 << 10

  init(_ file: ReadableFile, _ range: Range<Int64>, _ deadlines: Deadlines) {
    self.file = file
    self.range = range
    self.deadlines = deadlines
  }

  func makeAsyncIterator() -> Iterator { Iterator(pieces: self, at: range.lowerBound) }

  /// An iterator over the bytes of the file, with the current file position.
  struct Iterator: AsyncIteratorProtocol {
    let pieces: FilePieces
    var at: Int64

    mutating func next() async throws(Failure) -> [UInt8]? {
      try await next(isolation: #isolation)
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> [UInt8]? {
      let count = Int(Swift.min(FilePieces.pieceByteCount, pieces.range.upperBound - at))
      guard count > 0 else { return nil }
      let bytes: [UInt8]
      do throws(NetError) {
        bytes = try await pieces.file.read(
          at: at, atMost: count, until: pieces.deadlines.deadline(.idle))
        // The Content-Length of the request includes the whole file, so all bytes of the file must
        // be sent.
        guard !bytes.isEmpty else { throw .fileEndedEarly(at: at) }
        try pieces.file.checkUnchangedNow()
      } catch {
        throw Failure(reason: pieces.deadlines.fileError(error))
      }
      at += Int64(bytes.count)
      return bytes
    }
  }
}
