import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

@testable import ApusTLS

/// Forbidden messages of a server, with the alert for each. RFC 8446 sections 4.1 to 4.4.
struct ServerMisbehaviourTests {
  /// Runs a handshake to its end and returns its error.
  private func failure(
    _ configure: (inout TLS.ClientConfiguration) -> Void = { _ in }, signer: Signer? = .ed25519,
    asking: Bool = false, _ prepare: (Script) -> Void
  ) throws -> TLSError? {
    let script = try Script(configure, signer: signer)
    prepare(script)
    do {
      try script.play(upTo: nil, asking: asking)
      return nil
    } catch let error as TLSError {
      return error
    }
  }

  @Test func `the client completes a handshake with a correct server`() throws {
    #expect(try failure { _ in } == nil)
  }

  @Test func `a ServerHello with a value that the client did not offer is rejected`() throws {
    let cases: [(TLSError, (inout ServerHello) -> Void)] = [
      (.broken(.legacyVersionIsFixed), { $0.legacyVersion = 0x0304 }),
      (.broken(.compressionIsNull), { $0.legacyCompressionMethod = 1 }),
      (.broken(.sessionIDIsEchoed), { $0.legacySessionIDEcho = [] }),
      (.broken(.suiteWasOffered), { $0.cipherSuite = 0x1304 }),
      (.broken(.suiteIsOfVersion), { $0.cipherSuite = 0xc02b }),
      (.missingExtension(51), { $0.extensions = .init($0.extensions, without: .keyShare) }),
      (.broken(.suiteIsOfVersion), { $0.extensions = ExtensionList() }),
      (.broken(.versionWasOffered), { $0.extensions.replace(SelectedVersion(0x0303)) }),
      (.broken(.versionWasOffered), { $0.extensions.replace(SelectedVersion(0x7f1c)) }),
      (
        .broken(.groupWasOffered),
        { $0.extensions.replace(AnsweredKeyShare(KeyShare(0x0018, [4]))) }
      ),
      (
        .broken(.groupWasShared),
        { $0.extensions.replace(AnsweredKeyShare(KeyShare(0x0017, [4]))) }
      ),
      (.unsolicitedExtension(41), { try? $0.extensions.append(SelectedPreSharedKey(0)) }),
      (.unsolicitedExtension(0xabcd), { $0.extensions.append(0xabcd, []) }),
      (.misplacedExtension(10), { $0.extensions.append(10, [0, 2, 0, 29]) }),
      (.duplicateExtension(43), { $0.extensions.append(43, [3, 4]) }),
    ]
    for (expected, alter) in cases {
      #expect(try failure { $0.alterHello = alter } == expected)
    }
  }

  @Test func `a ServerHello with a cipher suite that was not offered is rejected`() throws {
    let others: [TLS.CipherSuite] = [.aes256GCM, .chaCha20Poly1305]
    #expect(try failure({ $0.suites = others }, { _ in }) == .broken(.suiteWasOffered))
  }

  @Test func `a client without TLS 1.3 rejects a ServerHello of TLS 1.3`() throws {
    let script = try Script12 { $0.versions = [.tls12] }
    script.alterHello = { try? $0.extensions.append(SelectedVersion(0x0304)) }
    #expect(throws: TLSError.broken(.versionWasOffered)) { try script.play(.serverHello) }
  }

  @Test func `an RSA PKCS 1 handshake signature is accepted only in TLS 1.2`() throws {
    // A key of 2,048 bits whose modulus need not be a product of primes: it makes no signature.
    let modulus = [UInt8](repeating: 0xff, count: 256)
    var writer = DERWriter()
    writer.writeRSAPublicKey(modulus: modulus, exponent: [1, 0, 1])
    let key = try VerificationKey(spki: writer.bytes.span)
    for scheme in [TLS.SignatureScheme.rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512] {
      #expect(scheme.fits(key, in: .tls12) && !scheme.fits(key, in: .tls13))
    }
    for scheme in [TLS.SignatureScheme.rsaPSSRSAESHA256, .rsaPSSRSAESHA512] {
      #expect(scheme.fits(key, in: .tls12) && scheme.fits(key, in: .tls13))
    }
    #expect(!TLS.SignatureScheme.rsaPSSPSSSHA256.fits(key, in: .tls13))
  }

