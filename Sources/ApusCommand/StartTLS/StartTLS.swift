/// A protocol that begins in plain text and switches to TLS at the request of the client.
enum StartTLS: String, CaseIterable, Sendable {
  case smtp, imap, pop3, ftp, nntp, sieve, xmpp, ldap, postgres, mysql

  /// The default port of the protocol, which is used if the user types no port.
  var port: UInt16 {
    switch self {
    case .smtp: 25
    case .imap: 143
    case .pop3: 110
    case .ftp: 21
    case .nntp: 119
    case .sieve: 4190
    case .xmpp: 5222
    case .ldap: 389
    case .postgres: 5432
    case .mysql: 3306
    }
  }

  /// The names of the protocols in one line.
  static let list = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The reason that a server does not switch to TLS.
enum StartTLSFault: Error, Equatable {
  /// The server does not list TLS among its capabilities.
  case notOffered
  /// The server has rejected the request for TLS. The associated value is the line or the code that
  /// the server sent.
  case rejected(String)
  /// The server has sent bytes in an invalid form. The associated value describes the expected
  /// form.
  case malformed(expected: String)
  /// The server has sent plain-text bytes after its acceptance of TLS.
  ///
  /// A client that accepts these bytes would treat them as a part of the encrypted stream.
  case injected(byteCount: Int)
  /// The server has sent more bytes before TLS than the limit allows.
  case tooLong(limit: Int)
  /// The server has closed the connection before TLS began.
  case closed
}

extension StartTLSFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .notOffered: "the server does not offer TLS (STARTTLS)"
    case .rejected(let line): "the server has rejected the request for TLS (STARTTLS): \(line)"
    case .malformed(let expected):
      "the server has sent a malformed message before TLS; the client expected "
        + "\(expected)"
    case .injected(let count):
      "the server has sent \(count) bytes of clear text after agreeing to TLS; an "
        + "attacker may have injected these bytes"
    case .tooLong(let limit):
      "the server has sent more than \(limit) bytes before the TLS handshake"
    case .closed: "the server has closed the connection before the TLS handshake"
    }
  }
}
