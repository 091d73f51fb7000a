import Testing

@testable import ApusCommand

/// The dialogues in clear text, without a socket.
@Suite struct StartTLSDialogueTests {
  /// Conducts a dialogue with the pieces of each turn, and returns all that the client has sent.
  private static func conduct(
    _ application: StartTLS, _ turns: [ScriptedServer.Turn], byteByByte: Bool = false
  ) throws -> (sent: [[UInt8]], isUpgraded: Bool) {
    var dialogue = StartTLSDialogue(application, host: "127.0.0.1")
    var sent = dialogue.opening.isEmpty ? [] : [dialogue.opening]
    for turn in turns {
      for piece in byteByByte ? turn.sent.map({ [$0] }) : [turn.sent] {
        switch try dialogue.receive(piece) {
        case .wait: continue
        case .send(let bytes): sent.append(bytes)
        case .upgrade(let bytes):
          if !bytes.isEmpty { sent.append(bytes) }
          return (sent, true)
        }
      }
    }
    return (sent, false)
  }

  private static func fault(
    _ application: StartTLS, _ turns: [ScriptedServer.Turn]
  ) -> StartTLSFault? {
    do {
      _ = try conduct(application, turns)
      return nil
    } catch {
      return error as? StartTLSFault
    }
  }

  @Test(arguments: StartTLS.allCases)
  func `STARTTLS succeeds even if the server sends its responses byte by byte`(
    _ application: StartTLS
  ) throws {
    let turns = StartTLSScript.turns(application)
    let expected = turns.map(\.expected).filter { !$0.isEmpty }
    for byteByByte in [false, true] {
      let result = try Self.conduct(application, turns, byteByByte: byteByByte)
      #expect(result.isUpgraded && result.sent == expected)
    }
  }

  @Test(arguments: StartTLS.allCases)
  func `a truncated STARTTLS response never starts TLS, and a wrong byte never traps`(
    _ application: StartTLS
  ) throws {
    let turns = StartTLSScript.turns(application)
    let last = try #require(turns.lastIndex { !$0.sent.isEmpty })
    for count in turns[last].sent.indices {
      var cut = Array(turns[...last])
      cut[last] = ScriptedServer.Turn(cut[last].expected, Array(cut[last].sent.prefix(count)))
      #expect(try Self.conduct(application, cut).isUpgraded == false, "\(count) bytes")
    }
    for place in turns[last].sent.indices {
      for byte: UInt8 in [0, 0x0a, 0x20, 0x2d, 0x3e, 0x7f, 0x84, 0xff] {
        var changed = Array(turns[...last])
        var sent = changed[last].sent
        sent[place] = byte
        changed[last] = ScriptedServer.Turn(changed[last].expected, sent)
        _ = try? Self.conduct(application, changed)
      }
    }
  }

  @Test(arguments: StartTLS.allCases)
  func `bytes that follow the STARTTLS acceptance are reported as injected`(_ application: StartTLS)
    throws
  {
    var turns = StartTLSScript.turns(application)
    let last = try #require(turns.lastIndex { !$0.sent.isEmpty })
    turns[last] = ScriptedServer.Turn(turns[last].expected, turns[last].sent + [0x16, 3, 1])
    #expect(Self.fault(application, turns) == .injected(byteCount: 3))
  }

  @Test(arguments: StartTLS.allCases)
  func `a server that sends endless text before STARTTLS is rejected`(_ application: StartTLS)
    throws
  {
    var dialogue = StartTLSDialogue(application, host: "a.example")
    let limit = StartTLSDialogue.byteLimit
    let piece = application == .mysql ? [0xff, 0xff, 0] : Array("x".utf8)
    let bytes = (piece + [UInt8](repeating: 0x20, count: limit))
    #expect(throws: StartTLSFault.self) { _ = try dialogue.receive(bytes) }
  }

  @Test func `a server without STARTTLS and a rejected STARTTLS have different errors`() {
    func turn(_ text: String) -> ScriptedServer.Turn { ScriptedServer.Turn("", text) }
    let greeting = turn("220 a\r\n")
    #expect(Self.fault(.smtp, [greeting, turn("250-a\r\n250 XSTARTTLS\r\n")]) == .notOffered)
    #expect(
      Self.fault(.smtp, [turn("554 no service\r\n")]) == .rejected("554 no service"))
    #expect(Self.fault(.ftp, [greeting, turn("502 no\r\n")]) == .rejected("502 no"))
    #expect(Self.fault(.imap, [turn("* BYE no\r\n")]) == .rejected("* BYE no"))
    #expect(Self.fault(.imap, [turn("* OK\r\n"), turn("a1 NO\r\n")]) == .rejected("a1 NO"))
    #expect(Self.fault(.imap, [turn("* PREAUTH a\r\n")]) == .rejected("* PREAUTH a"))
    #expect(Self.fault(.pop3, [turn("-ERR\r\n")]) == .rejected("-ERR"))
    #expect(Self.fault(.nntp, [turn("400 no\r\n")]) == .rejected("400 no"))
    #expect(Self.fault(.sieve, [turn("\"SIEVE\" \"\"\r\nOK\r\n")]) == .notOffered)
    #expect(Self.fault(.sieve, [turn("BYE\r\n")]) == .rejected("BYE"))
    #expect(
      Self.fault(.xmpp, [turn("<stream:stream><stream:features></stream:features>")])
        == .notOffered)
    #expect(
      Self.fault(.xmpp, [turn("<stream:error/></stream:stream>")])
        == .rejected("<stream:error/></stream:stream>"))
    #expect(
      Self.fault(.xmpp, StartTLSScript.turns(.xmpp).dropLast() + [turn("<failure/>")])
        == .rejected("<failure/>"))
    #expect(
      Self.fault(.ldap, [.init([], [0x30, 8, 2, 1, 1, 0x78, 3, 0x0a, 1, 2])])
        == .rejected("result code 2"))
    #expect(Self.fault(.postgres, [turn("N")]) == .notOffered)
    #expect(Self.fault(.postgres, [turn("E")]) == .rejected("an error message of PostgreSQL"))
    #expect(
      Self.fault(.mysql, [.init([], StartTLSScript.mySQLGreeting(flags: 0xf7))]) == .notOffered)
    #expect(
      Self.fault(.mysql, [.init([], [5, 0, 0, 0, 0xff, 0x69, 4, 0x6e, 0x6f])]) == .rejected("no"))
  }

  @Test func `a STARTTLS line without CR and LF or without a valid code is rejected`() {
    for text in ["220 a\n", "22x a\r\n", "hello\r\n", "220a\r\n"] {
      guard case .malformed = Self.fault(.smtp, [ScriptedServer.Turn("", text)]) else {
        Issue.record("\(text)")
        continue
      }
    }
  }
}
