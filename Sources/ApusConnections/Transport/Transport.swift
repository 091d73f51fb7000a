internal import ApusAuthentication
internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

/// How bytes go to a server and come from it: in clear text, or protected over another transport.
///
/// The cases are final classes, so that what a request does most costs a branch and a call.
enum Transport {
  case plain(PlainTransport)
  case tls(TLSTransport)

  /// A transport in clear text over a channel.
  init(_ channel: Channel) { self = .plain(PlainTransport(channel)) }

  /// What carries the bytes at the bottom.
  var channel: Channel {
    switch self {
    case .plain(let plain): plain.channel
    case .tls(let tls): tls.channel
    }
  }

  /// Who is at the other end of the channel.
  var peer: SocketAddress { channel.peer }

  /// What the handshake has come to, where the transport is protected.
  var secured: Connections.SecuredConnection? {
    switch self {
    case .plain: nil
    case .tls(let tls): tls.secured
    }
  }

  /// Who was asked, and the address that answered, as errors show it.
  func server(_ origin: HTTP.Origin) -> String { "\(origin.host) (\(peer))" }
}

// MARK: Receiving

extension Transport {
  /// Whether something has come that was not read.
  var hasInput: Bool {
    switch self {
    case .plain(let plain): !plain.input.isEmpty
    case .tls(let tls): tls.hasInput
    }
  }

  /// How many bytes can be read at once.
  var inputCount: Int {
    switch self {
    case .plain(let plain): plain.input.count
    case .tls(let tls): tls.inputCount
    }
  }

  /// Receives what is there; nil if nothing is, and 0 at the end.
  func receiveNow(atMost room: Int) throws(NetError) -> Int? {
    switch self {
    case .plain(let plain): try plain.receiveNow(atMost: room)
    case .tls(let tls): try tls.receiveNow(atMost: room)
    }
  }

  /// Makes readable what has been received.
  func open() throws(ConnectionError) {
    if case .tls(let tls) = self { try tls.open() }
  }

  /// Lends what can be read to `body`, drops what that has read, and appends what it says is
  /// content.
  func read<Step, Failure: Error>(
    into content: inout [UInt8],
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, content: Range<Int>?, Step)
  ) throws(Failure) -> Step {
    switch self {
    case .plain(let plain): try plain.read(into: &content, body)
    case .tls(let tls): try tls.read(into: &content, body)
    }
  }

  /// Lends what can be read.
  func withInput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    switch self {
    case .plain(let plain): plain.input.withBytes(body)
    case .tls(let tls): tls.withInput(body)
    }
  }

  /// Takes all that can be read; nil if there is nothing.
  func takeInput() -> [UInt8]? {
    switch self {
    case .plain(let plain): plain.takeInput()
    case .tls(let tls): tls.takeInput()
    }
  }

  /// Whether the peer has said that it sends nothing more, before the channel has ended.
  var hasEnded: Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.isEnded
    }
  }

  /// What the end of the channel means: without close_notify it is not known whether that is all.
  ///
  /// RFC 9112 section 9.8.
  var ending: HTTP.Ending {
    switch self {
    case .plain: .clean
    case .tls(let tls): tls.isEnded ? .clean : .truncated
    }
  }

  /// Checks that the stream ends where the peer has said that it does.
  func receiveEnd() throws(ConnectionError) {
    if case .tls(let tls) = self { try tls.receiveEnd() }
  }

  /// What went wrong for good.
  var failure: ConnectionError? {
    switch self {
    case .plain: nil
    case .tls(let tls): tls.failure
    }
  }
}

// MARK: Sending

extension Transport {
  /// Whether something waits to be sent that is no part of a buffer.
  var isSending: Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.isSending
    }
  }

  /// Sends what is taken at once: how much content was sent, or nil if nothing is taken now.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    switch self {
    case .plain(let plain): try plain.send(&buffer)
    case .tls(let tls): try tls.send(&buffer)
    }
  }

  /// Sends bytes that are no part of a request, and returns when the kernel has taken them.
  func send(_ bytes: [UInt8], _ deadlines: Deadlines) async throws(ConnectionError) {
    var buffer = SendBuffer()
    buffer.piece = bytes
    while buffer.isPending || isSending {
      do throws(NetError) {
        if try send(&buffer) != nil, failure == nil { continue }
        if failure == nil {
          try await channel.wait(for: .output, .send, until: deadlines.deadline(.idle))
        }
      } catch {
        throw failure ?? deadlines.error(error, in: .idle)
      }
      if let failure { throw failure }
    }
  }

  /// Sends a secret that is no part of a request: in clear text from where it stands, so that no
  /// copy of it is left behind.
  func send(
    _ secret: Authentication.Secret, _ deadlines: Deadlines
  ) async throws(ConnectionError) {
    guard case .plain(let plain) = self else {
      return try await send(secret.withBytes { $0.copy() }, deadlines)
    }
    let count = secret.withBytes { $0.count }
    var sent = 0
    do throws(NetError) {
      while sent < count {
        let now = try secret.withBytes { (bytes) throws(NetError) in
          try plain.channel.sendNow(bytes, from: sent)
        }
        sent += now
        if now == 0 {
          try await channel.wait(for: .output, .send, until: deadlines.deadline(.idle))
        }
      }
    } catch {
      throw deadlines.error(error, in: .idle)
    }
  }

  /// Forgets what is sealed of a request whose rest is not sent.
  func forgetRequest() {
    if case .tls(let tls) = self { tls.forgetRequest() }
  }

  /// The socket by which the kernel can send files, where nothing stands between the two.
  var fileSocket: Socket? {
    guard case .plain(let plain) = self, case .socket(let socket) = plain.channel else {
      return nil
    }
    return socket
  }
}

// MARK: Resting and closing

extension Transport {
  /// Whether another request may follow.
  var isGood: Bool {
    switch self {
    case .plain(let plain): plain.input.isEmpty
    case .tls(let tls): tls.isGood
    }
  }

  /// Takes in what came while nothing was asked; false unless it was the transport's own.
  func absorb() -> Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.absorb()
    }
  }

  /// Gives up memory that a connection at rest need not keep.
  func rest() {
    switch self {
    case .plain(let plain): plain.rest()
    case .tls(let tls): tls.rest()
    }
  }

  /// Says that nothing more is sent, if that is taken at once.
  func sayGoodbye() {
    if case .tls(let tls) = self { tls.sayGoodbye() }
  }

  /// Notes that the server has answered a request, and so has taken the client for good enough.
  func noteAnswer() {
    if case .tls(let tls) = self { tls.hasAnswered = true }
  }

  /// What it means that a request has failed, in the transport's words where it has better ones.
  func explained(
    _ reason: ConnectionError, hasHeard: Bool
  ) -> ConnectionError {
    switch self {
    case .plain: reason
    case .tls(let tls): tls.explained(reason, hasHeard: hasHeard)
    }
  }
}
