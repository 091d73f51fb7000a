internal import ApusHTTP
internal import ApusNet

extension Connection {
  /// What became of an attempt to send.
  enum Sent {
    /// Something was sent, and more may follow.
    case some
    /// The peer takes nothing now.
    case blocked
    /// The next piece is still in the making.
    case awaited
    /// There is nothing to send, or not yet.
    case nothing
  }

  /// Whether there is something to send now.
  var isSending: Bool { conversation.isSending || secure?.isSending == true }

  /// Sends what the kernel takes at once of what is framed; nil if nothing is.
  @inline(never)
  func sendFramed() -> Sent? {
    if conversation.exchange.upload == .stopped {
      conversation.outgoing.drop()
      secure?.forgetRequest()
    }
    if let secure { return sendSealed(secure) }
    guard conversation.outgoing.isPending else { return nil }
    do throws(NetError) {
      let (count, content) = try conversation.send(on: socket)
      guard count > 0 else { return .blocked }
      turn.sentContentCount += content
      return .some
    } catch {
      return stopSending(error)
    }
  }

  /// Seals what is framed, and sends what the kernel takes at once; nil if there is nothing.
  private func sendSealed(_ secure: SecureStream) -> Sent? {
    guard conversation.outgoing.isPending || secure.isSending else { return nil }
    do throws(NetError) {
      guard let content = try conversation.send(over: secure) else { return .blocked }
      guard secure.failure == nil else { return stopSending(nil) }
      turn.sentContentCount += content
      return .some
    } catch {
      return stopSending(error)
    }
  }

  /// Frames the next piece of the request's body, or sends of it what the kernel takes at once.
  @inline(never)
  func sendNext() throws(HTTPSessionError.Reason) -> Sent {
    guard conversation.exchange.mayUpload else { return .nothing }
    switch conversation.outgoing.source {
    case .nothing:
      return .nothing
    case .bytes:
      try frame { () throws(HTTP.WriteError) in try conversation.frameBytes() }
      return .some
    case .file(let file, let range) where secure != nil:
      // What is sealed must pass through this process.
      conversation.outgoing.source = .sequence(
        BodySource(FilePieces(file, range, bounds)), byteCount: range.count)
      return .some
    case .file(let file, let range):
      try frame { () throws(HTTP.WriteError) in try conversation.begin(file, range) }
      return .some
    case .fileBegun(let file, let range, let byteCount):
      return try sendFile(file, range, byteCount)
    case .sequence(let source, let byteCount):
      conversation.outgoing.source = .produced(
        Producer(source, announced: byteCount, for: socket))
      return .awaited
    case .parts(let parts):
      conversation.outgoing.take(parts)
      try frame { () throws(HTTP.WriteError) in try conversation.endSource() }
      return .some
    case .produced(let producer):
      guard let product = producer.take() else { return .awaited }
      try frame(product)
      return .some
    }
  }

  /// Frames what the request's own sequence has come to.
  private func frame(_ product: Producer.Product) throws(HTTPSessionError.Reason) {
    switch product {
    case .piece(let piece, let isLast):
      try frame { () throws(HTTP.WriteError) in
        try conversation.frame(piece)
        if isLast { try conversation.endSource() }
      }
    case .end:
      try frame { () throws(HTTP.WriteError) in try conversation.endSource() }
    case .mismatch(let error):
      throw .request(error)
    case .failed(let failure as FilePieces.Failure):
      throw failure.reason
    case .failed(let error):
      turn.bodyFailure = error
      // A body that is another response's content says it in a session's own words.
      let isCancellation =
        error is CancellationError || (error as? HTTPSessionError)?.reason == .cancelled
      throw isCancellation && Task.isCancelled ? .cancelled : .requestBody
    }
  }

  private func sendFile(
    _ file: ReadableFile, _ range: Range<Int64>, _ byteCount: Int
  ) throws(HTTPSessionError.Reason) -> Sent {
    let end = min(range.lowerBound + Self.filePiece, range.upperBound)
    var at = range.lowerBound
    do throws(NetError) {
      // Where less was sent than asked for, the next call says why: an error may have been met and
      // not told, and what is received after that would look like an end in order.
      while at < end {
        let count = try socket.sendNow(file, at..<end)
        guard count > 0 else { break }
        at += Int64(count)
      }
    } catch {
      if case .fileEndedEarly = error {
        throw .file(HTTPSessionError.NetworkFault(error))
      }
      return stopSending(error)
    }
    guard at > range.lowerBound else { return .blocked }
    turn.sentContentCount += Int(at - range.lowerBound)
    conversation.outgoing.source = .fileBegun(file, at..<range.upperBound, byteCount: byteCount)
    guard at == range.upperBound else { return .some }
    try frame { () throws(HTTP.WriteError) in try conversation.endFile(byteCount) }
    return .some
  }

  /// The peer takes no more; it may have said why before, so that the answer is still read.
  private func stopSending(_ error: NetError?) -> Sent {
    turn.sendFailure = error
    conversation.stopSending()
    return .nothing
  }

  /// Writes what stands around content; what cannot be written is the request's fault.
  func frame(
    _ write: () throws(HTTP.WriteError) -> Void
  ) throws(HTTPSessionError.Reason) {
    do throws(HTTP.WriteError) { try write() } catch { throw .request(error) }
  }

  /// How much of a file is sent between two looks for an early answer.
  private static let filePiece: Int64 = 256 << 10
}
