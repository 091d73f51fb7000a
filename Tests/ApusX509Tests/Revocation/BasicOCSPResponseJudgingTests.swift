import ApusCrypto
import ApusX509
import Testing

/// RFC 6960 section 3.2.
@Suite struct BasicOCSPResponseJudgingTests {
  private func judge(
    _ policy: X509.Revocation.Policy, _ response: [UInt8], _ leaf: X509.Certificate,
    _ root: borrowing Authority, lists: [X509.RevocationList] = [],
    at seconds: Int64 = Authority.now
  ) throws -> X509.RevocationAnswer {
    try X509.Revocation(policy, lists: lists, stapledResponse: response)
      .judge(leaf, issuer: root.issuer, at: UnixTime(secondsSinceEpoch: seconds))
  }

  /// Checks that a response has no verdict, and the reason.
  private func expect(
    _ problem: X509.RevocationProblem, of response: [UInt8], _ leaf: X509.Certificate,
    _ root: borrowing Authority, lists: [X509.RevocationList] = [],
    at seconds: Int64 = Authority.now
  ) throws {
    let answer = try judge(.whenPresent, response, leaf, root, lists: lists, at: seconds)
    guard case .unanswered(let problems) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(problems.first == problem)
    #expect(throws: X509.RevocationFault.self) {
      try judge(.required, response, leaf, root, lists: lists, at: seconds)
    }
  }

  /// A certificate of a responder that an authority has appointed.
  private func delegate(
    of root: borrowing Authority, for key: borrowing SigningKey,
    _ purposes: [OID] = [.ocspSigning], extensions: [X509.Extension] = []
  ) throws -> X509.Certificate {
    try root.issue(
      .endEntity(purposes: purposes), to: "responder", for: key, extensions: extensions)
  }

  @Test(arguments: [HashAlgorithm?.none, .sha256])
  func `an OCSP response signed by the issuer can prove that a certificate is good`(
    _ hash: HashAlgorithm?
  )
    throws
  {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    var answer = OCSPSample.Answer(leaf, root.certificate)
    answer.hash = hash
    var sample = OCSPSample(by: root.certificate, [answer])
    for responder in [sample.responder, OCSPSample.byName(root.certificate)] {
      sample.responder = responder
      let response = try sample.der(by: root.key)
      #expect(try judge(.required, response, leaf, root) == .good(by: .ocsp))
    }
  }

  @Test func `an OCSP response revokes a certificate with a time and a reason`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    var answer = OCSPSample.Answer(leaf, root.certificate)
    answer.status = try OCSPSample.revoked()
    answer.nextUpdate = Authority.now - 1
    let response = try OCSPSample(by: root.certificate, [answer]).der(by: root.key)
    let fault = X509.RevocationFault.revoked(
      OCSPSample.time(ListSample.revoked), .keyCompromise, by: .ocsp)
    for policy in [X509.Revocation.Policy.whenPresent, .required] {
      #expect(throws: fault) { try judge(policy, response, leaf, root) }
    }
    #expect(fault.section == "RFC 6960 section 2.2")
    #expect(try judge(.off, response, leaf, root) == .notAsked)
  }

  @Test func `among OCSP statements about a certificate, a revocation counts first`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let good = OCSPSample.Answer(leaf, root.certificate)
    var revoked = good
    revoked.status = try OCSPSample.revoked()
    var stranger = OCSPSample.Answer(root.certificate, root.certificate)
    stranger.status = revoked.status
    let first = try OCSPSample(by: root.certificate, [stranger, good]).der(by: root.key)
    #expect(try judge(.required, first, leaf, root) == .good(by: .ocsp))
    let second = try OCSPSample(by: root.certificate, [good, revoked]).der(by: root.key)
    #expect(throws: X509.RevocationFault.self) { try judge(.whenPresent, second, leaf, root) }
  }

  @Test func `an OCSP statement about another certificate, issuer or key is ignored`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let other = try Authority()
    for (about, issuer) in [
      (try root.issue(for: Authority.key()), root.certificate), (leaf, other.certificate),
    ] {
      let sample = OCSPSample(by: root.certificate, [OCSPSample.Answer(about, issuer)])
      try expect(.otherCertificate, of: sample.der(by: root.key), leaf, root)
    }
    var answer = OCSPSample.Answer(leaf, root.certificate)
    answer.hash = .sha384
    let sample = OCSPSample(by: root.certificate, [answer])
    try expect(.otherCertificate, of: sample.der(by: root.key), leaf, root)
    let none = OCSPSample(by: root.certificate, [])
    try expect(.otherCertificate, of: none.der(by: root.key), leaf, root)
  }

  @Test func `an OCSP statement is valid from its time until its next update`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    var answer = OCSPSample.Answer(leaf, root.certificate)
    let response = try OCSPSample(by: root.certificate, [answer]).der(by: root.key)
    let start = Authority.now - 3600 - X509.Revocation.clockTolerance
    let end = Authority.now + 3600
    for moment in [start, end] {
      #expect(try judge(.required, response, leaf, root, at: moment) == .good(by: .ocsp))
    }
    try expect(.stale(OCSPSample.time(end)), of: response, leaf, root, at: end + 1)
    let this = OCSPSample.time(Authority.now - 3600)
    try expect(.notYetValid(this), of: response, leaf, root, at: start - 1)
    answer.nextUpdate = nil
    let endless = try OCSPSample(by: root.certificate, [answer]).der(by: root.key)
    try expect(.endless, of: endless, leaf, root)
  }

  @Test func `an OCSP responder that does not know the certificate gives no verdict`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    var answer = OCSPSample.Answer(leaf, root.certificate)
    answer.status = OCSPSample.unknown
    let response = try OCSPSample(by: root.certificate, [answer]).der(by: root.key)
    try expect(.unknownCertificate, of: response, leaf, root)
  }

  @Test func `an OCSP responder with an issuer's OCSP certificate is trusted`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let key = try Authority.key()
    let delegate = try delegate(of: root, for: key)
    var sample = OCSPSample(by: delegate, [OCSPSample.Answer(leaf, root.certificate)])
    sample.certificates = [leaf, delegate]
    for responder in [OCSPSample.byKey(delegate), OCSPSample.byName(delegate)] {
      sample.responder = responder
      #expect(try judge(.required, sample.der(by: key), leaf, root) == .good(by: .ocsp))
    }
    try expect(.wrongSignature, of: sample.der(by: Authority.key()), leaf, root)
    sample.certificates = []
    try expect(.unauthorizedResponder, of: sample.der(by: key), leaf, root)
  }

  @Test func `an OCSP responder without an issuer's OCSP certificate is not trusted`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let key = try Authority.key()
    let usage = X509.Extension(.keyUsage(try X509.KeyUsage(.keyAgreement)))
    let unknown = X509.Extension(.other(.netscapeComment, []), isCritical: true)
    let stranger = try Authority()
    for delegate in [
      try delegate(of: root, for: key, [.serverAuthentication]),
      try delegate(of: root, for: key, []),
      try delegate(of: root, for: key, [.anyExtendedKeyUsage]),
      try delegate(of: root, for: key, extensions: [usage]),
      try delegate(of: root, for: key, extensions: [unknown]),
      try delegate(of: stranger, for: key),
    ] {
      var sample = OCSPSample(by: delegate, [OCSPSample.Answer(leaf, root.certificate)])
      sample.certificates = [delegate]
      try expect(.unauthorizedResponder, of: sample.der(by: key), leaf, root)
    }
  }

  @Test func `an OCSP responder is trusted while its certificate is valid`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let key = try Authority.key()
    let builder = X509.CertificateBuilder(
      .endEntity(purposes: [.ocspSigning]), subject: X509.Name([.commonName: "responder"]),
      validity: try X509.Validity(from: 0, through: Authority.now))
    let delegate = try builder.certificate(
      for: X509.PublicKey(key.publicKey), issuer: root.certificate, key: root.key,
      using: SystemRandom())
    var sample = OCSPSample(by: delegate, [OCSPSample.Answer(leaf, root.certificate)])
    sample.certificates = [delegate]
    let response = try sample.der(by: key)
    #expect(try judge(.required, response, leaf, root) == .good(by: .ocsp))
    try expect(.unauthorizedResponder, of: response, leaf, root, at: Authority.now + 1)
  }

  @Test func `a revoked OCSP responder is trusted only with the no-check extension`()
    throws
  {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let key = try Authority.key()
    let noCheck = X509.Extension(.ocspNoCheck(X509.OCSPNoCheck()))
    for (extensions, isRevoked) in [([X509.Extension](), true), ([noCheck], false)] {
      let delegate = try delegate(of: root, for: key, extensions: extensions)
      var sample = OCSPSample(by: delegate, [OCSPSample.Answer(leaf, root.certificate)])
      sample.certificates = [delegate]
      let response = try sample.der(by: key)
      let list = try ListSample(
        nextUpdate: nil, entries: [(delegate.serialNumber, [])]
      ).list(by: root.key)
      if isRevoked {
        try expect(.revokedResponder, of: response, leaf, root, lists: [list])
      } else {
        let answer = try judge(.required, response, leaf, root, lists: [list])
        #expect(answer == .good(by: .ocsp))
      }
    }
  }

  @Test func `an OCSP response that is signed with another key than the issuer's is ignored`()
    throws
  {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    var answer = OCSPSample.Answer(leaf, root.certificate)
    answer.status = try OCSPSample.revoked()
    let forged = try OCSPSample(by: root.certificate, [answer]).der(by: Authority.key())
    try expect(.wrongSignature, of: forged, leaf, root)
  }

  @Test func `an unknown critical extension invalidates an OCSP response`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let unknown = X509.Extension(.other(.netscapeComment, []), isCritical: true)
    var sample = OCSPSample(by: root.certificate, [OCSPSample.Answer(leaf, root.certificate)])
    sample.extensions = [unknown]
    let problem = X509.RevocationProblem.unknownCriticalExtension(.netscapeComment)
    try expect(problem, of: sample.der(by: root.key), leaf, root)
    sample.extensions = []
    sample.answers[0].extensions = [unknown]
    try expect(problem, of: sample.der(by: root.key), leaf, root)
  }

  @Test func `a failed or malformed OCSP response has no verdict, but a list can have one`() throws
  {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    try expect(.unsuccessful(.tryLater), of: [0x30, 3, 0x0a, 1, 3], leaf, root)
    let answer = try judge(.whenPresent, [0x30], leaf, root)
    guard case .unanswered(let problems) = answer, case .unreadable? = problems.first else {
      Issue.record("\(answer)")
      return
    }
    let list = try ListSample().list(by: root.key)
    #expect(try judge(.required, [0x30], leaf, root, lists: [list]) == .good(by: .list))
  }
}
