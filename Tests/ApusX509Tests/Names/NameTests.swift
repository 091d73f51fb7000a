import ApusX509
import Testing

/// Distinguished names. RFC 5280 section 4.1.2.4.
@Suite struct NameTests {
  private static func read(_ der: [UInt8]) throws -> X509.Name {
    var content = try Sample.content()
    content.subject = X509.Name()
    let empty = try content.certificate(signature: Sample.signature).der
    let certificate = try X509.Certificate(empty)
    let subject = certificate.subjectRange
    let tbs = certificate.signedRange
    let start = try #require(empty[tbs].firstIndex(of: 0xa0))
    let body = Array(empty[start..<subject.lowerBound]) + der
    return try X509.Certificate(
      tlv(
        0x30,
        tlv(0x30, body + empty[subject.upperBound..<tbs.upperBound])
          + empty[tbs.upperBound...])
    ).subject
  }

  private static func attribute(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
    tlv(0x30, tlv(6, type) + value)
  }

  @Test(arguments: [0x0c, 0x13, 0x14, 0x16, 0x12, 0x1a] as [UInt8])
  func `a string in a name keeps its ASN.1 type when it is written again`(_ tag: UInt8) throws {
    let der = tlv(0x30, tlv(0x31, Self.attribute([0x55, 4, 3], tlv(tag, [0x31]))))
    let name = try Self.read(der)
    #expect(name.commonName?.string == "1")
    #expect(name.commonName?.kind.tag == ASN1.Tag(.universal, UInt32(tag)))
    #expect(name.der == der)
  }

  @Test func `strings with two or four bytes per character in a name are read as text`() throws {
    let bmp = Self.attribute([0x55, 4, 3], tlv(0x1e, [0, 0xe9, 0x20, 0xac]))
    let universal = Self.attribute([0x55, 4, 10], tlv(0x1c, [0, 1, 0xf6, 0]))
    let der = tlv(0x30, tlv(0x31, bmp) + tlv(0x31, universal))
    let name = try Self.read(der)
    #expect(name.description == "CN=é€, O=\u{1F600}")
    #expect(name.der == der)
  }

  @Test func `a name attribute that is not text is written as it was read`() throws {
    let der = tlv(0x30, tlv(0x31, Self.attribute([0x55, 4, 45], [3, 2, 0, 5])))
    let name = try Self.read(der)
    #expect(name.attributes.map(\.value) == [.other([3, 2, 0, 5])])
    #expect(name.der == der)
    #expect(name.ldapString == "2.5.4.45=#03020005")
  }

  @Test func `reading keeps the attribute order of a relative distinguished name`() throws {
    let a = Self.attribute([0x55, 4, 3], tlv(0x13, [0x62]))
    let b = Self.attribute([0x55, 4, 10], tlv(0x13, [0x61]))
    let der = tlv(0x30, tlv(0x31, b + a))
    let name = try Self.read(der)
    #expect(name.der == der)
    #expect(name.description == "O=a + CN=b")
    #expect(name.matches(try Self.read(tlv(0x30, tlv(0x31, a + b)))))
    #expect(name != (try Self.read(tlv(0x30, tlv(0x31, a + b)))))
    let made = try X509.RelativeName([
      X509.Attribute(.organizationName, "a"), X509.Attribute(.commonName, "b"),
    ])
    #expect(X509.Name([made]).der == tlv(0x30, tlv(0x31, a + b)))
  }

