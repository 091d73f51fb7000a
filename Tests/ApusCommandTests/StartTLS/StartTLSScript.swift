@testable import ApusCommand

/// The turns of a well-behaved server of each protocol.
enum StartTLSScript {
  typealias Turn = ScriptedServer.Turn

  static func turns(_ application: StartTLS, host: String = "127.0.0.1") -> [Turn] {
    switch application {
    case .smtp:
      [
        Turn("", "220-a.example ESMTP\r\n220 ready\r\n"),
        Turn("EHLO localhost\r\n", "250-a.example\r\n250-SIZE 1\r\n250-StartTLS\r\n250 HELP\r\n"),
        Turn("STARTTLS\r\n", "220 go ahead\r\n"),
      ]
    case .imap:
      [
        Turn("", "* OK [CAPABILITY IMAP4rev2 STARTTLS] ready\r\n"),
        Turn("a1 STARTTLS\r\n", "* CAPABILITY IMAP4rev2\r\na1 OK begin\r\n"),
      ]
    case .pop3: [Turn("", "+OK ready <1@a>\r\n"), Turn("STLS\r\n", "+OK\r\n")]
    case .ftp:
      [
        Turn("", "220-welcome\r\n  230 users\r\n220 ready\r\n"),
        Turn("AUTH TLS\r\n", "234 proceed\r\n"),
      ]
    case .nntp: [Turn("", "201 no posting\r\n"), Turn("STARTTLS\r\n", "382 continue\r\n")]
    case .sieve:
      [
        Turn("", "\"IMPLEMENTATION\" \"a\"\r\n\"STARTTLS\"\r\nOK \"ready\"\r\n"),
        Turn("STARTTLS\r\n", "OK \"begin\"\r\n"),
      ]
    case .xmpp:
      [
        Turn(
          "<?xml version='1.0'?><stream:stream xmlns='jabber:client' "
            + "xmlns:stream='http://etherx.jabber.org/streams' to='\(host)' version='1.0'>",
          "<?xml version='1.0'?><stream:stream id='1'><stream:features>"
            + "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
            + "</stream:features>"),
        Turn(
          "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
          "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"),
      ]
    case .ldap:
      [
        Turn(
          [0x30, 0x1d, 2, 1, 1, 0x77, 0x18, 0x80, 0x16] + Array("1.3.6.1.4.1.1466.20037".utf8),
          [0x30, 0x84, 0, 0, 0, 0x10, 2, 1, 1, 0x78, 0x84, 0, 0, 0, 7, 0x0a, 1, 0, 4, 0, 4, 0])
      ]
    case .postgres: [Turn([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f], [0x53])]
    case .mysql:
      [
        Turn([], mySQLGreeting(flags: 0xfe)),
        Turn(
          [0x20, 0, 0, 1, 0, 0x8a, 0, 0, 0, 0, 0, 1, 0x21] + [UInt8](repeating: 0, count: 23), []),
      ]
    }
  }

  /// The initial handshake with the upper byte of the lower flags: 8 is TLS.
  static func mySQLGreeting(flags: UInt8) -> [UInt8] {
    let payload: [UInt8] =
      [10] + Array("8.0.1".utf8) + [
        0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0xff, flags, 0x21, 2, 0,
      ]
    return [UInt8(payload.count), 0, 0, 0] + payload
  }
}