  @Test func `a server key share of a wrong length or off its curve is rejected`() throws {
    for share: [UInt8] in [
      [UInt8](repeating: 0, count: 32), [UInt8](repeating: 9, count: 31), [1],
    ] {
      let error = try failure {
        $0.alterHello = { $0.extensions.replace(AnsweredKeyShare(KeyShare(0x001d, share))) }
      }
      #expect(error?.alert == .illegalParameter)
    }
  }

  @Test func `an unrequested extension in EncryptedExtensions is rejected`() throws {
    let cases: [(TLSError, (inout ExtensionList) -> Void)] = [
      (.unsolicitedExtension(16), { try? $0.append(ProtocolNameList([[0x61]])) }),
      (.unsolicitedExtension(42), { try? $0.append(EarlyData()) }),
      (.unsolicitedExtension(28), { try? $0.append(RecordSizeLimit(512)) }),
      (.unsolicitedExtension(27), { $0.append(27, [2, 0, 1]) }),
      (.misplacedExtension(51), { $0.append(51, [0, 29]) }),
      (.misplacedExtension(43), { $0.append(43, [3, 4]) }),
      (.misplacedExtension(5), { $0.append(5, []) }),
      (
        .duplicateExtension(0),
        {
          $0.append(0, [])
          $0.append(0, [])
        }
      ),
    ]
    for (expected, alter) in cases {
      #expect(try failure { $0.alterExtensions = alter } == expected)
    }
    #expect(try failure { $0.alterExtensions = { $0.append(0, [0]) } }?.alert == .decodeError)
    #expect(try failure { $0.alterExtensions = { $0.append(0, []) } } == nil)
    #expect(try failure { $0.alterExtensions = { $0.append(10, [0, 2, 0, 29]) } } == nil)
  }

  @Test func `an application protocol that the client did not offer is rejected`() throws {
    let offer: (inout TLS.ClientConfiguration) -> Void = {
      $0.applicationProtocols = [Array("http/1.1".utf8)]
    }
    func chosen(_ names: String...) throws -> TLSError? {
      try failure(offer) {
        $0.alterExtensions = { list in
          try? list.append(ProtocolNameList(names.map { Array($0.utf8) }))
        }
      }
    }
    #expect(try chosen("http/1.1") == nil)
    #expect(try chosen("h2") == .broken(.protocolWasOffered))
    #expect(try chosen("http/1.1", "h2") == .broken(.protocolIsOne))
    #expect(TLSError.broken(.protocolWasOffered).alert == .illegalParameter)
  }

  @Test func `a record size limit below 64 or above 16,385 is rejected`() throws {
    func limited(_ limit: UInt16) throws -> TLSError? {
      let offer: (inout TLS.ClientConfiguration) -> Void = { $0.recordSizeLimit = 1000 }
      return try failure(offer) {
        $0.alterExtensions = { try? $0.append(RecordSizeLimit(limit)) }
      }
    }
    #expect(try limited(63) == .recordSizeLimitTooSmall(63))
    #expect(try limited(64) == nil)
    #expect(try limited(16385) == nil)
    #expect(try limited(16386) == .broken(.recordSizeLimitIsInRange))
  }

  @Test func `a missing or malformed certificate or a wrong extension is rejected`() throws {
    let cases: [(TLS.AlertDescription, (inout CertificateMessage) -> Void)] = [
      (.decodeError, { $0.entries = [] }),
      (.badCertificate, { $0.entries[0].der = [0x30, 0] }),
      (.illegalParameter, { $0.context = [1] }),
      (.unsupportedExtension, { $0.entries[0].extensions.append(0xabcd, []) }),
      (.illegalParameter, { $0.entries[0].extensions.append(43, [3, 4]) }),
      (.decodeError, { $0.entries[0].extensions.append(5, [1, 0, 0, 0]) }),
    ]
    for (expected, alter) in cases {
      #expect(try failure { $0.alterCertificate = alter }?.alert == expected)
    }
  }

