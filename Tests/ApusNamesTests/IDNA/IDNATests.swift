import ApusNames
import Testing

/// UTS 46, and the ways to make one name look like another.
@Suite struct IDNATests {
  @Test(arguments: [
    "bücher.example", "Bücher.Example", "BÜCHER.EXAMPLE", "bu\u{308}cher.example",
    "BU\u{308}CHER.example", "xn--bcher-kva.example", "XN--BCHER-KVA.example", "bücher。example",
    "bücher．example", "bücher｡example", "b\u{ad}ücher.example", "ｂücher.example",
  ])
  func `every Unicode spelling of a host name has the same ASCII form`(text: String) throws {
    let name = try DomainName(text)
    #expect(name.description == "xn--bcher-kva.example")
    #expect(name.unicodeDescription == "bücher.example")
    #expect(try CanonicalHost(text) == CanonicalHost("xn--bcher-kva.example"))
    #expect(try Set([name, DomainName("xn--bcher-kva.example.")]).count == 1)
  }

  @Test(arguments: [
    ("faß.de", "xn--fa-hia.de"), ("FASS.de", "fass.de"), ("ςσ.gr", "xn--3xac.gr"),
    ("example。com", "example.com"), ("Ⅷ.example", "viii.example"),
    ("\u{212a}.example", "k.example"),
    ("ｅｘａｍｐｌｅ.com", "example.com"), ("😀.la", "xn--e28h.la"), ("例え.jp。", "xn--r8jz45g.jp."),
    ("r3---sn.é", "r3---sn.xn--9ca"), ("my_host.é", "my_host.xn--9ca"),
    ("한국.kr", "xn--3e0b707e.kr"),
    ("ı.tr", "xn--cfa.tr"), ("İ.tr", "xn--i-9bb.tr"),
  ])
  func `host names are mapped by the nontransitional processing of UTS 46`(
    text: String, ascii: String
  )
    throws
  {
    #expect(try DomainName(text).description == ascii)
  }

