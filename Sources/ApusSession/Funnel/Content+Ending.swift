internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

extension Content {
  /// Notifies monitors that more bytes of encoded content were received.
  @inline(__always)
  func noteReceived() {
    guard let call, call.isMonitored else { return }
    call.note(.receiving(completed: receivedByteCount))
  }

  /// Notifies monitors of an event in the caller's use of the response.
  func note(_ kind: @autoclosure () -> HTTPSession.Event.Kind) { call?.note(kind()) }

  /// Closes the content, and returns the connection to the pool if the whole response was already
  /// received.
  ///
  /// If a task is reading the content, the session closes the connection at once, which wakes the
  /// task. If a task has just read the end or received an error, that task returns the connection,
  /// possibly after this function returns.
  func close() {
    switch hold.close() {
    case .free: end(nil, isDraining: true)
    case .reading: lease?.drop()
    case .over: return
    }
  }

  /// Closes content that the caller does not read.
  ///
  /// If the cache is storing the content, the session first reads a short rest of the content for
  /// the cache.
  func finishRecording() async {
    if isRecorded { _ = try? await collect(limit: Self.restByteCount) }
    close()
  }

  static let restByteCount = 65_536

  func claim() throws(HTTPSessionError.Reason) {
    guard hold.claim() else { throw .bodyOutOfScope }
  }

  /// Gives the connection to the task that has read the content, unless another task closed the
  /// content during the read.
  func settle() {
    guard !hold.settle() else { return }
    isOver = true
    failure = .bodyOutOfScope
  }

  func leave() { if !hold.leave() { isOver = true } }

  /// Returns the connection to the pool, which closes a connection that cannot be reused.
  func end(_ reason: HTTPSessionError.Reason?, isDraining: Bool = false) {
    if let reason { failure = failure ?? explained(reason) }
    // The cache discards a recording of content that is incomplete at this point.
    recording = nil
    if isOver { return }
    isOver = true
    if let trailers = lease?.release(draining: isDraining) { self.trailers = trailers }
    call?.endContent(reason)
    if isOutliving { call?.leave() }
  }

  /// Returns the reason for a failure with additional facts about the connection.
  func explained(_ reason: HTTPSessionError.Reason) -> HTTPSessionError.Reason {
    guard let lease, let error = reason.connectionError else { return reason }
    return HTTPSessionError.Reason(lease.explained(error))
  }
}
