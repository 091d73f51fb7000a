internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

extension Content {
  /// Notes that more encoded content was received.
  @inline(__always)
  func noteReceived() {
    guard let call, call.isMonitored else { return }
    call.note(.receiving(completed: receivedByteCount))
  }

  /// Notes the caller's use of the response.
  func note(_ kind: @autoclosure () -> HTTPSession.Event.Kind) { call?.note(kind()) }

  /// Closes the content, and returns the connection if the rest of the response was received.
  ///
  /// A connection with a running read is dropped at once, which wakes the reader: when this
  /// returns, no task uses it.
  func close() {
    switch hold.close() {
    case .free: end(nil, isDraining: true)
    case .reading: lease?.drop()
    case .over: return
    }
  }

  /// Closes content that is not read.
  ///
  /// If it is being stored, a short rest is read for the store.
  func finishRecording() async {
    if isRecorded { _ = try? await collect(limit: Self.restByteCount) }
    close()
  }

  static let restByteCount = 65_536

  func claim() throws(HTTPSessionError.Reason) {
    guard hold.claim() else { throw .bodyOutOfScope }
  }

  /// Gives the connection to the reader, unless the content was closed meanwhile.
  func settle() {
    guard !hold.settle() else { return }
    isOver = true
    failure = .bodyOutOfScope
  }

  func leave() { if !hold.leave() { isOver = true } }

  /// Gives the connection back, which is closed unless it is good for more.
  func end(_ reason: HTTPSessionError.Reason?, isDraining: Bool = false) {
    if let reason { failure = failure ?? explained(reason) }
    // Content that is not completely stored by now never is.
    recording = nil
    if isOver { return }
    isOver = true
    if let trailers = lease?.release(draining: isDraining) { self.trailers = trailers }
    call?.endContent(reason)
    if isOutliving { call?.leave() }
  }

  /// Returns the reason with the facts of the connection.
  func explained(_ reason: HTTPSessionError.Reason) -> HTTPSessionError.Reason {
    guard let lease, let error = reason.connectionError else { return reason }
    return HTTPSessionError.Reason(lease.explained(error))
  }
}
