internal import ApusHTTP
internal import ApusNet

extension Connection {
  /// The result of an attempt to send.
  enum Sent {
    /// Bytes were sent, and more may follow.
    case some
    /// The peer accepts no bytes now.
    case blocked
    /// The next piece is not ready.
    case awaited
    /// No bytes wait to be sent now.
    case nothing
  }

  /// Returns whether there are bytes to send now.
  func isSending(_ exchange: borrowing Exchange) -> Bool {
    exchange.isSending || transport.isSending
  }

  /// Sends the bytes that are accepted immediately: waiting bytes first, then the request's body.
  func send(_ exchange: inout Exchange) throws(ConnectionError) -> Sent {
    if let waiting = sendWaiting(&exchange) { return waiting }
    return try sendNext(&exchange)
  }

  /// Sends the waiting bytes that are accepted immediately; nil if there are none.
  private func sendWaiting(_ exchange: inout Exchange) -> Sent? {
    if exchange.request.upload == .stopped {
      exchange.dropUnsent()
      transport.forgetRequest()
    }
    guard exchange.buffer.isPending || transport.isSending else { return nil }
    do throws(NetError) {
      guard let content = try transport.send(&exchange.buffer) else { return .blocked }
      guard transport.failure == nil else {
        exchange.stopSending(nil)
        return .nothing
      }
      exchange.noteSent(content)
      return .some
    } catch {
      exchange.stopSending(error)
      return .nothing
    }
  }

  /// Frames the next piece of the request's body, or sends the part of it that the kernel accepts
  /// immediately.
  @inline(never)
  private func sendNext(_ exchange: inout Exchange) throws(ConnectionError) -> Sent {
    guard exchange.mayUpload else { return .nothing }
    switch exchange.request.feed.source {
    case .nothing:
      return .nothing
    case .bytes:
      try frame { () throws(HTTP.WriteError) in try exchange.frameBytes() }
      return .some
    case .file(let file, let range) where transport.fileSocket == nil:
      // Sealed bytes must pass through this process.
      exchange.request.feed.source = .sequence(
        BodySource(FilePieces(file, range, exchange.request.deadlines)), byteCount: range.count)
      return .some
    case .file(let file, let range):
      try frame { () throws(HTTP.WriteError) in try exchange.begin(file, range) }
      return .some
    case .fileBegun(let file, let range, let byteCount):
      return try sendFile(&exchange, file, range, byteCount)
    case .sequence(let source, let byteCount):
      exchange.request.feed.source = .produced(
        Producer(source, announced: byteCount, nudging: channel.inputBell))
      return .awaited
    case .parts(let parts):
      exchange.request.feed.take(parts)
      try frame { () throws(HTTP.WriteError) in try exchange.endSource() }
      return .some
    case .produced(let producer):
      guard let product = producer.take() else { return .awaited }
      try frame(&exchange, product)
      return .some
    }
  }

  /// Frames the product of the request's own sequence.
  private func frame(
    _ exchange: inout Exchange, _ product: Producer.Product
  ) throws(ConnectionError) {
    switch product {
    case .piece(let piece, let isLast):
      try frame { () throws(HTTP.WriteError) in
        try exchange.frame(piece)
        if isLast { try exchange.endSource() }
      }
    case .end(let trailers):
      exchange.request.feed.add(trailers)
      try frame { () throws(HTTP.WriteError) in try exchange.endSource() }
    case .mismatch(let error):
      throw .request(error)
    case .failed(let failure as FilePieces.Failure):
      throw failure.reason
    case .failed(let error):
      exchange.request.bodyFailure = error
      // A body that is the content of another response throws an error of the session.
      let isCancellation =
        error is CancellationError || (error as? any CancellationReporting)?.isCancellation == true
      throw isCancellation && Task.isCancelled ? .cancelled : .requestBody
    }
  }

  private func sendFile(
    _ exchange: inout Exchange, _ file: ReadableFile, _ range: Range<Int64>, _ byteCount: Int
  ) throws(ConnectionError) -> Sent {
    guard let socket = transport.fileSocket else { return .nothing }
    let end = min(range.lowerBound + Self.filePiece, range.upperBound)
    var at = range.lowerBound
    do throws(NetError) {
      // If fewer bytes were sent than requested, the next call finds the reason: the kernel may
      // have met an error without reporting it, and later input would look like a regular end.
      while at < end {
        // The announced content is one state of the file; otherwise the request stays incomplete.
        try file.checkUnchangedNow()
        let count = try socket.sendNow(file, at..<end)
        guard count > 0 else { break }
        at += Int64(count)
      }
    } catch {
      switch error {
      case .fileEndedEarly, .fileChanged: throw .file(Connections.NetworkFault(error))
      default: break
      }
      exchange.stopSending(error)
      return .nothing
    }
    guard at > range.lowerBound else { return .blocked }
    exchange.noteSent(Int(at - range.lowerBound))
    exchange.request.feed.source = .fileBegun(file, at..<range.upperBound, byteCount: byteCount)
    guard at == range.upperBound else { return .some }
    try frame { () throws(HTTP.WriteError) in try exchange.endFile(byteCount) }
    return .some
  }

  /// The number of file bytes that are sent between two checks for an early response.
  private static let filePiece: Int64 = 256 << 10
}
