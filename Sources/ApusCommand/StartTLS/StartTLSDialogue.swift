import ApusBytes

/// A state machine for the plain-text messages before the start of TLS (STARTTLS). The state
/// machine uses no socket.
struct StartTLSDialogue {
  /// The next action of the client before the start of TLS.
  enum Action: Equatable {
    /// The client waits for more bytes of the server.
    case wait
    /// The client sends bytes and then receives more bytes.
    case send([UInt8])
    /// The client sends bytes, if there are any, and then begins the TLS handshake.
    case upgrade(sending: [UInt8])
  }

  /// The next response that the client expects from the server.
  enum State {
    case greeting, capabilities, goAhead
  }

  /// The maximum number of bytes that a server may send before TLS.
  static let byteLimit = 16_384

  let application: StartTLS
  /// The host name of the server, which some protocols send.
  let host: String
  var state = State.greeting
  /// A Boolean value that indicates whether the server has listed TLS among its capabilities.
  var isOffered = false
  /// A Boolean value that indicates whether a reply of several lines is still incomplete.
  var isInsideReply = false
  private var input: [UInt8] = []
  private var receivedCount = 0

  init(_ application: StartTLS, host: String) {
    self.application = application
    self.host = host
    // PostgreSQL and LDAP servers send nothing before they receive the client's request.
    if application == .postgres || application == .ldap { state = .goAhead }
    if application == .xmpp { state = .capabilities }
  }

  /// The bytes that the client sends first, before the server has sent any bytes.
  var opening: [UInt8] {
    switch application {
    case .smtp, .imap, .pop3, .ftp, .nntp, .sieve, .mysql: []
    case .xmpp: Self.streamHead(to: host)
    case .ldap: Self.ldapRequest
    case .postgres: Self.postgresRequest
    }
  }

  /// Processes received bytes and returns the next action of the client.
  mutating func receive(_ bytes: [UInt8]) throws(StartTLSFault) -> Action {
    receivedCount += bytes.count
    guard receivedCount <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
    input += bytes
    while let message = try nextMessage() {
      switch try action(after: message) {
      case .wait: continue
      case .send(let bytes):
        // An IMAP server may send untagged lines at any time.
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

  /// Removes the next complete server message from the received bytes. The result is `nil` if no
  /// message is complete.
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

  /// Returns a line of the server with escaped control characters for an error message.
  static func shown(_ line: [UInt8]) -> String { ForeignText.escaped(line, limit: 200) }
}
