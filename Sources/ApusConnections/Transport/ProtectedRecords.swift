internal import ApusBytes
internal import ApusNet
internal import ApusTLS

/// The client's side of TLS over a transport, during and after the handshake: bytes that are
/// received but not opened, opened but not read, and sealed but not sent.
///
/// Only mutating methods use it, so that a step costs one check of exclusive access.
struct ProtectedRecords: ~Copyable {
  var client: TLS.Client
  /// A Boolean value that indicates whether received bytes were not opened yet.
  private(set) var isFresh = false
  /// A Boolean value that indicates whether the server has sent close_notify.
  private(set) var isEnded = false
  /// A Boolean value that indicates whether the transport below accepts no more bytes.
  private(set) var isMute = false
  /// The number of bytes of a buffer that have been sealed and wait to be sent.
  private(set) var sealedCount = 0
  /// The number of opened bytes that were not read yet.
  private(set) var inputCount = 0

  /// The number of bytes that are sealed at a time: four records of the maximum length.
  static let batchByteCount = 4 << 14

  init(_ client: consuming TLS.Client) { self.client = client }

  /// A Boolean value that indicates whether sealed bytes were not sent yet.
  var isSending: Bool { !isMute && client.hasOutgoing }

  /// A Boolean value that indicates whether received bytes were not read yet, opened or not.
  var hasInput: Bool { isFresh || inputCount > 0 }

  /// A Boolean value that indicates whether no bytes wait in either direction, and more can be
  /// sent.
  var isAtRest: Bool { inputCount == 0 && !isEnded && !isMute && sealedCount == 0 }

  /// Records that the handshake is complete.
  ///
  /// Its remaining bytes are sent with the first request, in one system call.
  mutating func endHandshake() { isFresh = client.partialByteCount > 0 }

  /// Receives the available bytes without opening them; nil if there are none, and 0 at the end.
  /// The rest of an incomplete record is received immediately, up to `restOfRecord` bytes.
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

  /// Opens the received bytes, and returns whether there is a reply to send.
  mutating func openFresh(
    at moment: @autoclosure () -> UnixTime, _ keep: (TLS.Session) -> Void
  ) throws(TLSError) -> Bool {
    guard isFresh else { return false }
    try open(at: moment(), keep)
    return isSending
  }

  /// Opens the received bytes, calls `keep` with each ticket, and handles new keys.
  mutating func open(
    at moment: UnixTime, _ keep: (TLS.Session) -> Void
  ) throws(TLSError) {
    // Bytes before an error are still the server's, and are read first.
    defer { inputCount = client.applicationDataCount }
    while true {
      switch try client.next(at: moment) {
      case .applicationData: continue
      case .session(let session): keep(session)
      // A complete handshake requests nothing more from the session.
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

  /// Passes the opened bytes to `body`, and drops the ones it has read.
  mutating func read<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, Result)
  ) throws(Failure) -> Result {
    let (consumed, result) = try client.withApplicationData(body)
    if consumed > 0 { client.consumeApplicationData(consumed) }
    inputCount -= consumed
    return result
  }

  /// Seals a part of a buffer, unless earlier sealed bytes wait.
  mutating func seal(_ buffer: SendBuffer) throws(TLSError) {
    guard sealedCount == 0, buffer.isPending else { return }
    let parts = buffer.parts(atMost: Self.batchByteCount)
    try client.send(
      buffer.before.span.extracting(parts.before), buffer.piece.span.extracting(parts.piece),
      buffer.after.span.extracting(parts.after))
    sealedCount = parts.count
  }

  /// Sends the sealed bytes that are accepted immediately; returns false if some are left.
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

  /// Sends the sealed bytes that are accepted immediately, and returns the number of bytes of a
  /// buffer that have been sent since the last call; nil if some are left.
  mutating func flushBuffer(to lower: Transport) throws(NetError) -> Int? {
    try flush(to: lower) ? takeSentCount() : nil
  }

  /// Returns the number of bytes of a buffer that have been sent since the last call.
  mutating func takeSentCount() -> Int {
    defer { sealedCount = 0 }
    return sealedCount
  }
}
