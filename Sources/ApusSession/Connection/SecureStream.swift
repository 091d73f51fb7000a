internal import ApusBytes
internal import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS
internal import ApusX509

/// The protected side of a connection: seals what goes over its socket, and opens what comes.
///
/// It belongs to the connection, and is used by whoever has that. What arrives goes from the socket
/// straight to where it is opened, and from there to the reader of HTTP. A plain connection has
/// none.
final class SecureStream {
  let socket: Socket
  /// Who was asked.
  private let host: CanonicalHost
  var client: TLS.Client
  /// What the session would show to a server that asks who it is.
  private let certificate: X509.Certificate?
  /// What the handshake has come to, once it is complete.
  var secured: HTTPSession.SecuredConnection?
  /// Whether the server has answered a request, and so has taken the client for good enough.
  var hasAnswered = false
  private let tickets: Tickets
  /// Whether the server has said that it sends nothing more.
  private(set) var isEnded = false
  /// What went wrong for good.
  private(set) var failure: HTTPSessionError.Reason?
  /// Whether bytes have come that were not opened.
  private var isFresh = false
  /// Whether the socket takes nothing more.
  private var isMute = false
  /// How much of what is framed has been sealed, and waits to be sent.
  private var sealedCount = 0
  /// How much of the server's waits to be read.
  private(set) var inputCount = 0

  /// How much is sealed at once: four records of the longest.
  static let batchByteCount = 4 << 14
  /// How much memory a connection may keep while it waits or rests: enough to seal the head of the
  /// next request in. What is received goes to memory that has just been freed, which is still in
  /// the cache.
  static let restingCapacity = 1_024

  init(
    _ socket: Socket, _ client: consuming TLS.Client, host: CanonicalHost,
    showing certificate: X509.Certificate?, _ tickets: Tickets
  ) {
    self.socket = socket
    self.host = host
    self.client = client
    self.certificate = certificate
    self.tickets = tickets
  }

  /// Who was asked, and the address that answered.
  var server: String { Self.serverText(host, socket) }

  /// The same of a connection that there is no protection for yet.
  static func serverText(_ host: CanonicalHost, _ socket: Socket) -> String {
    "\(host) (\(socket.peer))"
  }

  /// What time it is.
  static var now: TLS.Moment {
    TLS.Moment(millisecondsSinceEpoch: WallClock.millisecondsSinceEpoch)
  }
}

// MARK: Receiving

// What is done with the client in one step is done in a function of its own that has it lent: each
// use of a class's property is watched at run time, and that costs more than many a step.
extension SecureStream {
  /// Receives what is there, and opens nothing of it yet; nil if nothing is, and 0 at the end.
  func receiveNow(atMost room: Int) throws(NetError) -> Int? {
    if isEnded { return 0 }
    let count = try Self.receive(room, restOfRecord: 1 << 15, into: &client, socket)
    if let count, count > 0 { isFresh = true }
    return count
  }

  /// Receives what is there, and no more than a part of a record if that is longer.
  func receivePart(atMost room: Int) throws(NetError) -> Int? {
    let count = try Self.receive(room, restOfRecord: 0, into: &client, socket)
    if let count, count > 0 { isFresh = true }
    return count
  }

  /// Receives what is there; the rest of a record that has begun is taken at once.
  private static func receive(
    _ room: Int, restOfRecord: Int, into client: inout TLS.Client, _ socket: Socket
  ) throws(NetError) -> Int? {
    let room = client.partialByteCount > 0 ? max(room, restOfRecord) : room
    var count: Int?
    try client.receive(atMost: room) { (bytes) throws(NetError) in
      count = try socket.receiveNow(into: &bytes)
    }
    return count
  }

  /// Notes that the handshake is complete.
  ///
  /// What it has left to send is sealed and goes out with the first request, in one call of the
  /// kernel.
  func endHandshake() { isFresh = client.partialByteCount > 0 }

  /// Opens what has been received; tickets and new keys are dealt with.
  ///
  /// What has come before an error is the server's word all the same, and is read first.
  func open() throws(HTTPSessionError.Reason) {
    if let failure {
      guard inputCount > 0 else { throw failure }
      return
    }
    guard isFresh else { return }
    let opened: Opened
    do throws(TLSError) {
      opened = try Self.open(&client, tickets)
    } catch {
      inputCount = client.applicationDataCount
      let reason = fail(error)
      guard inputCount > 0 else { throw reason }
      return
    }
    isFresh = false
    inputCount = opened.inputCount
    if opened.isEnd { isEnded = true }
    if opened.mustAnswer { _ = try? flush() }
  }

  /// What has come of what was received.
  private struct Opened {
    let inputCount: Int
    let isEnd: Bool
    let mustAnswer: Bool
  }

