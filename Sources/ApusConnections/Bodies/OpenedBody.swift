package import ApusHTTP
package import ApusNet

/// A request body whose files are open, with the body's length and the source of its bytes.
package struct OpenedBody {
  /// One of the parts that form a request body.
  enum Part: Sendable {
    case bytes([UInt8])
    case file(ReadableFile, Range<Int64>)
    /// An asynchronous sequence of byte arrays. If a byte count is given, the total length must
    /// match the byte count.
    case sequence(BodySource, byteCount: Int?)
  }

  package let length: HTTP.BodyLength
  let source: BodyFeed.Source
}

extension HTTP.Body {
  /// The opened request body if the body contains no file. The value is `nil` if a file must be
  /// opened first.
  package var opened: OpenedBody? {
    guard throttle == nil, compression == nil else { return nil }
    // Trailer fields require the chunked transfer coding, and a chunked body has an unknown length.
    let length = trailers.isEmpty ? length : .unknown
    switch content {
    case .bytes(let bytes):
      return OpenedBody(length: length ?? .known(bytes.count), source: .bytes(bytes))
    case .sequence(let source):
      return OpenedBody(
        length: length ?? .unknown, source: .sequence(source, byteCount: self.length?.byteCount))
    case .file, .joined, .unwritten: return nil
    }
  }

  /// Opens the files of the request's body and determines the length of the body.
  package func open(
    _ deadlines: Deadlines, on loop: EventLoop
  ) async throws(ConnectionError) -> OpenedBody {
    let (length, parts) = try await open(self, deadlines, on: loop)
    return OpenedBody(
      length: trailers.isEmpty ? length : .unknown, source: .parts(parts.reversed()))
  }

  /// Opens the request's body as a sequence of pieces without a rate limit.
  package func openPieces(
    _ deadlines: Deadlines, on loop: EventLoop
  ) async throws(ConnectionError) -> BodyPieces {
    var body = self
    body.throttle = nil
    let (_, parts) = try await openContent(of: body, deadlines, on: loop)
    return BodyPieces(parts, of: body, deadlines.timeouts, on: loop)
  }

  private func open(
    _ body: HTTP.Body, _ deadlines: Deadlines, on loop: EventLoop
  ) async throws(ConnectionError) -> (HTTP.BodyLength, [OpenedBody.Part]) {
    var (length, parts) = try await openContent(of: body, deadlines, on: loop)
    guard body.throttle != nil || body.compression != nil else { return (length, parts) }
    if body.compression != nil { length = .unknown }
    let pieces = BodyPieces(parts, of: body, deadlines.timeouts, on: loop)
    let source = HTTP.Body.sequence(pieces)
    guard case .sequence(let source) = source.content else { return (length, parts) }
    return (length, [.sequence(source, byteCount: length.byteCount)])
  }

  private func openContent(
    of body: HTTP.Body, _ deadlines: Deadlines, on loop: EventLoop
  ) async throws(ConnectionError) -> (HTTP.BodyLength, [OpenedBody.Part]) {
    switch body.content {
    case .bytes(let bytes): return (.known(bytes.count), [.bytes(bytes)])
    case .sequence(let source):
      return (
        body.length ?? .unknown, [.sequence(source, byteCount: body.length?.byteCount)]
      )
    case .file(let part):
      let (file, range) = try await open(part, deadlines, FileAccess(on: loop))
      return (.known(range.count), [.file(file, range)])
    case .unwritten:
      throw .unwrittenBody
    case .joined(let bodies):
      var count: Int? = 0
      var parts: [OpenedBody.Part] = []
      for body in bodies {
        let (length, more) = try await open(body, deadlines, on: loop)
        if let sum = count, let next = length.byteCount {
          let (total, overflows) = sum.addingReportingOverflow(next)
          count = overflows ? nil : total
        } else {
          count = nil
        }
        parts += more
      }
      return (count.map { .known($0) } ?? .unknown, parts)
    }
  }

  private func open(
    _ part: HTTP.Body.FilePart, _ deadlines: Deadlines, _ files: FileAccess
  ) async throws(ConnectionError) -> (ReadableFile, Range<Int64>) {
    let file: ReadableFile
    do throws(NetError) {
      file = try await files.open(
        FilePath(bytes: part.path), until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.fileError(error)
    }
    let start = min(Int64(clamping: part.offset), file.byteCount)
    let rest = file.byteCount - start
    let count = part.byteCount.map { Int64(clamping: $0) } ?? rest
    guard count <= rest else {
      throw .file(Connections.NetworkFault(.fileEndedEarly(at: file.byteCount)))
    }
    return (file, start..<(start + count))
  }
}

extension HTTP.BodyLength {
  /// The number of bytes of the request body. The value is `nil` if the length is unknown.
  package var byteCount: Int? {
    switch self {
    case .none: 0
    case .known(let count): count
    case .unknown: nil
    }
  }
}
