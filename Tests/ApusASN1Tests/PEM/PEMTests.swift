import ApusASN1
import Testing

/// RFC 7468 sections 2 and 3.
@Suite struct PEMTests {
  private func sections(_ text: String) throws -> [PEM.Section] {
    try PEM.sections(of: Array(text.utf8).span)
  }

  private func bytes(_ text: String) throws -> [[UInt8]] {
    let text = Array(text.utf8)
    return try PEM.sections(of: text.span).map { try $0.bytes(in: text.span) }
  }

  @Test(arguments: [0, 1, 2, 3, 47, 48, 49, 96, 1000])
  func `encoded PEM is decoded to the same bytes`(_ count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let text = PEM.encode(content, as: .certificate)
    #expect(try bytes(text) == [content])
    #expect(text.utf8.split(separator: 0x0a).allSatisfy { $0.count <= 64 })
    #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(text.hasSuffix("\n-----END CERTIFICATE-----\n"))
  }

  @Test func `a PEM text can have several sections with other text around them`() throws {
    let text = """
      Subject: CN=one
      -----BEGIN CERTIFICATE-----
      AQID
      -----END CERTIFICATE-----
      -----
      ----- BEGIN
      -----BEGIN TRUSTED CERTIFICATE-----
      BAUG
      Bwg=
      -----END TRUSTED CERTIFICATE-----

      -----BEGIN PRIVATE KEY-----
      CQ==
      -----END PRIVATE KEY-----
      """
    let sections = try sections(text)
    #expect(sections.map(\.label) == [.certificate, .trustedCertificate, .privateKey])
    #expect(sections.map(\.line) == [2, 7, 12])
    #expect(try bytes(text) == [[1, 2, 3], [4, 5, 6, 7, 8], [9]])
    let first = Array(text.utf8)[sections[0].range]
    #expect(String(decoding: first, as: UTF8.self).hasPrefix("-----BEGIN CERTIFICATE-----\nAQID"))
    #expect(String(decoding: first, as: UTF8.self).hasSuffix("-----END CERTIFICATE-----"))
  }

  @Test(arguments: [
    "-----BEGIN X-----\r\nAQID\r\nBAUG\r\n-----END X-----\r\n",
    "-----BEGIN X-----\nAQID\r\nBAUG\n-----END X-----\r\n",
    "-----BEGIN X-----  \t\n \n\nAQID \t \nBAUG\n-----END X----- \n",
    "-----BEGIN X-----\nA\nQIDBA\nUG\n-----END X-----",
    "\u{FEFF}-----BEGIN X-----\nAQIDBAUG\n-----END X-----\n\n\n",
    "text\r\n\r\n-----BEGIN X-----\nAQIDBAUG\n-----END X-----\ntext",
  ])
  func `line endings, line lengths and trailing spaces do not change PEM content`(_ text: String)
    throws
  {
    #expect(try bytes(text) == [[1, 2, 3, 4, 5, 6]])
  }

  @Test func `a text without PEM boundaries has no PEM sections`() throws {
    #expect(try sections("").isEmpty)
    #expect(try sections("\n").isEmpty)
    #expect(try sections("nothing\n\nhere -----BEGIN X-----\n").isEmpty)
  }

  @Test(arguments: [
    ("-----BEGIN X-----\nAQID\n", PEM.Problem.unterminated, 1, 0),
    ("\n-----BEGIN X-----", .unterminated, 2, 1),
    ("-----BEGIN X-----\nAQID\n-----END X----", .malformedBoundary, 3, 23),
    ("-----BEGIN X-----\nAQID\n-----BEGIN X-----\nAQID\n-----END X-----\n", .unterminated, 1, 0),
    ("-----BEGIN X-----\nAQID\n-----END Y-----\n", .mismatchedEnd(begunAtLine: 1), 3, 23),
    ("-----END X-----\n", .unexpectedEnd, 1, 0),
    ("-----BEGIN X----\nAQID\n", .malformedBoundary, 1, 0),
    ("-----BEGIN X\n", .malformedBoundary, 1, 0), ("-----BEGIN \n", .malformedBoundary, 1, 0),
    ("-----BEGIN X-----AQID-----END X-----", .malformedBoundary, 1, 0),
    ("-----BEGIN X----- y", .malformedBoundary, 1, 0),
    ("-----BEGIN  X-----\n", .malformedBoundary, 1, 0),
    ("-----BEGIN X -----\n", .malformedBoundary, 1, 0),
    ("-----BEGIN X--Y-----\n", .malformedBoundary, 1, 0),
    ("-----BEGIN Xë-----\n", .malformedBoundary, 1, 0),
    ("  -----BEGIN X-----\n", .malformedBoundary, 1, 0),
    ("a\n\t-----END X-----\n", .malformedBoundary, 2, 2),
    ("-----BEGIN X-----\nKey: value\nAQID\n-----END X-----\n", .malformedHeaders, 3, 29),
  ])
  func `malformed PEM is rejected with its line and offset`(
    _ text: String, _ problem: PEM.Problem, _ line: Int, _ offset: Int
  ) throws {
    #expect(throws: ASN1Error.pem(problem, line: line, at: offset)) { try sections(text) }
  }

