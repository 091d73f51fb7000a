internal import ApusConnections

// Content as a whole: what has come with the head is read at once, and the rest as it comes.
extension Content {
  /// All content that is left, up to a limit.
  ///
  /// What has come before an error stays here: `received` has it. How far it has come is told with
  /// each piece, and once where there is none.
  func collect(
    limit: Int, _ progress: ((TransferProgress) -> Void)? = nil
  ) async throws(HTTPSessionError.Reason) -> [UInt8] {
    try expect(atMost: limit)
    try claim()
    defer { leave() }
    var content = waiting
    waiting = []
    noteWaiting(content)
    do throws(HTTPSessionError.Reason) {
      beSaved()
      try await read(into: &content, upTo: limit, progress)
      if content.count > limit { throw .bodyTooLong(limit: limit) }
      return content
    } catch {
      give(up: content, error)
      throw error
    }
  }

  /// All content that is left, up to a limit, if all of it is here; nil if some of it must be
  /// waited for, or decoded.
  ///
  /// What has come with the head is read without a wait, and that is often all.
  func collectNow(limit: Int) throws(HTTPSessionError.Reason) -> [UInt8]? {
    guard decoding == nil, recording == nil, failure == nil, !isOver,
      lease != nil || reader == nil && stored.isEmpty
    else { return nil }
    try expect(atMost: limit)
    try claim()
    defer { leave() }
    var content = waiting
    waiting = []
    do throws(HTTPSessionError.Reason) {
      let isWhole = try readAll(into: &content, upTo: limit)
      if content.count > limit { throw .bodyTooLong(limit: limit) }
      if isWhole { return content }
      waiting = content
      return nil
    } catch {
      give(up: content, error)
      throw error
    }
  }

  /// Refuses content that is longer than a limit by its head.
  private func expect(atMost limit: Int) throws(HTTPSessionError.Reason) {
    guard byteCount ?? 0 <= limit else {
      close()
      throw .bodyTooLong(limit: limit)
    }
  }

  /// Ends the content with an error, and keeps what had come of it.
  private func give(up content: [UInt8], _ error: HTTPSessionError.Reason) {
    waiting = content
    settle()
    end(error)
  }

  /// Appends the content that is there, up to a limit; false if more of it must be waited for.
  ///
  /// Content that has come whole ends here, so that no other read has to find that out.
  @inline(never)
  private func readAll(
    into content: inout [UInt8], upTo limit: Int
  ) throws(HTTPSessionError.Reason) -> Bool {
    guard decoding == nil, recording == nil, failure == nil, !isOver else { return false }
    guard let lease else {
      guard reader == nil, stored.isEmpty else { return false }
      noteWaiting(content)
      settle()
      end(nil)
      return true
    }
    while content.count <= limit {
      let before = content.count
      let isWhole: Bool
      do throws(ConnectionError) {
        isWhole = try lease.readContentNow(into: &content)
      } catch {
        receivedByteCount += content.count - before
        decodedByteCount += content.count - before
        let reason = HTTPSessionError.Reason(error)
        settle()
        end(reason)
        throw failure ?? reason
      }
      if content.count > before {
        receivedByteCount += content.count - before
        decodedByteCount += content.count - before
        noteReceived()
      }
      guard isWhole else {
        if content.count > before { continue }
        return false
      }
      guard content.count <= limit else { break }
      settle()
      end(nil)
      if let failure { throw failure }
      break
    }
    return true
  }

  /// Appends content until it is whole or beyond a limit, and tells of each piece, where asked.
  private func read(
    into content: inout [UInt8], upTo limit: Int, _ told: ((TransferProgress) -> Void)?
  ) async throws(HTTPSessionError.Reason) {
    guard let told else {
      while content.count <= limit, try await read(into: &content) {
        if try readAll(into: &content, upTo: limit) { return }
      }
      return
    }
    var last: TransferProgress?
    if !content.isEmpty {
      last = progress
      told(progress)
    }
    while content.count <= limit, try await read(into: &content) {
      last = progress
      told(progress)
    }
    // The last bytes of a coding may have made no piece.
    if last != progress { told(progress) }
  }

  /// Notes content that was here before anyone read.
  func noteWaiting(_ bytes: [UInt8]) {
    guard lease == nil else { return }
    receivedByteCount += bytes.count
    decodedByteCount += bytes.count
  }
}