  @Test func `a name with a character that its string type forbids is rejected`() throws {
    for value in [
      tlv(0x13, [0x61, 0x80]), tlv(0x13, [0x23]), tlv(0x0c, [0xff]), tlv(0x16, [0x80]),
    ] {
      #expect(throws: X509Error.self) {
        try Self.read(tlv(0x30, tlv(0x31, Self.attribute([0x55, 4, 3], value))))
      }
    }
    let kept = tlv(0x30, tlv(0x31, Self.attribute([0x55, 4, 10], tlv(0x13, Array("A&T*@_".utf8)))))
    #expect(try Self.read(kept).der == kept)
  }

  @Test func `a distinguished name with too many attributes is rejected`() throws {
    let limit = X509.Name.attributeLimit
    let step = tlv(0x31, Self.attribute([0x55, 4, 3], tlv(0x13, [0x61])))
    let most = (0..<limit).flatMap { _ in step }
    #expect(try Self.read(tlv(0x30, most)).steps.count == limit)
    #expect(throws: X509Error.tooMany(.subject, limit: limit)) {
      try Self.read(tlv(0x30, most + step))
    }
  }

  @Test func `a relative distinguished name with too many attributes is rejected`() throws {
    let limit = X509.RelativeName.attributeLimit
    let attribute = Self.attribute([0x55, 4, 3], tlv(0x13, [0x61]))
    let most = (0..<limit).flatMap { _ in attribute }
    #expect(try Self.read(tlv(0x30, tlv(0x31, most))).attributes.count == limit)
    #expect(throws: X509Error.tooMany(.subject, limit: limit)) {
      try Self.read(tlv(0x30, tlv(0x31, most + attribute)))
    }
    let one = X509.Attribute(.commonName, "a")
    #expect(throws: X509Error.self) {
      try X509.RelativeName([X509.Attribute](repeating: one, count: limit + 1))
    }
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.RelativeName([]) }
  }

  @Test(arguments: [
    ("Example", "example", true), ("Example  CA", " example ca ", true), ("a", "b", false),
    ("a b", "ab", false), ("é", "É", false), ("é", "é", true), ("", " ", true), ("a", "a b", false),
  ])
  func `distinguished names match regardless of case and spaces`(
    _ left: String, _ right: String, _ isMatch: Bool
  ) {
    let left = X509.Name([.commonName: left])
    let right = X509.Name([.commonName: right])
    #expect(left.matches(right) == isMatch)
    #expect(right.matches(left) == isMatch)
    #expect(left.matches(left))
  }

  @Test func `name strings of types without case folding match only by their bytes`() throws {
    func name(_ text: String, _ kind: ASN1.Text.Kind) throws -> X509.Name {
      let attribute = X509.Attribute(.commonName, .text(try X509.Text(text, as: kind)))
      return X509.Name([X509.RelativeName(attribute)])
    }
    #expect(try name("A", .utf8).matches(name("a", .printable)))
    #expect(try !name("A", .teletex).matches(name("a", .teletex)))
    #expect(try name("A", .teletex).matches(name("A", .teletex)))
    #expect(try !name("A", .bmp).matches(name("A", .utf8)))
  }

  @Test func `each attribute of a name matches at most one attribute of the other name`() throws {
    func step(_ values: String...) throws -> X509.RelativeName {
      try X509.RelativeName(values.map { X509.Attribute(.commonName, $0) })
    }
    #expect(try !step("a", "a").matches(step("a", "b")))
    #expect(try step("a", "A").matches(step("A", "a")))
    #expect(try !X509.Name([step("a")]).matches(X509.Name([step("a"), step("a")])))
  }

  @Test func `a distinguished name is a prefix of all names below it`() {
    let base = X509.Name([.countryName: "SE", .organizationName: "Example"])
    let below = X509.Name([.countryName: "se", .organizationName: "example", .commonName: "x"])
    #expect(base.isPrefix(of: below) && base.isPrefix(of: base) && X509.Name().isPrefix(of: base))
    #expect(!below.isPrefix(of: base))
    #expect(!X509.Name([.organizationName: "Example"]).isPrefix(of: below))
  }

  @Test func `a distinguished name is shown in one line without deceptive characters`() {
    let name = X509.Name([.commonName: "a\nb\u{0}\\", .organizationName: "x\u{202e}gpj"])
    #expect(name.description == #"CN=a\0ab\00\\, O=x\e2\80\aegpj"#)
  }

  @Test func `an attribute value cannot look like another attribute in a printed name`() throws {
    let name = X509.Name([.organizationName: "x, CN=bank.example", .commonName: "a + O=b\""])
    let escaped = #"O=x\, CN=bank.example, CN=a \+ O=b\""#
    #expect(name.description == escaped && name.line == escaped)
    #expect(name.steps[0].description == #"O=x\, CN=bank.example"#)
    #expect(name.attributes[1].description == #"CN=a \+ O=b\""#)
    #expect(X509.GeneralName.directory(name).description == "directory:" + escaped)
    let edges = X509.Name([.commonName: " # ", .organizationName: "#1"])
    #expect(edges.description == ##"CN=\ #\ , O=\#1"##)
  }

  @Test func `a printed name is truncated at its limit, but never within an escape`() throws {
    let limit = X509.shownCharacterLimit
    #expect(limit == 128)
    func shown(_ text: String) -> String { X509.Name([.commonName: text]).description }
    let fitting = String(repeating: "a", count: limit - 3)
    #expect(shown(fitting) == "CN=" + fitting)
    #expect(shown(fitting + "a") == "CN=" + fitting.dropLast() + "…")
    // Neither half of an escape is alone: each `,` is two characters.
    let escapes = shown(String(repeating: ",", count: 1000))
    #expect(escapes == "CN=" + String(repeating: #"\,"#, count: 62) + "…")
    #expect(X509.Name([.commonName: fitting + "a"]).line == "CN=" + fitting + "a")
    let long = String(repeating: "a", count: 1_000_000)
    let many = X509.Name([.commonName: long, .organizationName: long])
    #expect(many.description.unicodeScalars.count == limit)
    #expect(many.steps[0].description.unicodeScalars.count == limit)
    let names: [X509.GeneralName] = [
      .dns(try X509.IA5Text(long)), .email(try X509.IA5Text(long)), .uri(try X509.IA5Text(long)),
      .x400([UInt8](repeating: 0, count: 1000)), .ediParty([UInt8](repeating: 0, count: 1000)),
    ]
    for name in names {
      #expect(name.description.unicodeScalars.count == limit)
      #expect(name.line.utf8.count > 1000)
    }
    #expect(X509.Text(long).description.unicodeScalars.count == limit)
  }

  @Test(arguments: [
    ("Lučić", "CN=Lučić"), ("James \"Jim\" Smith, III", #"CN=James \"Jim\" Smith\, III"#),
    ("Before\rAfter", #"CN=Before\0dAfter"#), (" #a ", #"CN=\ #a\ "#), ("#", "CN=\\#"),
    ("a+b;<c>\\", #"CN=a\+b\;\<c\>\\"#), ("", "CN="), ("\u{0}", #"CN=\00"#),
  ])
  func `a distinguished name is written as an LDAP string`(_ text: String, _ ldap: String) {
    #expect(X509.Name([.commonName: text]).ldapString == ldap)
  }

  @Test func `the LDAP string of a name begins with the last relative distinguished name`() {
    let name = X509.Name([.domainComponent: "net", .userID: "jsmith", .surname: "S"])
    #expect(name.ldapString == "2.5.4.4=#130153,UID=jsmith,DC=net")
  }

  @Test func `the characters of an attribute text determine its ASN.1 string type`() {
    let name = X509.Name([.commonName: "a", .organizationName: "é", .emailAddress: "a@b"])
    #expect(name.attributes.map(\.text?.kind) == [.printable, .utf8, .ia5])
  }
}
