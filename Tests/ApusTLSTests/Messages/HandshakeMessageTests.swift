import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 4 and RFC 5246 section 7.4.
struct HandshakeMessageTests {
  private func extensions() throws -> ExtensionList {
    var list = ExtensionList()
    try list.append(SupportedVersions([0x0304, 0x0303]))
    try list.append(ExtendedMasterSecret())
    list.append(0xfafa, [1, 2, 3])
    return list
  }

  private let random = CountedRandom()

  @Test func `a decoded ClientHello equals the encoded ClientHello`() throws {
    var hello = ClientHello(
      random: try HelloRandom(using: random), legacySessionID: [9, 8, 7],
      cipherSuites: [0x1301, 0xc02b])
    hello.extensions = try extensions()
    try Wire.check(message: hello)
  }

  @Test func `a ClientHello without extensions is accepted`() throws {
    let hello = ClientHello(
      random: try HelloRandom(using: random), legacySessionID: [], cipherSuites: [0x1301])
    let encoded = try hello.encoded()
    var reader = ByteReader(Array(encoded.dropFirst(4)))
    #expect(try ClientHello(from: &reader) == hello)
    #expect(reader.isAtEnd)
  }

  @Test func `a session ID of more than 32 bytes is rejected`() throws {
    var hello = ServerHello(
      random: try HelloRandom(using: random),
      legacySessionIDEcho: [UInt8](repeating: 5, count: 32), cipherSuite: 0x1301)
    hello.extensions = try extensions()
    try Wire.check(message: hello)
    hello.legacySessionIDEcho.append(5)
    let body = ByteReader(Array(try hello.encoded().dropFirst(4)))
    #expect(
      throws: TLSError.malformed(.lengthOutOfRange(at: 34, length: 33, allowed: 0...32))
    ) { try ServerHello(body: body) }
  }

  @Test func `a ServerHello with the special random bytes is a HelloRetryRequest`() throws {
    var hello = ServerHello(
      random: .helloRetryRequest, legacySessionIDEcho: [], cipherSuite: 0x1301)
    #expect(hello.isHelloRetryRequest)
    hello.random = try HelloRandom(using: random)
    #expect(!hello.isHelloRetryRequest)
    #expect(!hello.random.tellsOfDowngrade)
  }

  @Test(arguments: [HelloRandom.downgradeToTLS12, HelloRandom.downgradeToTLS11])
  func `DOWNGRD in the last random bytes of a ServerHello marks a downgrade`(end: [UInt8]) throws {
    var reader = ByteReader([UInt8](repeating: 3, count: 24) + end)
    #expect(try HelloRandom(from: &reader).tellsOfDowngrade)
    reader = ByteReader(end + [UInt8](repeating: 3, count: 24))
    #expect(try !HelloRandom(from: &reader).tellsOfDowngrade)
  }

  @Test func `decoded TLS 1.3 messages equal the encoded messages`() throws {
    try Wire.check(message: EncryptedExtensions(try extensions()))
    try Wire.check(message: CertificateRequest(context: [1, 2], try extensions()))
    try Wire.check(
      message: CertificateMessage(
        context: [7],
        [.init([0x30, 3, 1, 2, 3], try extensions()), .init([0x30, 0])]))
    try Wire.check(message: CertificateVerify(0x0403, [1, 2, 3, 4]))
    try Wire.check(message: Finished([1, 2, 3, 4, 5]), endsWithInput: true)
    var ticket = NewSessionTicket(lifetime: 7200, ageAdd: 77, nonce: [0, 1], ticket: [4, 5, 6])
    try ticket.extensions.append(EarlyDataLimit(1 << 14))
    try Wire.check(message: ticket)
    try Wire.check(message: KeyUpdate.requested)
    try Wire.check(message: KeyUpdate.notRequested)
  }

  @Test func `decoded TLS 1.2 messages equal the encoded messages`() throws {
    try Wire.check(message: CertificateMessage12([[0x30, 3, 1, 2, 3], [0x30, 0]]))
    try Wire.check(message: CertificateStatus([1, 2, 3]))
    try Wire.check(
      message: CertificateRequest12(
        certificateTypes: [1, 64], schemes: [0x0403, 0x0401],
        authorities: [[0x30, 0], [0x30, 1, 5]]))
    try Wire.check(
      message: ServerKeyExchange(
        KeyShare(0x001d, [UInt8](repeating: 9, count: 32)), scheme: 0x0804, signature: [1, 2]))
    try Wire.check(message: ServerHelloDone())
    try Wire.check(message: HelloRequest())
    try Wire.check(message: ClientKeyExchange([4, 1, 2]))
    try Wire.check(message: NewSessionTicket12(lifetimeHint: 300, ticket: [1, 2, 3]))
    try Wire.check(message: NewSessionTicket12(lifetimeHint: 0, ticket: []))
  }

  @Test func `explicit curves and certificate statuses other than OCSP are rejected`() throws {
    #expect(throws: TLSError.malformed(.invalidCharacter(at: 0, byte: 1))) {
      try ServerKeyExchange(body: ByteReader([1, 0, 29, 1, 4, 4, 3, 0, 0]))
    }
    #expect(throws: TLSError.malformed(.invalidCharacter(at: 0, byte: 2))) {
      try CertificateStatus(body: ByteReader([2, 0, 0, 1, 0]))
    }
  }

  @Test func `a Certificate message with more than 64 certificates is rejected`() throws {
    let most = CertificateMessage.certificateLimit
    let entry = CertificateMessage.Entry([0x30, 0])
    let full = CertificateMessage([CertificateMessage.Entry](repeating: entry, count: most))
    try Wire.check(message: full)
    let over = CertificateMessage([CertificateMessage.Entry](repeating: entry, count: most + 1))
    let body = ByteReader(Array(try over.encoded().dropFirst(4)))
    #expect(
      throws: TLSError.malformed(
        .lengthOutOfRange(at: 4 + most * 7, length: most + 1, allowed: 0...most))
    ) { try CertificateMessage(body: body) }
    let over12 = CertificateMessage12([[UInt8]](repeating: [1], count: most + 1))
    let body12 = ByteReader(Array(try over12.encoded().dropFirst(4)))
    #expect(throws: TLSError.self) { try CertificateMessage12(body: body12) }
    let full12 = CertificateMessage12([[UInt8]](repeating: [1], count: most))
    try Wire.check(message: full12)
  }

  @Test func `encoding a value that is too long for its length field throws an error`() throws {
    let message = CertificateVerify(1, [UInt8](repeating: 0, count: 1 << 16))
    #expect(throws: TLSError.unencodable(.tooLong(count: 1 << 16, limit: 0xffff))) {
      try message.encoded()
    }
  }
}
