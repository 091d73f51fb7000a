import ApusCrypto
import ApusX509
import Testing

/// RFC 6960 section 4.2.1.
@Suite struct OCSPResponseTests {
  /// A response with every field, and the certificate of its root.
  private func sample(_ root: borrowing Authority) throws -> OCSPSample {
    let leaf = try root.issue(for: Authority.key())
    var revoked = OCSPSample.Answer(root.certificate, root.certificate)
    revoked.status = try OCSPSample.revoked()
    revoked.hash = .sha256
    revoked.nextUpdate = nil
    revoked.extensions = [X509.Extension(.other(.netscapeComment, []))]
    var sample = OCSPSample(
      by: root.certificate, [OCSPSample.Answer(leaf, root.certificate), revoked])
    sample.certificates = [root.certificate]
    sample.extensions = [X509.Extension(.other(.ocspNonce, [4, 1, 7]))]
    return sample
  }

  private func basic(_ der: [UInt8]) throws -> X509.BasicOCSPResponse {
    guard case .basic(let response) = try X509.OCSPResponse(der) else {
      throw X509Error.noCertificate
    }
    return response
  }

  @Test func `reading an OCSP response returns the values of all its fields`() throws {
    let root = try Authority()
    let response = try basic(sample(root).der(by: root.key))
    let hash = InsecureSHA1.digest(of: root.certificate.publicKey.bits)
    #expect(response.responder == .key(hash))
    #expect(response.producedAt == OCSPSample.time(Authority.now - 3600))
    #expect(response.answers.count == 2 && response.certificateRanges.count == 1)
    let (first, second) = (response.answers[0], response.answers[1])
    #expect(first.status == .good && first.certificate.hash == .sha1)
    #expect(first.certificate.issuerKeyHash == hash)
    #expect(first.nextUpdate == OCSPSample.time(Authority.now + 3600))
    #expect(second.status == .revoked(OCSPSample.time(ListSample.revoked), .keyCompromise))
    #expect(second.certificate.serialNumber == root.certificate.serialNumber)
    #expect(second.nextUpdate == nil && second.certificate.hash == .sha256)
    #expect(try response.isSigned(by: root.certificate.verificationKey()))
    #expect(try !response.isSigned(by: Authority.key().publicKey))
  }

  @Test func `an OCSP response with a responder name instead of a key hash is read`() throws {
    let root = try Authority()
    var sample = try sample(root)
    sample.responder = OCSPSample.byName(root.certificate)
    #expect(try basic(sample.der(by: root.key)).responder == .name(root.certificate.subject))
  }

  @Test func `certificate timestamps in an OCSP response are read`() throws {
    let root = try Authority()
    let values = try Sample.everyValue()
    let promises = try #require(
      values.lazy.compactMap { value -> X509.SignedCertificateTimestamps? in
        if case .signedCertificateTimestamps(let list) = value { list } else { nil }
      }.first)
    var sample = try sample(root)
    sample.answers[0].extensions = [
      X509.Extension(.other(.ocspSignedCertificateTimestamps, promises.der))
    ]
    let response = try basic(sample.der(by: root.key))
    #expect(response.answers[0].timestamps == promises && response.answers[1].timestamps == nil)
  }

  @Test func `an OCSP error response with further content is rejected`() throws {
    for failure in X509.OCSPResponse.Failure.allCases {
      let number = UInt8(failure.rawValue)
      #expect(try X509.OCSPResponse([0x30, 3, 0x0a, 1, number]) == .unsuccessful(failure))
      let more: [UInt8] = [0x30, 7, 0x0a, 1, number, 0xa0, 2, 0x30, 0]
      #expect(throws: X509Error.broken(.ocspBytesIfSuccessful, .ocspResponse, at: 2)) {
        try X509.OCSPResponse(more)
      }
    }
    for number: UInt8 in [0, 4, 7, 0x80] {
      #expect(throws: X509Error.broken(.ocspBytesIfSuccessful, .ocspResponse, at: 2)) {
        try X509.OCSPResponse([0x30, 3, 0x0a, 1, number])
      }
    }
  }

  @Test func `an OCSP response of another type or version is rejected`() throws {
    let root = try Authority()
    let other = OCSPSample.response([0x30, 0], type: .ocspNonce)
    let type = #expect(throws: X509Error.self) { try X509.OCSPResponse(other) }
    guard case .broken(.ocspBasicType, .ocspResponse, _) = type else {
      Issue.record("\(String(describing: type))")
      return
    }
    var sample = try sample(root)
    sample.responder = [0xa0, 3, 2, 1, 0] + sample.responder
    let version = #expect(throws: X509Error.self) {
      try X509.OCSPResponse(sample.der(by: root.key))
    }
    guard case .broken(.ocspVersion1, .ocspResponse, _) = version else {
      Issue.record("\(String(describing: version))")
      return
    }
  }

  @Test func `an OCSP response with too many statements or certificates is rejected`() throws {
    let root = try Authority()
    var sample = try sample(root)
    let (answers, certificates) = (
      X509.BasicOCSPResponse.answerLimit, X509.BasicOCSPResponse.certificateLimit
    )
    sample.answers = [OCSPSample.Answer](repeating: sample.answers[1], count: answers)
    sample.certificates = [X509.Certificate](repeating: root.certificate, count: certificates)
    let full = try basic(sample.der(by: root.key))
    #expect(full.answers.count == answers && full.certificateRanges.count == certificates)
    sample.certificates.append(root.certificate)
    #expect(throws: X509Error.tooMany(.ocspResponse, limit: certificates)) {
      try X509.OCSPResponse(sample.der(by: root.key))
    }
    sample.certificates = []
    sample.answers.append(sample.answers[0])
    #expect(throws: X509Error.tooMany(.ocspAnswers, limit: answers)) {
      try X509.OCSPResponse(sample.der(by: root.key))
    }
  }

  @Test func `an OCSP response above the size limit is rejected`() throws {
    let limit = X509.OCSPResponse.byteLimit
    #expect(throws: X509Error.tooMany(.ocspResponse, limit: limit)) {
      try X509.OCSPResponse([UInt8](repeating: 0x30, count: limit + 1))
    }
    let error = #expect(throws: X509Error.self) {
      try X509.OCSPResponse([UInt8](repeating: 0x30, count: limit))
    }
    #expect(error != .tooMany(.ocspResponse, limit: limit))
  }

  @Test func `a truncated OCSP response is rejected, and a changed byte never traps`() throws {
    let root = try Authority()
    let der = try sample(root).der(by: root.key)
    for count in der.indices {
      #expect(throws: X509Error.self) { try X509.OCSPResponse(Array(der[..<count])) }
    }
    for index in der.indices {
      for change: UInt8 in [1, 0x80, 0xff] {
        var changed = der
        changed[index] ^= change
        _ = try? X509.OCSPResponse(changed)
      }
    }
  }
}
