internal import ApusHTTP
internal import ApusNet

/// The content of a request's body as an asynchronous sequence of pieces. The pieces are read from
/// files, compressed and rate-limited as the request requires.
///
/// Most requests do not need this type, because the connection sends bodies in memory directly and
/// the kernel sends files.
package struct BodyPieces: AsyncSequence, Sendable {
  private let parts: [OpenedBody.Part]
  private let throttle: HTTP.Body.Throttle?
  private let compression: HTTP.GzipEncoder.Level?
  private let idle: Duration
  private let loop: EventLoop

  init(
    _ parts: [OpenedBody.Part], of body: HTTP.Body, _ timeouts: Connections.Timeouts,
    on loop: EventLoop
  ) {
    self.parts = parts
    throttle = body.throttle
    compression = body.compression
    idle = timeouts.idle
    self.loop = loop
  }

  package func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The state of one iteration over the pieces of a request body. Only one task at a time uses an
  /// iterator.
  package final class Iterator: AsyncIteratorProtocol, HTTP.BodyTrailing {
    private let body: BodyPieces
    /// The unread parts of the request body in reverse order: the next part is the last element of
    /// the array.
    private var left: [OpenedBody.Part]
    /// The asynchronous sequence that the iterator is reading, with the number of bytes read from
    /// the sequence. The value is `nil` if the current body part is not a sequence.
    private var sequence: BodySource.Pieces?
    private var sequenceCount = 0
    private var encoder: HTTP.GzipEncoder?
    private var isEncoded = false
    /// The remaining bytes of a body piece that exceeds one packet of the rate limit.
    private var rest: ArraySlice<UInt8> = []
    private var hasYielded = false
    /// The trailer fields of the body's sequences that have ended.
    package private(set) var trailers = HTTP.Fields()

    fileprivate init(_ body: BodyPieces) {
      self.body = body
      left = body.parts.reversed()
    }

    package func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      guard let throttle = body.throttle else { return try await nextCoded() }
      while rest.isEmpty {
        guard let piece = try await nextCoded() else { return nil }
        rest = piece[...]
      }
      if hasYielded {
        try await body.loop.sleep(until: body.loop.time.deadline(after: throttle.delay))
      }
      hasYielded = true
      let packet = rest.prefix(throttle.packetByteCount)
      rest = rest.dropFirst(packet.count)
      return Array(packet)
    }

    /// Returns the next piece of the request body after content coding.
    private func nextCoded() async throws -> [UInt8]? {
      guard let level = body.compression else { return try await nextPlain() }
      guard !isEncoded else { return nil }
      if encoder == nil { encoder = try HTTP.GzipEncoder(level: level) }
      var coded: [UInt8] = []
      while coded.isEmpty {
        guard let piece = try await nextPlain() else {
          isEncoded = true
          try encoder.take()?.finish(into: &coded)
          return coded
        }
        try encoder?.encode(piece.span, into: &coded)
      }
      return coded
    }

    /// Returns the next piece of the request body before compression.
    private func nextPlain() async throws -> [UInt8]? {
      while let part = left.popLast() {
        switch part {
        case .bytes(let bytes):
          if !bytes.isEmpty { return bytes }
        case .file(let file, let range):
          if !range.isEmpty { return try await read(file, range) }
        case .sequence(let source, let byteCount):
          if let piece = try await nextPiece(of: source, byteCount) { return piece }
        }
      }
      return nil
    }

    private func read(_ file: ReadableFile, _ range: Range<Int64>) async throws -> [UInt8] {
      let left = range.upperBound - range.lowerBound
      let count = Int(Swift.min(Int64(BodyPieces.readAtOnce), left))
      let bytes = try await file.read(
        at: range.lowerBound, atMost: count, until: body.loop.time.deadline(after: body.idle))
      guard !bytes.isEmpty else { throw NetError.fileEndedEarly(at: range.lowerBound) }
      try file.checkUnchangedNow()
      self.left.append(.file(file, (range.lowerBound + Int64(bytes.count))..<range.upperBound))
      return bytes
    }

    /// Returns the next piece of an asynchronous sequence, or `nil` at the end of the sequence.
    /// Throws an error if the sequence is longer or shorter than its announced length.
    private func nextPiece(of source: BodySource, _ byteCount: Int?) async throws -> [UInt8]? {
      let pieces = sequence ?? source.makePieces()
      sequence = pieces
      guard let piece = try await pieces.next() else {
        sequence = nil
        for field in pieces.trailers { trailers.append(field.name, field.value) }
        defer { sequenceCount = 0 }
        guard let byteCount, sequenceCount < byteCount else { return nil }
        throw ConnectionError.request(
          .bodyTooShort(announced: byteCount, written: sequenceCount))
      }
      if let byteCount, piece.count > byteCount - sequenceCount {
        throw ConnectionError.request(.bodyTooLong(announced: byteCount))
      }
      sequenceCount += piece.count
      left.append(.sequence(source, byteCount: byteCount))
      return piece
    }
  }

  /// The maximum number of bytes that one read of a file returns.
  private static let readAtOnce = 64 << 10
}
