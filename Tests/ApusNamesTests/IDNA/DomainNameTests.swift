import ApusBytes
import ApusNames
import Testing

/// RFC 1123 section 2.1 and RFC 1035 section 2.3.4.
@Suite struct DomainNameTests {
  @Test(arguments: [
    ("example.com", "example.com"), ("EXAMPLE.Com", "example.com"), ("localhost", "localhost"),
    ("a", "a"), ("3com.com", "3com.com"), ("1.2.3.4a", "1.2.3.4a"), ("a.0xg", "a.0xg"),
    ("_dmarc.example.com", "_dmarc.example.com"), ("my_host", "my_host"),
    ("r3---sn-4g5e.example.com", "r3---sn-4g5e.example.com"), ("1.example", "1.example"),
  ])
  func `upper-case letters of a domain name are converted to lower case`(
    text: String, canonical: String
  ) throws {
    let name = try DomainName(text)
    #expect(name.bytes == Array(canonical.utf8))
    #expect(name.description == canonical)
  }

  @Test func `a domain name keeps its trailing dot, but equality ignores the dot`() throws {
    let plain = try DomainName("example.com")
    let absolute = try DomainName("Example.COM.")
    #expect(absolute.hasTrailingDot && !plain.hasTrailingDot)
    #expect(absolute.bytes == plain.bytes)
    #expect(absolute == plain)
    #expect(Set([absolute, plain]).count == 1)
    #expect(absolute.description == "example.com.")
  }

  @Test(arguments: [".", "..", ".a", "a..b", "a..", ".."])
  func `a domain name with an empty label, such as a..b, is rejected`(text: String) {
    #expect {
      try DomainName(text)
    } throws: { error in
      if case .emptyLabel = error as? NameError { true } else { false }
    }
  }

  @Test func `the error for an invalid domain name contains the label number or the byte`() {
    #expect(throws: NameError.empty) { try DomainName("") }
    #expect(throws: NameError.emptyLabel(label: 1)) { try DomainName("a..b") }
    #expect(throws: NameError.hyphenAtEdge(label: 0)) { try DomainName("-a.b") }
    #expect(throws: NameError.hyphenAtEdge(label: 1)) { try DomainName("a.b-") }
    #expect(throws: NameError.hyphenAtEdge(label: 1)) { try DomainName("a.-.b") }
    #expect(throws: NameError.invalidByte(at: 3, byte: 0x25)) { try DomainName("a.b%2Fc") }
  }

  @Test func `a byte that is not a letter, digit, hyphen, underscore or dot is rejected`() {
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.".utf8)
    for byte in UInt8(0)...0x7f {
      let text: [UInt8] = [0x61, byte, 0x61]
      if allowed.contains(byte) {
        #expect(throws: Never.self) { try DomainName(text.span) }
      } else {
        #expect(throws: NameError.invalidByte(at: 1, byte: byte)) { try DomainName(text.span) }
      }
    }
  }

  @Test(arguments: ["1", "123.", "a.1", "a.0", "a.0x", "a.0X1f", "a.0xdeadbeef.", "0x7f000001"])
  func `a domain name whose last label is a decimal or 0x number is rejected`(text: String) {
    #expect {
      try DomainName(text)
    } throws: { error in
      if case .numericLastLabel = error as? NameError { true } else { false }
    }
  }

  @Test func `a label of 63 bytes is accepted, and a label of 64 bytes is rejected`() throws {
    let label = String(repeating: "a", count: 63)
    #expect(try DomainName("x.\(label).y").bytes.count == 67)
    #expect(throws: NameError.labelTooLong(label: 1, count: 64, limit: 63)) {
      try DomainName("x.\(label)a.y")
    }
  }

  @Test func `a domain name of 253 bytes is accepted, and a name of 254 bytes is rejected`() throws
  {
    let label = String(repeating: "a", count: 63)
    let longest = "\(label).\(label).\(label).\(label.dropLast(2))"
    #expect(longest.utf8.count == 253)
    #expect(try DomainName(longest).bytes.count == 253)
    #expect(try DomainName(longest + ".").bytes.count == 253)
    #expect(throws: NameError.nameTooLong(count: 254, limit: 253)) {
      try DomainName(longest + "a")
    }
    #expect(throws: NameError.nameTooLong(count: 254, limit: 253)) {
      try DomainName(longest + "a.")
    }
  }

  @Test func `the labels of a domain name are byte ranges from left to right`() throws {
    let name = try DomainName("www.example.com.")
    #expect(name.labels == [0..<3, 4..<11, 12..<15])
    #expect(try DomainName("com").labels == [0..<3])
  }

  @Test func `www.example.com is a subdomain of example.com, but badexample.com is not`() throws {
    let parent = try DomainName("example.com")
    #expect(try DomainName("www.EXAMPLE.com").isSubdomain(of: parent))
    #expect(try DomainName("a.b.example.com.").isSubdomain(of: parent))
    for other in ["example.com", "badexample.com", "com", "www.example.com.au", "www.example.org"] {
      #expect(try !DomainName(other).isSubdomain(of: parent))
    }
  }
}
