internal import ApusHTTP
internal import ApusNet

extension Connection {
  /// The result of an attempt to send bytes of a request.
  enum Sent {
    /// The connection sent bytes of the request, and more bytes may remain.
    case some
    /// The send buffer of the socket is full.
    case blocked
    /// The next piece of the request body is not available yet.
    case awaited
    /// The request has no bytes to send at the moment.
    case nothing
  }

  /// Returns whether the connection has bytes of the request to send at the moment.
  func isSending(_ exchange: borrowing Exchange) -> Bool {
    exchange.isSending || transport.isSending
  }

  /// Sends the bytes that the socket accepts without waiting. The function sends the send buffer
  /// before the rest of the request body.
  func send(_ exchange: inout Exchange) throws(ConnectionError) -> Sent {
    if let waiting = sendWaiting(&exchange) { return waiting }
    return try sendNext(&exchange)
  }

  /// Sends the bytes of the send buffer that the socket accepts without waiting. Returns `nil` if
  /// the send buffer is empty.
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

  /// Adds the next piece of the request's body to the send buffer. If the piece is part of a file,
  /// sends the bytes that the kernel accepts without waiting.
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
      // The kernel cannot send the file itself, because the bytes must be encrypted in this
      // process.
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

  /// Adds the next piece of an asynchronous request body to the send buffer.
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
      // If the request body is the content of another response, a cancelled task appears as an
      // error of the HTTP session.
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
      // After an incomplete send, only another send call reports the reason, such as a connection
      // reset. Without the second call, the reset would look like a regular end of the input.
      while at < end {
        // The request has announced the length of the original file. If the file changes, the
        // request must not be completed.
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

  /// The maximum number of file bytes that are sent between two checks for an early response.
  private static let filePiece: Int64 = 256 << 10
}
