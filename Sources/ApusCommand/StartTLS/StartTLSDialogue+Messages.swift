/// The STARTTLS state machine for protocols whose messages are XML elements or binary.
extension StartTLSDialogue {
  /// Returns the opening tag of an XMPP stream. RFC 6120 section 4.7.
  static func streamHead(to host: String) -> [UInt8] {
    // The host needs no XML escape, because a host name or address contains no special XML
    // characters.
    Array(
      ("<?xml version='1.0'?><stream:stream xmlns='jabber:client' "
        + "xmlns:stream='http://etherx.jabber.org/streams' to='\(host)' version='1.0'>").utf8)
  }

  /// Returns the length of the XMPP features element or of the first element of the server's
  /// acceptance. The result is `nil` if the element is not yet complete.
  static func elementLength(
    in input: [UInt8], _ state: State
  ) throws(StartTLSFault) -> Int? {
    guard state == .goAhead else {
      return end(of: "</stream:features>", in: input) ?? end(of: "</stream:stream>", in: input)
    }
    guard let first = input.firstIndex(of: 0x3e) else { return nil }
    guard first > 0, input[first - 1] != 0x2f else { return first + 1 }
    // If the XML element is not self-closing, it ends with a closing tag.
    let name = input[1..<first].prefix { $0 != 0x20 }
    return end(of: "</\(String(decoding: name, as: UTF8.self))>", in: input)
  }

  /// Returns the client's next action after an element of an XMPP server. RFC 6120 section 5.4.
  mutating func afterXMPP(_ message: [UInt8]) throws(StartTLSFault) -> Action {
    guard state == .goAhead else {
      guard Self.end(of: "</stream:features>", in: message) != nil else {
        throw .rejected(Self.shown(message))
      }
      guard Self.end(of: "<starttls", in: message) != nil else { throw .notOffered }
      state = .goAhead
      return .send(Array("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>".utf8))
    }
    guard message.starts(with: "<proceed".utf8) else { throw .rejected(Self.shown(message)) }
    return .upgrade(sending: [])
  }

  private static func end(of text: String, in bytes: [UInt8]) -> Int? {
    let text = Array(text.utf8)
    guard bytes.count >= text.count else { return nil }
    return (0...bytes.count - text.count).first { bytes[$0...].starts(with: text) }
      .map { $0 + text.count }
  }

  /// The LDAP extended request for StartTLS with the message ID 1.
  ///
  ///     ExtendedRequest ::= [APPLICATION 23] SEQUENCE {
  ///          requestName      [0] LDAPOID,
  ///          requestValue     [1] OCTET STRING OPTIONAL }
  ///
  /// RFC 4511 sections 4.12 and 4.14.1.
  static let ldapRequest: [UInt8] =
    [0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16] + Array("1.3.6.1.4.1.1466.20037".utf8)

  /// Reads the header of a BER element with a definite length. The result is `nil` if the header is
  /// not yet complete.
  ///
  /// Some servers write lengths with more bytes than DER allows. RFC 4511 section 5.1.
  private static func element(
    in input: ArraySlice<UInt8>
  ) throws(StartTLSFault) -> (tag: UInt8, content: Range<Int>)? {
    guard input.count >= 2 else { return nil }
    let start = input.startIndex
    let first = input[start + 1]
    guard first >= 0x80 else { return (input[start], start + 2..<start + 2 + Int(first)) }
    let count = Int(first & 0x7f)
    guard 1...4 ~= count else { throw .malformed(expected: "a message with a definite length") }
    guard input.count >= 2 + count else { return nil }
    // The length has at most four bytes, so the sum cannot overflow.
    let length = input[(start + 2)..<(start + 2 + count)].reduce(0) { $0 << 8 | Int($1) }
    guard length <= byteLimit else { throw .tooLong(limit: byteLimit) }
    return (input[start], start + 2 + count..<start + 2 + count + length)
  }

  static func ldapLength(in input: [UInt8]) throws(StartTLSFault) -> Int? {
    guard let message = try element(in: input[...]) else { return nil }
    guard message.tag == 0x30 else { throw .malformed(expected: "an LDAP message") }
    return message.content.upperBound <= input.count ? message.content.upperBound : nil
  }

  /// Returns the client's next action after the response of an LDAP server. The first field of the
  /// response is the result code, and 0 means success.
  ///
  ///     ExtendedResponse ::= [APPLICATION 24] SEQUENCE {
  ///          COMPONENTS OF LDAPResult,
  ///          responseName     [10] LDAPOID OPTIONAL,
  ///          responseValue    [11] OCTET STRING OPTIONAL }
  ///
  /// RFC 4511 section 4.12.
  static func afterLDAP(_ message: [UInt8]) throws(StartTLSFault) -> Action {
    let expected = StartTLSFault.malformed(expected: "a response to the request for TLS")
    guard let whole = try element(in: message[...]) else { throw expected }
    var rest = message[whole.content]
    guard rest.starts(with: [0x02, 0x01, 0x01]) else { throw expected }
    rest = rest.dropFirst(3)
    guard let response = try element(in: rest), response.tag == 0x78,
      response.content.upperBound == message.count
    else { throw expected }
    let result = message[response.content]
    guard result.starts(with: [0x0a, 0x01]), result.count > 2 else { throw expected }
    let code = result[result.startIndex + 2]
    guard code == 0 else { throw .rejected("result code \(code)") }
    return .upgrade(sending: [])
  }

  /// The SSLRequest message of the PostgreSQL protocol, which consists of its length and a number
  /// in place of a version.
  static let postgresRequest: [UInt8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]

  /// Returns the client's next action after the response of a PostgreSQL server, which is `S` for
  /// TLS or `N` if the server has no TLS.
  static func afterPostgres(_ message: [UInt8]) throws(StartTLSFault) -> Action {
    switch message.first {
    case 0x53: return .upgrade(sending: [])
    case 0x4e: throw .notOffered
    case 0x45: throw .rejected("an error message of PostgreSQL")
    default: throw .malformed(expected: "the letter S or N")
    }
  }

  /// Returns the next action after the initial handshake of a MySQL server with protocol version
  /// 10. The action sends the request for TLS.
  ///
  /// The MySQL server sends no acceptance, so TLS begins directly after the request.
  static func afterMySQL(_ message: [UInt8]) throws(StartTLSFault) -> Action {
    let payload = message.dropFirst(4)
    guard message[3] == 0, let version = payload.first else {
      throw .malformed(expected: "an initial handshake of MySQL")
    }
    guard version != 0xff else { throw .rejected(shown(Array(payload.dropFirst(3)))) }
    // The payload contains the version name, a zero, a four-byte number, an eight-byte nonce and a
    // further zero.
    guard version == 10, let zero = payload.firstIndex(of: 0), message.count >= zero + 16 else {
      throw .malformed(expected: "an initial handshake of MySQL")
    }
    let flags = UInt16(message[zero + 14]) | UInt16(message[zero + 15]) << 8
    guard flags & 0x0800 != 0 else { throw .notOffered }
    // The request declares protocol 4.1, TLS, secure authentication, packets of at most 16 MiB and
    // UTF-8.
    let request: [UInt8] = [0x00, 0x8a, 0, 0, 0, 0, 0, 1, 0x21] + [UInt8](repeating: 0, count: 23)
    return .upgrade(sending: [0x20, 0, 0, 1] + request)
  }
}
