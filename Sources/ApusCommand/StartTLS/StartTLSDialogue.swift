import ApusBytes

/// The dialogue in clear text at whose end TLS begins; a machine without a socket.
struct StartTLSDialogue {
  /// The next action of the client.
  enum Action: Equatable {
    /// To receive more.
    case wait
    /// To send bytes, and receive more.
    case send([UInt8])
    /// To send bytes, if there are any, and begin the handshake.
    case upgrade(sending: [UInt8])
  }

  /// The response that the client waits for.
  enum State {
    case greeting, capabilities, goAhead
  }

  /// The number of bytes that a server may send before TLS.
  static let byteLimit = 16_384

  let application: StartTLS
  /// The name of the server, which some protocols send.
  let host: String
  var state = State.greeting
  /// A Boolean value that indicates whether the server has named TLS among its capabilities.
  var isOffered = false
  /// A Boolean value that indicates whether the last line of a reply is missing.
  var isInsideReply = false
  private var input: [UInt8] = []
  private var receivedCount = 0

  init(_ application: StartTLS, host: String) {
    self.application = application
    self.host = host
    // These servers are silent until the client has sent its request.
    if application == .postgres || application == .ldap { state = .goAhead }
    if application == .xmpp { state = .capabilities }
  }

  /// The bytes that the client sends before it receives any.
  var opening: [UInt8] {
    switch application {
    case .smtp, .imap, .pop3, .ftp, .nntp, .sieve, .mysql: []
    case .xmpp: Self.streamHead(to: host)
    case .ldap: Self.ldapRequest
    case .postgres: Self.postgresRequest
    }
  }

  /// Takes bytes of the server.
  mutating func receive(_ bytes: [UInt8]) throws(StartTLSFault) -> Action {
    receivedCount += bytes.count
    guard receivedCount <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
    input += bytes
    while let message = try nextMessage() {
      switch try action(after: message) {
      case .wait: continue
      case .send(let bytes):
        // A server of IMAP may send untagged lines at any time.
        guard input.isEmpty || application == .imap else {
          throw .injected(byteCount: input.count)
        }
        return .send(bytes)
      case .upgrade(let bytes):
        guard input.isEmpty else { throw .injected(byteCount: input.count) }
        return .upgrade(sending: bytes)
      }
    }
    return .wait
  }

  /// Takes the next whole message out of the received bytes; nil if it is not there yet.
  private mutating func nextMessage() throws(StartTLSFault) -> [UInt8]? {
    switch application {
    case .smtp, .imap, .pop3, .ftp, .nntp, .sieve:
      guard let end = input.firstIndex(of: 0x0a) else { return nil }
      guard end > 0, input[end - 1] == 0x0d else {
        throw .malformed(expected: "a line that ends with CR and LF")
      }
      return take(end + 1).dropLast(2)
    case .xmpp: return try Self.elementLength(in: input, state).map { take($0) }
    case .ldap: return try Self.ldapLength(in: input).map { take($0) }
    case .postgres: return input.isEmpty ? nil : take(1)
    case .mysql:
      guard input.count >= 4 else { return nil }
      let count = Int(input[0]) | Int(input[1]) << 8 | Int(input[2]) << 16
      guard count <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
      return input.count >= 4 + count ? take(4 + count) : nil
    }
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { input.removeFirst(count) }
    return Array(input.prefix(count))
  }

  private mutating func action(after message: [UInt8]) throws(StartTLSFault) -> Action {
    switch application {
    case .smtp: try afterSMTP(message)
    case .imap: try afterIMAP(message)
    case .pop3: try afterPOP3(message)
    case .ftp: try afterFTP(message)
    case .nntp: try afterNNTP(message)
    case .sieve: try afterSieve(message)
    case .xmpp: try afterXMPP(message)
    case .ldap: try Self.afterLDAP(message)
    case .postgres: try Self.afterPostgres(message)
    case .mysql: try Self.afterMySQL(message)
    }
  }

  /// Returns a line of the server for an error.
  static func shown(_ line: [UInt8]) -> String { ForeignText.escaped(line, limit: 200) }
}