  @Test(arguments: [
    "xn--", "xn--a-", "xn--example-", "XN--Localhost-", "a.xn--com-", "xn---", "xn----",
  ])
  func `an A-label (xn--) that encodes only ASCII text is rejected`(text: String) {
    #expect {
      try DomainName(text)
    } throws: { error in
      switch error as? NameError {
      case .noncanonicalPunycode, .malformedPunycode, .hyphenAtEdge: true
      default: false
      }
    }
  }

  @Test(arguments: [
    ("xn--a!-cja", 0x21), ("xn--bcher-kva/", 0x2f), ("example.com／evil.com", 0xff0f),
    ("example.com％2fé", 0xff05), ("a＠b", 0xff20), ("a？b", 0xff1f), ("a＃b", 0xff03), ("a：b", 0xff1a),
    ("℀.example", 0x2100), ("a\u{202e}b", 0x202e), ("a\u{2028}b", 0x2028), ("é b", 0x20),
    ("é\u{0}", 0), ("é%2F", 0x25), ("é\\", 0x5c), ("é/\u{301}", 0x2f), ("é\r\n", 0x0d),
    ("⒈com", 0x2488),
    ("é=", 0x3d), ("a\u{fffd}", 0xfffd), ("xn--hz2n.com", 0x2f800),
  ])
  func `no Unicode scalar maps to an ASCII character that is invalid in host names`(
    text: String, scalar: UInt32
  ) {
    #expect {
      try CanonicalHost(text)
    } throws: { error in
      guard case .disallowedScalar(_, let found) = error as? NameError else { return false }
      return found == scalar
    }
  }

  @Test(arguments: ["１２７.０.０.１", "127.0.0.１", "a.１", "①.②.③.④", "0ｘ7f000001", "1。2。3。4"])
  func `a Unicode name that maps to a number or an IP address is rejected`(text: String) {
    #expect {
      try CanonicalHost(text)
    } throws: { error in
      if case .numericLastLabel = error as? NameError { true } else { false }
    }
  }

  @Test func `the error for an invalid Unicode name contains the label and the scalar`() {
    let cases: [(String, NameError)] = [
      ("\u{ad}", .empty), ("é..b", .emptyLabel(label: 1)), ("é。。", .emptyLabel(label: 1)),
      ("a.\u{301}b", .leadingMark(label: 1, scalar: 0x301)), ("a.-é", .hyphenAtEdge(label: 1)),
      ("é-", .hyphenAtEdge(label: 0)), ("aé--b", .reservedHyphens(label: 0)),
      ("a.xn--é", .malformedPunycode(label: 1)), ("xn--a-é", .malformedPunycode(label: 0)),
      ("xn--9", .malformedPunycode(label: 0)), ("xn--\u{ad}", .noncanonicalPunycode(label: 0)),
      ("a\u{200d}é", .misplacedJoiner(label: 0, scalar: 0x200d)),
      ("a。b／", .disallowedScalar(label: 1, scalar: 0xff0f)),
      ("xn--e-xbb", .noncanonicalPunycode(label: 0)),
    ]
    for (text, expected) in cases {
      #expect(throws: expected, "\(text)") { try DomainName(text) }
    }
  }

  static let malformed: [(bytes: [UInt8], at: Int)] = [
    ([0x61, 0xff], 1), ([0xc3], 0), ([0x61, 0xc3, 0x2e], 1), ([0xc0, 0xaf], 0),
    ([0xed, 0xa0, 0x80], 0),
    ([0xf4, 0x90, 0x80, 0x80], 0), ([0x80], 0),
  ]

  @Test(arguments: malformed)
  func `a host name with invalid UTF-8 is rejected with the byte position`(bytes: [UInt8], at: Int)
  {
    #expect(throws: NameError.invalidUTF8(at: at)) { try DomainName(bytes.span) }
  }

  @Test func `an A-label of 63 bytes is accepted, and an A-label of 64 bytes is rejected`() throws {
    let label = String(repeating: "a", count: 55) + "é"
    let name = try DomainName(label)
    #expect(name.bytes.count == 63)
    #expect(try DomainName(name.description) == name)
    #expect(throws: NameError.labelTooLong(label: 0, count: 64, limit: 63)) {
      try DomainName("a" + label)
    }
    #expect(throws: NameError.labelTooLong(label: 0, count: 64, limit: 63)) {
      try DomainName(String(repeating: "é", count: 60))
    }
    #expect(throws: NameError.labelTooLong(label: 0, count: 64, limit: 63)) {
      try DomainName(name.description + "a")
    }
  }

  @Test func `a host name text of 1,024 bytes is accepted, and a longer text is rejected`() throws {
    let padding = String(repeating: "\u{ad}", count: 511)
    #expect(try DomainName(padding + "é").description == "xn--9ca")
    #expect(throws: NameError.nameTooLong(count: 1025, limit: 1024)) {
      try DomainName(padding + "éa")
    }
    let label = String(repeating: "é", count: 20) + "."
    #expect(throws: NameError.self) { try DomainName(String(repeating: label, count: 24)) }
  }

  @Test func `damaged Unicode names never crash, and each parsed name parses to itself`() {
    for sample in ["Bu\u{308}cher。example", "xn--bcher-kva.נאמ", "한क\u{94d}\u{200d}ष.ﬀ"] {
      let bytes = Array(sample.utf8)
      for count in bytes.indices { expectStable(Array(bytes[..<count])) }
      for index in bytes.indices {
        for byte in UInt8.min...UInt8.max {
          var changed = bytes
          changed[index] = byte
          expectStable(changed)
        }
      }
    }
  }

  private func expectStable(_ bytes: [UInt8]) {
    guard let name = try? DomainName(bytes.span) else { return }
    #expect((try? DomainName(name.description))?.description == name.description)
    #expect((try? DomainName(name.unicodeDescription))?.description == name.description)
    #expect(name.bytes.allSatisfy { $0 < 0x80 })
  }
}