  private static func open(
    _ client: inout TLS.Client, _ tickets: Tickets
  ) throws(TLSError) -> Opened {
    let moment = now
    while true {
      let isEnd: Bool
      switch try client.next(at: moment) {
      case .applicationData: continue
      case .session(let session):
        tickets.keep(session)
        continue
      // Nobody is asked anything once the handshake is complete.
      case .needsInput, .certificates, .signing, .connected: isEnd = false
      case .closed: isEnd = true
      }
      return Opened(
        inputCount: client.applicationDataCount, isEnd: isEnd, mustAnswer: client.hasOutgoing)
    }
  }

  /// Lends what was opened to `body`, and drops as much of it as that says.
  func readInput<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, Result)
  ) throws(Failure) -> Result {
    let (consumed, result) = try Self.read(&client, body)
    inputCount -= consumed
    return result
  }

  private static func read<Result, Failure: Error>(
    _ client: inout TLS.Client,
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, Result)
  ) throws(Failure) -> (consumed: Int, Result) {
    let (consumed, result) = try client.withApplicationData(body)
    if consumed > 0 { client.consumeApplicationData(consumed) }
    return (consumed, result)
  }

  /// Ends the connection for an error, and tells the server why if it can be told at once.
  func fail(_ error: TLSError) -> HTTPSessionError.Reason {
    let reason = HTTPSessionError.Reason.tls(fault(error, isHandshake: false))
    failure = reason
    _ = try? flush()
    return reason
  }

  /// An error of this connection, with what is known of who the client is.
  func fault(_ error: TLSError, isHandshake: Bool) -> HTTPSessionError.TLSFault {
    HTTPSessionError.TLSFault(
      error: error, server: server, isHandshake: isHandshake,
      clientAuthentication: hasAnswered ? .notRequested : client.clientAuthentication,
      clientCertificate: certificate)
  }

  /// What it means that the first request went unanswered: a server that has asked for a
  /// certificate and got none may close without a word, and in TLS 1.3 it does so only then.
  func explained(
    _ reason: HTTPSessionError.Reason, _ failure: StaleReplay.Failure
  ) -> HTTPSessionError.Reason {
    guard failure.isPeerGone, !failure.hasHeard, !hasAnswered, !isEnded,
      client.clientAuthentication == .declined
    else { return reason }
    return .tls(fault(.truncated, isHandshake: false))
  }

  /// Whether something has come that was not read, opened or not.
  var hasInput: Bool { isFresh || inputCount > 0 }

  /// Takes in what came while nothing was asked; false unless it was tickets and keys alone.
  func absorb() -> Bool {
    do {
      for _ in 0..<Self.absorbedAtMost {
        guard let count = try receiveNow(atMost: 4_096) else { return isGood }
        try open()
        guard count > 0, isGood else { return false }
      }
    } catch {
      return false
    }
    return false
  }

  /// Whether another request may follow.
  var isGood: Bool { inputCount == 0 && !isEnded && failure == nil && !isMute && sealedCount == 0 }

  /// How many times a resting connection is read from in a row.
  private static let absorbedAtMost = 16
}

// MARK: Sending

extension SecureStream {
  /// Whether something was sealed that was not sent.
  var isSending: Bool { !isMute && client.hasOutgoing }

  /// Seals some of what is framed, unless what was sealed before waits.
  func seal(_ outgoing: Outgoing) {
    guard sealedCount == 0, outgoing.isPending, failure == nil else { return }
    let parts = outgoing.parts(atMost: Self.batchByteCount)
    do throws(TLSError) {
      try client.send(
        outgoing.before.span.extracting(parts.before), outgoing.piece.span.extracting(parts.piece),
        outgoing.after.span.extracting(parts.after))
      sealedCount = parts.count
    } catch {
      _ = fail(error)
    }
  }

  /// Seals bytes that are no part of a request.
  func seal(_ bytes: Span<UInt8>) throws(HTTPSessionError.Reason) {
    do throws(TLSError) { try client.send(bytes) } catch { throw fail(error) }
  }

  /// Sends what the kernel takes at once of what was sealed; false if some of it is left.
  func flush() throws(NetError) -> Bool {
    guard !isMute else { return true }
    do throws(NetError) {
      return try Self.flush(&client, to: socket)
    } catch {
      isMute = true
      throw error
    }
  }

  private static func flush(
    _ client: inout TLS.Client, to socket: Socket
  ) throws(NetError) -> Bool {
    while client.hasOutgoing {
      var sent = 0
      try client.sendOutgoing { (bytes) throws(NetError) in
        sent = try socket.sendNow(bytes)
        return sent
      }
      if sent == 0 { return false }
    }
    return true
  }

  /// How much of what is framed has been sent since this was asked last.
  func takeSentCount() -> Int {
    defer { sealedCount = 0 }
    return sealedCount
  }

  /// Forgets what is sealed of a request whose rest is not sent.
  func forgetRequest() { sealedCount = 0 }

  /// Says that nothing more is sent, if the kernel takes that at once.
  ///
  /// RFC 8446 section 6.1.
  func sayGoodbye() {
    client.close()
    _ = try? flush()
  }

  /// Gives up memory that a connection at rest need not keep, and sends the end of a handshake.
  func rest() {
    _ = try? flush()
    client.releaseMemory(above: Self.restingCapacity)
  }
}
