internal import ApusBytes
internal import ApusNet
internal import ApusTLS

/// The TLS client of a connection, with its buffers of received, decrypted and encrypted bytes.
///
/// All methods are mutating, so each step needs only one check of exclusive access.
struct ProtectedRecords: ~Copyable {
  var client: TLS.Client
  /// A Boolean value that indicates whether the buffer contains received bytes that are still
  /// encrypted.
  private(set) var isFresh = false
  /// A Boolean value that indicates whether the server has sent a close_notify alert.
  private(set) var isEnded = false
  /// A Boolean value that indicates whether the lower transport accepts no more bytes.
  private(set) var isMute = false
  /// The number of encrypted bytes of a send buffer that have not been sent.
  private(set) var sealedCount = 0
  /// The number of decrypted bytes that have not been read.
  private(set) var inputCount = 0

  /// The maximum number of bytes to encrypt at a time: four TLS records of the maximum length.
  static let batchByteCount = 4 << 14

  init(_ client: consuming TLS.Client) { self.client = client }

  /// A Boolean value that indicates whether encrypted bytes wait to be sent.
  var isSending: Bool { !isMute && client.hasOutgoing }

  /// A Boolean value that indicates whether received bytes wait to be decrypted or read.
  var hasInput: Bool { isFresh || inputCount > 0 }

  /// A Boolean value that indicates whether all buffers are empty and the TLS connection is open.
  var isAtRest: Bool { inputCount == 0 && !isEnded && !isMute && sealedCount == 0 }

  /// Records that the TLS handshake is complete.
  ///
  /// The last handshake bytes and the first request are sent in one system call.
  mutating func endHandshake() { isFresh = client.partialByteCount > 0 }

  /// Receives the available bytes without decrypting them, and returns their number. Returns `nil`
  /// if no bytes are available, and 0 at the end of the input. The rest of an incomplete record is
  /// received immediately, up to `restOfRecord` bytes.
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

  /// Decrypts the received bytes, and returns whether the TLS client must send a reply.
  mutating func openFresh(
    at moment: @autoclosure () -> UnixTime, _ keep: (TLS.Session) -> Void
  ) throws(TLSError) -> Bool {
    guard isFresh else { return false }
    try open(at: moment(), keep)
    return isSending
  }

  /// Decrypts the received bytes, calls `keep` with each session ticket, and handles key updates.
  mutating func open(
    at moment: UnixTime, _ keep: (TLS.Session) -> Void
  ) throws(TLSError) {
    // Valid bytes that the server sent before an error are read first.
    defer { inputCount = client.applicationDataCount }
    while true {
      switch try client.next(at: moment) {
      case .applicationData: continue
      case .session(let session): keep(session)
      // These handshake steps cannot occur after a complete handshake.
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

  /// Passes the decrypted bytes to `body`, and drops the bytes that `body` has read.
  mutating func read<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, Result)
  ) throws(Failure) -> Result {
    let (consumed, result) = try client.withApplicationData(body)
    if consumed > 0 { client.consumeApplicationData(consumed) }
    inputCount -= consumed
    return result
  }

  /// Encrypts the next bytes of a send buffer after all earlier encrypted bytes were sent.
  mutating func seal(_ buffer: SendBuffer) throws(TLSError) {
    guard sealedCount == 0, buffer.isPending else { return }
    let parts = buffer.parts(atMost: Self.batchByteCount)
    try client.send(
      buffer.before.span.extracting(parts.before), buffer.piece.span.extracting(parts.piece),
      buffer.after.span.extracting(parts.after))
    sealedCount = parts.count
  }

  /// Sends the encrypted bytes that the lower transport accepts without waiting. Returns `false` if
  /// unsent bytes remain.
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

  /// Sends the encrypted bytes that the lower transport accepts without waiting. Returns the number
  /// of send buffer bytes that were sent since the last call, or `nil` if unsent bytes remain.
  mutating func flushBuffer(to lower: Transport) throws(NetError) -> Int? {
    try flush(to: lower) ? takeSentCount() : nil
  }

  /// Returns the number of send buffer bytes that were sent since the last call.
  mutating func takeSentCount() -> Int {
    defer { sealedCount = 0 }
    return sealedCount
  }
}
