/// The STARTTLS state machine for protocols whose messages are lines.
extension StartTLSDialogue {
  /// A reply line of SMTP or FTP, which begins with a code. A hyphen after the code means that more
  /// lines follow.
  ///
  ///     reply-line = 3DIGIT [ ( SP / "-" ) text ] CRLF
  ///
  /// RFC 5321 section 4.2 and RFC 959 section 4.2.
  private struct Reply {
    let code: Int
    let isLast: Bool
    let text: ArraySlice<UInt8>

    init(_ line: [UInt8]) throws(StartTLSFault) {
      let digits = line.prefix(3)
      guard digits.count == 3, digits.allSatisfy({ $0 &- 0x30 < 10 }),
        line.count == 3 || line[3] == 0x20 || line[3] == 0x2d
      else { throw .malformed(expected: "a reply with a code of three digits") }
      code = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
      isLast = line.count == 3 || line[3] == 0x20
      text = line.dropFirst(4)
    }
  }

  /// Returns the client's next action after a line of an SMTP server. RFC 3207 section 4.
  mutating func afterSMTP(_ line: [UInt8]) throws(StartTLSFault) -> Action {
    let reply = try Reply(line)
    let expected = state == .capabilities ? 250 : 220
    guard reply.code == expected else { throw .rejected(Self.shown(line)) }
    if state == .capabilities, Self.isWord("STARTTLS", reply.text) { isOffered = true }
    guard reply.isLast else { return .wait }
    switch state {
    case .greeting:
      state = .capabilities
      return .send(Array("EHLO localhost\r\n".utf8))
    case .capabilities:
      guard isOffered else { throw .notOffered }
      state = .goAhead
      return .send(Array("STARTTLS\r\n".utf8))
    case .goAhead: return .upgrade(sending: [])
    }
  }

  /// Returns the client's next action after a line of an FTP server. RFC 4217 section 4.
  ///
  /// The lines in the middle of an FTP reply need no code. RFC 959 section 4.2.
  mutating func afterFTP(_ line: [UInt8]) throws(StartTLSFault) -> Action {
    let expected = state == .greeting ? 220 : 234
    if isInsideReply {
      if let reply = try? Reply(line), reply.isLast, reply.code == expected {
        isInsideReply = false
      }
    } else {
      let reply = try Reply(line)
      guard reply.code == expected else { throw .rejected(Self.shown(line)) }
      isInsideReply = !reply.isLast
    }
    guard !isInsideReply else { return .wait }
    guard state == .greeting else { return .upgrade(sending: []) }
    state = .goAhead
    return .send(Array("AUTH TLS\r\n".utf8))
  }

  /// Returns the client's next action after a line of an NNTP server. RFC 4642 section 2.2.
  mutating func afterNNTP(_ line: [UInt8]) throws(StartTLSFault) -> Action {
    let code = try Reply(line).code
    guard state == .greeting ? code == 200 || code == 201 : code == 382 else {
      throw .rejected(Self.shown(line))
    }
    guard state == .greeting else { return .upgrade(sending: []) }
    state = .goAhead
    return .send(Array("STARTTLS\r\n".utf8))
  }

  /// Returns the client's next action after a line of a POP3 server. RFC 2595 section 4.
  mutating func afterPOP3(_ line: [UInt8]) throws(StartTLSFault) -> Action {
    guard Self.begins(line, with: "+OK") else { throw .rejected(Self.shown(line)) }
    guard state == .greeting else { return .upgrade(sending: []) }
    state = .goAhead
    return .send(Array("STLS\r\n".utf8))
  }

  /// Returns the client's next action after a line of an IMAP server. RFC 9051 section 6.2.1.
  mutating func afterIMAP(_ line: [UInt8]) throws(StartTLSFault) -> Action {
    switch state {
    case .greeting, .capabilities:
      guard Self.begins(line, with: "* OK") else { throw .rejected(Self.shown(line)) }
      state = .goAhead
      return .send(Array("a1 STARTTLS\r\n".utf8))
    case .goAhead:
      if Self.begins(line, with: "* "), !Self.begins(line, with: "* BYE") { return .wait }
      guard Self.begins(line, with: "a1 OK") else { throw .rejected(Self.shown(line)) }
      return .upgrade(sending: [])
    }
  }

  /// Returns the client's next action after a line of a ManageSieve server, which lists its
  /// capabilities and then sends a response.
  ///
  /// RFC 5804 sections 1.7 and 2.2.
  mutating func afterSieve(_ line: [UInt8]) throws(StartTLSFault) -> Action {
    for word in ["NO", "BYE"] where Self.begins(line, with: word) {
      throw .rejected(Self.shown(line))
    }
    switch state {
    case .greeting, .capabilities:
      if Self.isWord("\"STARTTLS\"", line[...]) { isOffered = true }
      guard Self.begins(line, with: "OK") else {
        guard line.first == 0x22 else { throw .malformed(expected: "a list of capabilities") }
        return .wait
      }
      guard isOffered else { throw .notOffered }
      state = .goAhead
      return .send(Array("STARTTLS\r\n".utf8))
    case .goAhead:
      guard Self.begins(line, with: "OK") else { throw .rejected(Self.shown(line)) }
      return .upgrade(sending: [])
    }
  }

  /// Returns whether a line begins with an ASCII word, without regard to letter case.
  private static func begins(_ line: [UInt8], with word: String) -> Bool {
    isWord(word, line.prefix(word.utf8.count))
      && line.dropFirst(word.utf8.count).first
        .map { $0 == 0x20 || word.utf8.last == 0x20 } ?? true
  }

  /// Returns whether the bytes equal an ASCII word, without regard to letter case.
  private static func isWord(_ word: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 { 0x61...0x7a ~= byte ? byte & 0xdf : byte }
    return bytes.map(folded) == word.utf8.map(folded)
  }
}