  @Test func `the certificates event contains the server's stapled OCSP response`() throws {
    let script = try Script()
    script.alterCertificate = {
      try? $0.entries[0].extensions.append(CertificateStatus([1, 2, 3]))
      try? $0.entries[0].extensions.append(SignedCertificateTimestamps([[4], [5, 6]]))
      $0.entries.append(.init([0x30, 0]))
    }
    try script.play(upTo: .certificate)
    try script.give(try script.message(.certificate))
    let presented = try #require(script.presented)
    #expect(presented.stapledResponse == [1, 2, 3] && presented.timestamps == [[4], [5, 6]])
    #expect(presented.encoded.count == 2 && presented.intermediates.isEmpty)
  }

  @Test func `a CertificateRequest without signature_algorithms is rejected`() throws {
    let cases: [(TLSError, (inout CertificateRequest) -> Void)] = [
      (.broken(.contextIsEmpty), { $0.context = [1] }),
      (.missingExtension(13), { $0.extensions = ExtensionList() }),
      (.misplacedExtension(0), { $0.extensions.append(0, []) }),
      (.duplicateExtension(13), { $0.extensions.append(13, [0, 2, 4, 3]) }),
    ]
    for (expected, alter) in cases {
      #expect(try failure(asking: true) { $0.alterRequest = alter } == expected)
    }
    // Unknown extensions are ignored.
    let error = try failure(asking: true) {
      $0.alterRequest = { $0.extensions.append(0xabcd, []) }
    }
    #expect(error == nil)
  }

  @Test func `a signature by another key or with a scheme that was not offered is rejected`() throws
  {
    let cases: [(TLSError, (inout CertificateVerify) -> Void)] = [
      (.wrongSignature, { $0.signature[0] ^= 1 }),
      (.wrongSignature, { $0.signature = [] }),
      (.broken(.schemeFitsKey), { $0.scheme = TLS.SignatureScheme.ecdsaSECP256R1SHA256.rawValue }),
      (.broken(.schemeWasOffered), { $0.scheme = TLS.SignatureScheme.rsaPKCS1SHA256.rawValue }),
      (.broken(.schemeWasOffered), { $0.scheme = 0xfefe }),
    ]
    for (expected, alter) in cases {
      #expect(try failure { $0.alterVerify = alter } == expected)
    }
    #expect(TLSError.wrongSignature.alert == .decryptError)
  }

  @Test func `a certificate whose key usage does not allow signing is rejected`() throws {
    let error = try failure(signer: .mute) { _ in }
    #expect(error == .broken(.keyMaySign))
  }

  @Test func `in TLS 1.3 a P-256 signature with SHA-384 is rejected`() throws {
    let error = try failure(signer: .p256) { $0.scheme = .ecdsaSECP384R1SHA384 }
    #expect(error == .broken(.schemeFitsKey))
    #expect(try failure(signer: .p256) { $0.scheme = .ecdsaSECP256R1SHA256 } == nil)
  }

  @Test func `a Finished message with a wrong bit or a wrong length is rejected`() throws {
    for alter: (inout Finished) -> Void in [
      { $0.verifyData[31] ^= 1 }, { $0.verifyData[0] ^= 0x80 }, { $0.verifyData.removeLast() },
      { $0.verifyData.append(0) }, { $0.verifyData = [] },
    ] {
      #expect(try failure { $0.alterFinished = alter } == .wrongFinished)
    }
    #expect(TLSError.wrongFinished.alert == .decryptError)
  }

  @Test(arguments: Script.Step.allCases)
  func `a handshake message with one byte more or less is rejected`(step: Script.Step) throws {
    for change in [-1, 1] {
      let script = try Script()
      try script.play(upTo: step, asking: step == .certificate)
      var message = try script.message(step)
      if change > 0 { message.append(0) } else { message.removeLast() }
      message[1] = UInt8((message.count - 4) >> 16)
      message[2] = UInt8(truncatingIfNeeded: (message.count - 4) >> 8)
      message[3] = UInt8(truncatingIfNeeded: message.count - 4)
      let wrong = message
      #expect(throws: TLSError.self) { try script.give(wrong) }
    }
  }
}

extension ExtensionList {
  /// Returns the list without one of its extensions.
  init(_ list: ExtensionList, without type: ExtensionType) {
    self.init()
    for entry in list.entries where entry.type != type.rawValue {
      append(entry.type, entry.body.bytes())
    }
  }

  /// Replaces the value of an extension.
  mutating func replace(_ value: some ExtensionValue) {
    self = ExtensionList(self, without: type(of: value).extensionType)
    try? append(value)
  }
}