  @Test(arguments: [
    ("AQ_D\n", PEM.Problem.invalidCharacter(0x5f), 2, 20), ("AQI\n", .malformedEnding, 2, 21),
    ("AQID\nBA U\n", .invalidCharacter(0x20), 3, 25), ("AQID\n\nBAUG\n", .blankLine, 3, 23),
    ("AQID\n\n", .blankLine, 3, 23), (" AQID\n", .malformedEnding, 2, 23),
    ("AQ==\nAQ==\n", .invalidCharacter(0x3d), 2, 20), ("AR==\n", .malformedEnding, 2, 19),
    ("AQID\nAQ=\n", .malformedEnding, 3, 26), ("AQIDB\n", .malformedEnding, 2, 23),
    ("AQ\rID123\n", .invalidCharacter(0x0d), 2, 20), ("A===\n", .invalidCharacter(0x3d), 2, 19),
    ("AQID\n-----\n", .malformedEnding, 3, 28), ("AQID\n=\n", .malformedEnding, 3, 24),
    ("AQID\nBAU\u{0}\n", .invalidCharacter(0), 3, 26),
  ])
  func `invalid base64 in PEM is rejected with its line and offset`(
    _ body: String, _ problem: PEM.Problem, _ line: Int, _ offset: Int
  ) throws {
    let text = "-----BEGIN X-----\n" + body + "-----END X-----\n"
    #expect(try sections(text).count == 1)
    #expect(throws: ASN1Error.pem(problem, line: line, at: offset)) { try bytes(text) }
  }

  @Test func `plain headers and encryption headers in PEM are distinguished`() throws {
    let encrypted = """
      -----BEGIN RSA PRIVATE KEY-----
      Proc-Type: 4,ENCRYPTED
      DEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF

      AQID
      -----END RSA PRIVATE KEY-----
      """
    #expect(try sections(encrypted).map(\.headers) == [.encrypted])
    #expect(throws: ASN1Error.pem(.encrypted, line: 1, at: 0)) { try bytes(encrypted) }
    let plain = """
      -----BEGIN CERTIFICATE-----
      Comment: a long
        story
      Proc-Type: 4,MIC-CLEAR

      AQID
      -----END CERTIFICATE-----
      """
    #expect(try sections(plain).map(\.headers) == [.plain])
    #expect(try bytes(plain) == [[1, 2, 3]])
    #expect(try sections("-----BEGIN X-----\n\nAQID\n-----END X-----").map(\.headers) == [.none])
  }

  @Test func `a private key in PEM is decoded as secret bytes`() throws {
    let key = (0..<100).map { UInt8($0) }
    let text = Array(PEM.encode(key, as: .privateKey).utf8)
    let section = try #require(try PEM.sections(of: text.span).first)
    let secret = try section.secret(in: text.span)
    let isSame = secret.withBytes { bytes in
      bytes.count == key.count && key.indices.allSatisfy { bytes[$0] == key[$0] }
    }
    #expect(isSame)
    let broken = text.map { $0 == 0x41 ? 0x2d : $0 }
    #expect(throws: ASN1Error.self) { _ = try section.secret(in: broken.span) }
  }

  @Test(arguments: ["", "X", "X Y", "X-Y", "A1 b.C/d", "X: Y", "X509 CRL"])
  func `a PEM label consists of words between single spaces and hyphens`(_ words: String) throws {
    let label = try #require(PEM.Label(rawValue: words))
    #expect(label.description == words)
    #expect(try sections(PEM.encode([1], as: label)).map(\.label) == [label])
  }

  @Test(arguments: [" ", "-", "X ", " X", "X  Y", "X- Y", "X\n", "ë"])
  func `an invalid PEM label is rejected`(_ words: String) {
    #expect(PEM.Label(rawValue: words) == nil)
  }

  @Test func `a PEM label above the maximum length is rejected`() {
    let longest = String(repeating: "X", count: PEM.labelByteLimit)
    #expect(PEM.Label(rawValue: longest) != nil)
    #expect(PEM.Label(rawValue: longest + "X") == nil)
  }

  @Test func `reading a truncated PEM text never traps`() throws {
    let text = Array(
      (PEM.encode([1, 2, 3], as: .certificate) + PEM.encode([4], as: .publicKey)).utf8)
    for end in text.indices {
      let part = text.span.extracting(0..<end)
      guard let sections = try? PEM.sections(of: part) else { continue }
      #expect(sections.count <= 2)
      for section in sections { #expect(throws: Never.self) { try section.bytes(in: part) } }
    }
  }

  @Test func `reading a PEM text with a changed byte never traps`() throws {
    var text = Array(PEM.encode([1, 2, 3, 4], as: .certificate).utf8)
    var read = 0
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        let original = text[index]
        text[index] = byte
        if let sections = try? PEM.sections(of: text.span) {
          for section in sections where (try? section.bytes(in: text.span)) != nil { read += 1 }
        }
        text[index] = original
      }
    }
    #expect(read > text.count)
  }
}
