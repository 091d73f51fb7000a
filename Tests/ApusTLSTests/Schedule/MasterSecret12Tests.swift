import ApusBytes
import ApusCrypto
import Testing

@testable import ApusTLS

/// RFC 5246 sections 6.3, 7.4.9 and 8.1, RFC 7627 section 4, RFC 5705 section 4.
@Suite struct MasterSecret12Tests {
  private let clientRandom = (0..<32).map { UInt8($0) }
  private let serverRandom = (0..<32).map { UInt8(0x40 + $0) }
  private let hash = [UInt8](repeating: 3, count: 32)

  @Test func `the extended master secret depends on the handshake hash, the plain does not`() {
    let extended = MasterSecret12(.ecdheRSAWithAES128GCM, premaster, sessionHash: hash)
    let plain = MasterSecret12(
      .ecdheRSAWithAES128GCM, premaster, clientRandom: clientRandom, serverRandom: serverRandom)
    #expect(
      extended.bytes == prf(.sha256, premaster, "extended master secret", hash, 48))
    #expect(
      plain.bytes == prf(.sha256, premaster, "master secret", clientRandom + serverRandom, 48))
    let flags = (extended.isExtended, plain.isExtended)
    #expect(flags == (true, false))
    let resumed = MasterSecret12(
      .ecdheRSAWithAES128GCM, resuming: extended.resumptionSecret)
    #expect(resumed.bytes == extended.bytes)
  }

  @Test(arguments: RecordMaker.suites.filter { $0.version == .tls12 })
  func `the key block is divided in the order of RFC 5246`(suite: TLS.CipherSuite) throws {
    let secret = MasterSecret12(suite, premaster, sessionHash: hash)
    let master = secret.resumptionSecret
    let (keyCount, ivCount) = (suite.cipher.keyByteCount, RecordProtection.ivByteCount(suite))
    #expect(ivCount == (suite.cipher == .chaCha20Poly1305 ? 12 : 4))
    let block = prf(
      suite.hash, master, "key expansion", serverRandom + clientRandom, 2 * (keyCount + ivCount))
    let (clientKey, rest) = (block[..<keyCount], block[keyCount...])
    let (serverKey, ivs) = (rest.prefix(keyCount), rest.dropFirst(keyCount))
    let client = try sealed(
      RecordProtection(suite, key: copy(clientKey), iv: copy(ivs.prefix(ivCount))))
    let server = try sealed(
      RecordProtection(suite, key: copy(serverKey), iv: copy(ivs.suffix(ivCount))))
    #expect(client != server)
    for (side, expected) in [(MasterSecret12.Side.client, client), (.server, server)] {
      let protection = secret.protection(
        of: side, clientRandom: clientRandom, serverRandom: serverRandom)
      let record = try sealed(protection)
      #expect(record == expected)
    }
  }

  @Test func `the Finished data of TLS 1.2 has 12 bytes and differs for client and server`() {
    for suite in [TLS.CipherSuite.ecdheRSAWithAES128GCM, .ecdheRSAWithAES256GCM] {
      let secret = MasterSecret12(suite, premaster, sessionHash: hash)
      let master = secret.resumptionSecret
      let client = secret.finished(of: .client, over: hash)
      let server = secret.finished(of: .server, over: hash)
      #expect(client == prf(suite.hash, master, "client finished", hash, 12))
      #expect(server == prf(suite.hash, master, "server finished", hash, 12))
      let isRight = secret.isFinished(server.span, of: .server, over: hash)
      let isOther = secret.isFinished(server.span, of: .client, over: hash)
      let isShort = secret.isFinished(server.span.extracting(..<11), of: .server, over: hash)
      #expect(isRight && !isOther && !isShort)
      for bit in 0..<96 {
        var wrong = server
        wrong[bit / 8] ^= 1 << UInt8(bit % 8)
        let isWrong = secret.isFinished(wrong.span, of: .server, over: hash)
        #expect(!isWrong)
      }
    }
  }

  @Test func `TLS 1.2 exports with no context and with an empty context differ`() throws {
    let secret = MasterSecret12(.ecdheRSAWithAES128GCM, premaster, sessionHash: hash)
    let master = secret.resumptionSecret
    let randoms = clientRandom + serverRandom
    for (context, tail) in [(nil, []), ([], [0, 0]), ([1, 2, 3], [0, 3, 1, 2, 3])]
      as [([UInt8]?, [UInt8])]
    {
      let material = try exported(secret, "EXPERIMENTAL", context, 40)
      #expect(material == prf(.sha256, master, "EXPERIMENTAL", randoms + tail, 40))
    }
  }

  @Test func `exports with reserved labels or a plain master secret throw an error`() throws {
    let secret = MasterSecret12(.ecdheRSAWithAES128GCM, premaster, sessionHash: hash)
    for label in [
      "client finished", "server finished", "master secret", "extended master secret",
      "key expansion",
    ] {
      #expect(throws: TLSError.exportLabelReserved) { _ = try exported(secret, label, nil, 12) }
    }
    let plain = MasterSecret12(
      .ecdheRSAWithAES128GCM, premaster, clientRandom: clientRandom, serverRandom: serverRandom)
    #expect(throws: TLSError.exportWithoutExtendedMasterSecret) {
      _ = try exported(plain, "EXPERIMENTAL", nil, 12)
    }
    let long = [UInt8](repeating: 0, count: 65_536)
    #expect(try exported(secret, "x", Array(long.dropLast()), 1).count == 1)
    #expect(
      throws: TLSError.exportRefused(.inputTooLong(byteCount: 65_536, limit: 65_535))
    ) { _ = try exported(secret, "x", long, 1) }
    #expect(
      throws: TLSError.exportRefused(.outputByteCountOutOfRange(65_537, limit: 65_536))
    ) { _ = try exported(secret, "x", nil, 65_537) }
  }

  // MARK: Support

  private var premaster: SecretBytes {
    SecretBytes(copying: [UInt8](repeating: 7, count: 32).span)
  }

  private func exported(
    _ secret: borrowing MasterSecret12, _ label: String, _ context: [UInt8]?, _ count: Int
  ) throws -> [UInt8] {
    try secret.keyingMaterial(
      label, context: context, byteCount: count, clientRandom: clientRandom,
      serverRandom: serverRandom
    ).bytes
  }

  private func prf(
    _ hash: HashAlgorithm, _ secret: borrowing SecretBytes, _ label: String, _ seed: [UInt8],
    _ count: Int
  ) -> [UInt8] {
    TLS12PRF.expand(hash, secret: secret, label: label, seed: seed.span, byteCount: count).bytes
  }

  private func copy(_ bytes: ArraySlice<UInt8>) -> SecretBytes {
    SecretBytes(copying: Array(bytes).span)
  }

  /// A record that distinguishes two keys.
  private func sealed(_ protection: consuming RecordProtection) throws -> [UInt8] {
    var writer = RecordWriter()
    writer.setProtection(protection)
    var output: [UInt8] = []
    try writer.write(.handshake, hash.span, to: &output)
    return output
  }
}

extension MasterSecret12 {
  fileprivate var bytes: [UInt8] { withBytes { $0.copy() } }
}
