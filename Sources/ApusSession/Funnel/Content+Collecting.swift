internal import ApusConnections

// The functions that collect the whole content. Bytes that were already received are available
// without a wait.
extension Content {
  /// Returns the rest of the content, up to a limit.
  ///
  /// After an error, `received` contains the content before the error. The progress closure is
  /// called for each received part of the content, and once for a response without content.
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

  /// Returns the rest of the content, or `nil` if a part of the content must be awaited or decoded.
  ///
  /// Bytes that were received together with the head are available at once, and are often the whole
  /// content.
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

  /// Rejects content whose declared length is greater than a limit.
  private func expect(atMost limit: Int) throws(HTTPSessionError.Reason) {
    guard byteCount ?? 0 <= limit else {
      close()
      throw .bodyTooLong(limit: limit)
    }
  }

  /// Ends the content with an error, and stores the received part of the content for the error.
  private func give(up content: [UInt8], _ error: HTTPSessionError.Reason) {
    waiting = content
    settle()
    end(error)
  }

  /// Appends the received content, up to a limit; returns `false` if more content must be awaited.
  ///
  /// At the end of the content, the function also closes the content, so no further read is
  /// necessary.
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

  /// Appends content until the content is complete or exceeds a limit, and reports the progress
  /// after each part.
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
    // The last encoded bytes may have decoded to no content, so their progress was not reported
    // yet.
    if last != progress { told(progress) }
  }

  /// Stores the content that was received before the first read.
  func noteWaiting(_ bytes: [UInt8]) {
    guard lease == nil else { return }
    receivedByteCount += bytes.count
    decodedByteCount += bytes.count
  }
}
