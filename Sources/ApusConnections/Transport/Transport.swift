internal import ApusAuthentication
internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

/// A transport of bytes to and from a server: in clear text, or protected over another transport.
///
/// The cases are final classes, so that the most frequent operations cost a branch and a call.
enum Transport {
  case plain(PlainTransport)
  case tls(TLSTransport)

  /// Creates a transport in clear text over a channel.
  init(_ channel: Channel) { self = .plain(PlainTransport(channel)) }

  /// The channel at the bottom.
  var channel: Channel {
    switch self {
    case .plain(let plain): plain.channel
    case .tls(let tls): tls.channel
    }
  }

  /// The address of the channel's peer.
  var peer: SocketAddress { channel.peer }

  /// The facts of the handshake; nil in clear text.
  var secured: Connections.SecuredConnection? {
    switch self {
    case .plain: nil
    case .tls(let tls): tls.secured
    }
  }

  /// Returns the host and the address of the server, as errors show them.
  func server(_ origin: HTTP.Origin) -> String { "\(origin.host) (\(peer))" }
}

// MARK: Receiving

extension Transport {
  /// A Boolean value that indicates whether received bytes were not read yet.
  var hasInput: Bool {
    switch self {
    case .plain(let plain): !plain.input.isEmpty
    case .tls(let tls): tls.hasInput
    }
  }

  /// The number of bytes that can be read immediately.
  var inputCount: Int {
    switch self {
    case .plain(let plain): plain.input.count
    case .tls(let tls): tls.inputCount
    }
  }

  /// Receives the available bytes; nil if there are none, and 0 at the end.
  func receiveNow(atMost room: Int) throws(NetError) -> Int? {
    switch self {
    case .plain(let plain): try plain.receiveNow(atMost: room)
    case .tls(let tls): try tls.receiveNow(atMost: room)
    }
  }

  /// Makes the received bytes readable.
  func open() throws(ConnectionError) {
    if case .tls(let tls) = self { try tls.open() }
  }

  /// Passes the readable bytes to `body`, drops the ones it has read, and appends the content that
  /// it returns.
  func read<Step, Failure: Error>(
    into content: inout [UInt8],
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, content: Range<Int>?, Step)
  ) throws(Failure) -> Step {
    switch self {
    case .plain(let plain): try plain.read(into: &content, body)
    case .tls(let tls): try tls.read(into: &content, body)
    }
  }

  /// Passes the readable bytes to `body`.
  func withInput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    switch self {
    case .plain(let plain): plain.input.withBytes(body)
    case .tls(let tls): tls.withInput(body)
    }
  }

  /// Takes all readable bytes; nil if there are none.
  func takeInput() -> [UInt8]? {
    switch self {
    case .plain(let plain): plain.takeInput()
    case .tls(let tls): tls.takeInput()
    }
  }

  /// A Boolean value that indicates whether the peer has ended its side before the channel has
  /// ended.
  var hasEnded: Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.isEnded
    }
  }

  /// The meaning of the channel's end: without close_notify, the content may be truncated.
  ///
  /// RFC 9112 section 9.8.
  var ending: HTTP.Ending {
    switch self {
    case .plain: .clean
    case .tls(let tls): tls.isEnded ? .clean : .truncated
    }
  }

  /// Checks that the stream ends with close_notify.
  func receiveEnd() throws(ConnectionError) {
    if case .tls(let tls) = self { try tls.receiveEnd() }
  }

  /// The permanent failure, if there is one.
  var failure: ConnectionError? {
    switch self {
    case .plain: nil
    case .tls(let tls): tls.failure
    }
  }
}

// MARK: Sending

extension Transport {
  /// A Boolean value that indicates whether bytes wait to be sent that are not part of a buffer.
  var isSending: Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.isSending
    }
  }

  /// Sends the bytes that are accepted immediately: returns the number of content bytes, or nil if
  /// none are accepted now.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    switch self {
    case .plain(let plain): try plain.send(&buffer)
    case .tls(let tls): try tls.send(&buffer)
    }
  }

  /// Sends bytes that are not part of a request, and returns when the kernel has accepted them.
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

  /// Sends a secret that is not part of a request; in clear text, it is sent directly from its
  /// memory, so that no copy remains.
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

  /// Drops the count of a sealed request whose rest is not sent.
  func forgetRequest() {
    if case .tls(let tls) = self { tls.forgetRequest() }
  }

  /// The socket over which the kernel can send files, if the transport is in clear text.
  var fileSocket: Socket? {
    guard case .plain(let plain) = self, case .socket(let socket) = plain.channel else {
      return nil
    }
    return socket
  }
}

// MARK: Resting and closing

extension Transport {
  /// A Boolean value that indicates whether another request may follow.
  var isGood: Bool {
    switch self {
    case .plain(let plain): plain.input.isEmpty
    case .tls(let tls): tls.isGood
    }
  }

  /// Handles bytes that arrived while the connection was idle; returns false unless they belong to
  /// the transport itself.
  func absorb() -> Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.absorb()
    }
  }

  /// Releases memory that an idle connection need not keep.
  func rest() {
    switch self {
    case .plain(let plain): plain.rest()
    case .tls(let tls): tls.rest()
    }
  }

  /// Sends close_notify if that is possible immediately.
  func sayGoodbye() {
    if case .tls(let tls) = self { tls.sayGoodbye() }
  }

  /// Records that the server has responded to a request, and so has accepted the client.
  func noteAnswer() {
    if case .tls(let tls) = self { tls.hasAnswered = true }
  }

  /// Returns the error of a failed request, with the better explanation of the transport if it has
  /// one.
  func explained(
    _ reason: ConnectionError, hasHeard: Bool
  ) -> ConnectionError {
    switch self {
    case .plain: reason
    case .tls(let tls): tls.explained(reason, hasHeard: hasHeard)
    }
  }
}
