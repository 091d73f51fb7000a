import ApusX509
import Testing

/// Names of the nine forms. RFC 5280 section 4.2.1.6.
@Suite struct GeneralNameTests {
  @Test func `a written general name of every form is read back unchanged`() throws {
    let value = try X509.SubjectAlternativeName(Sample.everyName())
    let der = value.der
    #expect(try X509.SubjectAlternativeName(der.span) == value)
    #expect(
      value.names.map(\.description) == [
        "other:1.3.6.1.4.1.311.20.2.3=#0c0178", "email:a@b.example", "DNS:*.b.example",
        "X400:#3000", "directory:CN=d, DC=example", "EDI:#a1030c0179", "URI:https://b.example/",
        "IP:192.0.2.1", "IP:2001:db8::1", "registered:2.5.29.32.0",
      ])
  }

  @Test(arguments: ["81 01 80", "82 02 61ff", "86 01 c3"])
  func `a general name with non-ASCII text is rejected`(_ name: String) throws {
    let list = Hex.encode(tlv(0x30, try bytes(of: name)))
    let error = try X509.SubjectAlternativeName.refusal(list)
    guard case .malformed(.value(.subjectAlternativeName), .invalidCharacter) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(throws: X509Error.invalidText(.invalidCharacter(at: 1, in: .ia5String))) {
      try X509.IA5Text("aé")
    }
  }

  @Test(arguments: [0, 3, 5, 8, 15, 17])
  func `an IP address of other than 4 or 16 octets in a general name is rejected`(_ count: Int)
    throws
  {
    let list = tlv(0x30, tlv(0x87, [UInt8](repeating: 1, count: count)))
    guard
      case .broken(.addressByteCount, _, at: 2) = try X509.SubjectAlternativeName.refusal(
        Hex.encode(list))
    else { return #expect(Bool(false), "\(count) octets") }
  }

  @Test(arguments: [
    "30 06 89 04 c0 00 02 01", "30 02 89 00", "30 02 a2 00", "30 02 04 00", "30 02 87 00",
    "30 02 a9 00",
  ])
  func `a general name with an undefined tag is rejected`(_ hex: String) throws {
    #expect(try X509.SubjectAlternativeName.refusal(hex) != nil)
  }

  @Test func `an empty list or an overlong list of general names is rejected`() throws {
    #expect(
      try X509.SubjectAlternativeName.refusal("3000")
        == .broken(.notEmpty, .value(.subjectAlternativeName), at: 2))
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.SubjectAlternativeName([]) }
    let limit = X509.GeneralName.listLimit
    let most = tlv(0x30, (0..<limit).flatMap { _ in [0x82, 0] as [UInt8] })
    #expect(try X509.SubjectAlternativeName(most.span).names.count == limit)
    let more = tlv(0x30, (0...limit).flatMap { _ in [0x82, 0] as [UInt8] })
    #expect(throws: X509Error.tooMany(.value(.subjectAlternativeName), limit: limit)) {
      try X509.SubjectAlternativeName(more.span)
    }
    let name = X509.GeneralName.registeredID(.anyPolicy)
    #expect(throws: X509Error.self) {
      try X509.SubjectAlternativeName([X509.GeneralName](repeating: name, count: limit + 1))
    }
  }

  @Test func `the value of an otherName must be exactly one DER value`() throws {
    #expect(throws: X509Error.self) { try X509.OtherName(.anyPolicy, value: []) }
    #expect(throws: X509Error.self) { try X509.OtherName(.anyPolicy, value: [5, 0, 5, 0]) }
    #expect(try X509.OtherName(.anyPolicy, value: [5, 0]).value == [5, 0])
    // Without its value, with two, and with trailing bytes.
    for hex in [
      "30 07 a0 05 06 03 55 1d 20", "30 0d a0 0b 06 03 55 1d 20 a0 04 05 00 05 00",
      "30 0d a0 0b 06 03 55 1d 20 a0 02 05 00 05 00",
    ] {
      #expect(try X509.SubjectAlternativeName.refusal(hex) != nil)
    }
  }

  @Test func `control characters in general names are shown as escapes`() throws {
    let name = X509.GeneralName.dns(try X509.IA5Text("a\u{1b}[2J\u{0}.example"))
    #expect(name.description == #"DNS:a\u{1b}[2J\u{0}.example"#)
  }
}
