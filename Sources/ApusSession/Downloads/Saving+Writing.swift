internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

extension Saving {
  /// The number of bytes that the download collects for one write to the file.
  static let writtenAtOnce = 256 << 10

  /// Writes the content to the file from an offset, and moves the complete file to its destination.
  func write(
    _ answer: OpenResponse, from start: Int, _ total: Int?, _ first: ContentHash?,
    _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError.Reason) -> HTTPSession.Download {
    var hash = first
    var completed = start
    var isWhole = false
    var told: TransferProgress?
    while !isWhole {
      var piece: [UInt8] = []
      do throws(HTTPSessionError.Reason) {
        isWhole = try await Self.fill(&piece, answer.content, rate) {
          let now = answer.content.progress.behind(start)
          progress(now)
          told = now
        }
      } catch {
        // The bytes that were received before the error are also part of the partial file.
        try? await write(piece, behind: completed, upTo: total, of: start)
        throw error
      }
      guard !piece.isEmpty else { continue }
      try await write(piece, behind: completed, upTo: total, of: start)
      hash?.update(piece)
      completed += piece.count
    }
    guard start == 0 || completed == total else { throw .unexpectedPartialContent }
    // The final progress is reported separately if the content is empty or its last bytes decode to
    // no content.
    let end = answer.content.progress.behind(start)
    if told != end { progress(end) }
    do throws(HTTPSessionError.Reason) { try hash?.check() } catch {
      facts = nil
      throw error
    }
    return try await commit(answer, completed, from: start)
  }

  /// Collects content for one write, and reports each received part; returns `true` at the end of
  /// the content.
  ///
  /// A slow server may need minutes to fill the write buffer, so the progress is reported before
  /// the write.
  private static func fill(
    _ piece: inout [UInt8], _ content: Content, _ rate: ByteRateLimit?, _ received: () -> Void
  ) async throws(HTTPSessionError.Reason) -> Bool {
    while piece.count < writtenAtOnce {
      guard let next = try await content.next() else { return true }
      let count = next.count
      if piece.isEmpty { piece = next } else { piece += next }
      received()
      try await rate?.wait(for: count)
    }
    return false
  }

  /// Writes received bytes to the file; throws an error if the content is longer than its declared
  /// range.
  private func write(
    _ piece: [UInt8], behind completed: Int, upTo total: Int?, of start: Int
  ) async throws(HTTPSessionError.Reason) {
    guard let file, !piece.isEmpty else { return }
    guard start == 0 || completed + piece.count <= total ?? .max else {
      facts = nil
      throw .unexpectedPartialContent
    }
    let end = deadlines.deadline(.idle)
    // A separate task writes the received bytes, because a cancelled task would start no write and
    // lose the bytes.
    let executor = CurrentTask.preferredExecutor
    let result = await Task(executorPreference: executor) { () async -> Result<Void, NetError> in
      do throws(NetError) {
        return .success(try await file.write(piece, until: end))
      } catch {
        return .failure(error)
      }
    }.value
    if case .failure(let error) = result { throw deadlines.fileReason(error) }
  }

  func commit(
    _ answer: OpenResponse, _ byteCount: Int, from start: Int
  ) async throws(HTTPSessionError.Reason) -> HTTPSession.Download {
    guard let file else { throw .unexpectedPartialContent }
    do throws(NetError) {
      try await file.commit(until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.fileReason(error)
    }
    return HTTPSession.Download(
      head: answer.head, path: file.path.description, byteCount: byteCount, resumedFrom: start)
  }
}
