internal import ApusBytes
internal import ApusNet
internal import ApusTLS

/// The client's side of TLS over a transport, once and while it has a handshake behind it: what was
/// received and not opened, opened and not read, sealed and not sent.
///
/// It is used by mutating methods alone, so that a step costs one check of exclusive access.
struct ProtectedRecords: ~Copyable {
  var client: TLS.Client
  /// Whether bytes have come that were not opened.
  private(set) var isFresh = false
  /// Whether the server has said that it sends nothing more.
  private(set) var isEnded = false
  /// Whether nothing more is taken below.
  private(set) var isMute = false
  /// How much of a buffer has been sealed, and waits to be sent.
  private(set) var sealedCount = 0
  /// How much of the server's waits to be read.
  private(set) var inputCount = 0

  /// How much is sealed at once: four records of the longest.
  static let batchByteCount = 4 << 14

  init(_ client: consuming TLS.Client) { self.client = client }

  /// Whether something was sealed that was not sent.
  var isSending: Bool { !isMute && client.hasOutgoing }

  /// Whether something has come that was not read, opened or not.
  var hasInput: Bool { isFresh || inputCount > 0 }

  /// Whether nothing waits on either side, and more may be said.
  var isAtRest: Bool { inputCount == 0 && !isEnded && !isMute && sealedCount == 0 }

  /// Notes that the handshake is complete.
  ///
  /// What it has left to send goes out with the first request, in one call of the kernel.
  mutating func endHandshake() { isFresh = client.partialByteCount > 0 }

  /// Receives what is there, and opens nothing of it yet; nil if nothing is, and 0 at the end. The
  /// rest of a record that has begun is taken at once, up to `restOfRecord` bytes.
  mutating func receive(
    _ room: Int, restOfRecord: Int = 1 << 15, from lower: Transport
  ) throws(NetError) -> Int? {
    if isEnded { return 0 }
    let room = client.partialByteCount > 0 ? max(room, restOfRecord) : room
    var count: Int?
    switch lower {
    case .plain(let plain):
      try client.receive(atMost: room) { (bytes) throws(NetError) in
        count = try plain.channel.receiveNow(into: &bytes)
      }
    case .tls(let tls):
      if !tls.hasInput { count = try tls.receiveNow(atMost: room) }
      do { try tls.open() } catch { throw .closed }
      guard let bytes = tls.takeInput() else { break }
      client.receive(bytes.span)
      count = bytes.count
    }
    if let count, count > 0 { isFresh = true }
    return count
  }

  /// Opens what has been received and was not opened, and says whether there is a reply to send.
  mutating func openFresh(
    at moment: @autoclosure () -> UnixTime, _ keep: (TLS.Session) -> Void
  ) throws(TLSError) -> Bool {
    guard isFresh else { return false }
    try open(at: moment(), keep)
    return isSending
  }

  /// Opens what has been received, and calls `keep` with each ticket; new keys are dealt with.
  mutating func open(
    at moment: UnixTime, _ keep: (TLS.Session) -> Void
  ) throws(TLSError) {
    // What has come before an error is the server's word all the same, and is read first.
    defer { inputCount = client.applicationDataCount }
    while true {
      switch try client.next(at: moment) {
      case .applicationData: continue
      case .session(let session): keep(session)
      // Nothing is asked of the session once the handshake is complete.
      case .needsInput, .certificates, .signing, .connected:
        isFresh = false
        return
      case .closed:
        isFresh = false
        isEnded = true
        return
      }
    }
  }

  /// Lends what was opened to `body`, and drops what that has read.
  mutating func read<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, Result)
  ) throws(Failure) -> Result {
    let (consumed, result) = try client.withApplicationData(body)
    if consumed > 0 { client.consumeApplicationData(consumed) }
    inputCount -= consumed
    return result
  }

  /// Seals some of a buffer, unless what was sealed before waits.
  mutating func seal(_ buffer: SendBuffer) throws(TLSError) {
    guard sealedCount == 0, buffer.isPending else { return }
    let parts = buffer.parts(atMost: Self.batchByteCount)
    try client.send(
      buffer.before.span.extracting(parts.before), buffer.piece.span.extracting(parts.piece),
      buffer.after.span.extracting(parts.after))
    sealedCount = parts.count
  }

  /// Sends what is taken at once of what was sealed; false if some of it is left.
  mutating func flush(to lower: Transport) throws(NetError) -> Bool {
    guard !isMute else { return true }
    do throws(NetError) {
      while client.hasOutgoing {
        var sent = 0
        try client.sendOutgoing { (bytes) throws(NetError) in
          switch lower {
          case .plain(let plain): sent = try plain.channel.sendNow(bytes)
          case .tls(let tls): sent = try tls.sendNow(bytes)
          }
          return sent
        }
        if sent == 0 { return false }
      }
      guard case .tls(let tls) = lower else { return true }
      return try tls.flush()
    } catch {
      isMute = true
      throw error
    }
  }

  /// Sends what is taken at once, and says how much of a buffer has been sent since that was asked
  /// last; nil if some of it is left.
  mutating func flushBuffer(to lower: Transport) throws(NetError) -> Int? {
    try flush(to: lower) ? takeSentCount() : nil
  }

  /// How much of a buffer has been sent since this was asked last.
  mutating func takeSentCount() -> Int {
    defer { sealedCount = 0 }
    return sealedCount
  }
}
