internal import ApusAuthentication
internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

/// A transport of bytes to and from a server, either in clear text or encrypted over another
/// transport.
///
/// The cases of the enumeration contain final classes, so most calls need no dynamic dispatch.
enum Transport {
  case plain(PlainTransport)
  case tls(TLSTransport)

  /// Creates a clear-text transport over a socket or pipe.
  init(_ channel: Channel) { self = .plain(PlainTransport(channel)) }

  /// The socket or pipe at the lowest layer of the transport.
  var channel: Channel {
    switch self {
    case .plain(let plain): plain.channel
    case .tls(let tls): tls.channel
    }
  }

  /// The address of the peer at the lowest layer of the transport.
  var peer: SocketAddress { channel.peer }

  /// The result of the TLS handshake. The value is `nil` for a connection in clear text.
  var secured: Connections.SecuredConnection? {
    switch self {
    case .plain: nil
    case .tls(let tls): tls.secured
    }
  }

  /// Returns the host and the address of the server as text for error messages.
  func server(_ origin: HTTP.Origin) -> String { "\(origin.host) (\(peer))" }
}

// MARK: Receiving

extension Transport {
  /// A Boolean value that indicates whether received bytes wait to be read.
  var hasInput: Bool {
    switch self {
    case .plain(let plain): !plain.input.isEmpty
    case .tls(let tls): tls.hasInput
    }
  }

  /// The number of received bytes that can be read without waiting.
  var inputCount: Int {
    switch self {
    case .plain(let plain): plain.input.count
    case .tls(let tls): tls.inputCount
    }
  }

  /// Receives the available bytes into the buffer, and returns their number. Returns `nil` if no
  /// bytes are available, and 0 at the end of the input.
  func receiveNow(atMost room: Int) throws(NetError) -> Int? {
    switch self {
    case .plain(let plain): try plain.receiveNow(atMost: room)
    case .tls(let tls): try tls.receiveNow(atMost: room)
    }
  }

  /// Makes the received bytes readable, and decrypts them if needed.
  func open() throws(ConnectionError) {
    if case .tls(let tls) = self { try tls.open() }
  }

  /// Passes the readable bytes to `body`, drops the bytes that `body` has read, and appends the
  /// returned content.
  func read<Step, Failure: Error>(
    into content: inout [UInt8],
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, content: Range<Int>?, Step)
  ) throws(Failure) -> Step {
    switch self {
    case .plain(let plain): try plain.read(into: &content, body)
    case .tls(let tls): try tls.read(into: &content, body)
    }
  }

  /// Calls `body` with the readable bytes, and does not remove the bytes.
  func withInput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    switch self {
    case .plain(let plain): plain.input.withBytes(body)
    case .tls(let tls): tls.withInput(body)
    }
  }

  /// Removes and returns all readable bytes. Returns `nil` if no bytes are available.
  func takeInput() -> [UInt8]? {
    switch self {
    case .plain(let plain): plain.takeInput()
    case .tls(let tls): tls.takeInput()
    }
  }

  /// A Boolean value that indicates whether the peer has ended the TLS stream. The socket may still
  /// be open.
  var hasEnded: Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.isEnded
    }
  }

  /// The meaning of a closed connection. Without a close_notify alert, the response content may be
  /// truncated.
  ///
  /// RFC 9112 section 9.8.
  var ending: HTTP.Ending {
    switch self {
    case .plain: .clean
    case .tls(let tls): tls.isEnded ? .clean : .truncated
    }
  }

  /// Checks that an encrypted stream ends with a close_notify alert.
  func receiveEnd() throws(ConnectionError) {
    if case .tls(let tls) = self { try tls.receiveEnd() }
  }

  /// The permanent error of the transport. The value is `nil` if the transport has not failed.
  var failure: ConnectionError? {
    switch self {
    case .plain: nil
    case .tls(let tls): tls.failure
    }
  }
}

// MARK: Sending

extension Transport {
  /// A Boolean value that indicates whether encrypted bytes wait to be sent.
  var isSending: Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.isSending
    }
  }

  /// Sends the bytes that the socket accepts without waiting. Returns the number of sent body
  /// bytes, or `nil` if the socket accepts no bytes.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    switch self {
    case .plain(let plain): try plain.send(&buffer)
    case .tls(let tls): try tls.send(&buffer)
    }
  }

  /// Sends bytes that are not part of a request, and returns when the kernel has accepted the
  /// bytes.
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

  /// Sends a secret that is not part of a request. A clear-text transport sends the secret directly
  /// from its memory, so no copy remains.
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

  /// Resets the count of sent bytes after the request was stopped.
  func forgetRequest() {
    if case .tls(let tls) = self { tls.forgetRequest() }
  }

  /// The socket over which the kernel can send files. The value is `nil` if the transport is
  /// encrypted or has no socket.
  var fileSocket: Socket? {
    guard case .plain(let plain) = self, case .socket(let socket) = plain.channel else {
      return nil
    }
    return socket
  }
}

// MARK: Resting and closing

extension Transport {
  /// A Boolean value that indicates whether the connection can serve another request.
  var isGood: Bool {
    switch self {
    case .plain(let plain): plain.input.isEmpty
    case .tls(let tls): tls.isGood
    }
  }

  /// Handles bytes that arrived while the connection was idle. Returns `false` if the bytes contain
  /// more than TLS session tickets and key updates.
  func absorb() -> Bool {
    switch self {
    case .plain: false
    case .tls(let tls): tls.absorb()
    }
  }

  /// Releases buffer memory that an idle connection does not need.
  func rest() {
    switch self {
    case .plain(let plain): plain.rest()
    case .tls(let tls): tls.rest()
    }
  }

  /// Sends a close_notify alert if the alert can be sent without waiting.
  func sayGoodbye() {
    if case .tls(let tls) = self { tls.sayGoodbye() }
  }

  /// Records that the server has responded to a request, and has thus accepted the client.
  func noteAnswer() {
    if case .tls(let tls) = self { tls.hasAnswered = true }
  }

  /// Returns the error of a failed request. A TLS transport may replace the error by a more
  /// specific TLS error.
  func explained(
    _ reason: ConnectionError, hasHeard: Bool
  ) -> ConnectionError {
    switch self {
    case .plain: reason
    case .tls(let tls): tls.explained(reason, hasHeard: hasHeard)
    }
  }
}
