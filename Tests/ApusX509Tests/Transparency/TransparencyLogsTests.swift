import ApusCrypto
import ApusX509
import Testing

/// RFC 6962 section 3.2.
@Suite struct TransparencyLogsTests {
  private typealias Verdict = X509.TransparencyLogs.Verdict

  /// A certificate with promises that were made of its content before they were in it.
  private func certificate(
    _ root: borrowing Authority, at index: Int = 0, extensions: [X509.Extension]? = nil,
    _ promises: (X509.TBSCertificate) throws -> [X509.SignedCertificateTimestamp]
  ) throws -> X509.Certificate {
    var content = try X509.TBSCertificate(root.issue(for: Authority.key()))
    if let extensions { content.extensions = extensions }
    let list = try X509.SignedCertificateTimestamps(promises(content))
    content.extensions.insert(X509.Extension(.signedCertificateTimestamps(list)), at: index)
    return try content.signed(by: root.key, using: SystemRandom())
  }

  private func entry(
    _ content: X509.TBSCertificate, _ root: borrowing Authority
  ) throws -> [UInt8] {
    LogSample.entry(try content.der(), issuerKey: root.certificate.publicKey)
  }

  private func verdicts(
    _ logs: [X509.TransparencyLog], _ certificate: X509.Certificate, _ root: borrowing Authority,
    at seconds: Int64 = Authority.now
  ) throws -> [Verdict] {
    try X509.TransparencyLogs(logs).verdicts(
      on: certificate, issuerKey: root.certificate.publicKey,
      at: UnixTime(secondsSinceEpoch: seconds))
  }

  @Test(arguments: [0, 2, 5])
  func `an embedded timestamp is verified for the certificate without timestamps`(
    _ index: Int
  ) throws {
    let root = try Authority()
    let first = try LogSample("1")
    let second = try LogSample("2")
    let leaf = try certificate(root, at: index) { content in
      let entry = try entry(content, root)
      return [try first.promise(entry), try second.promise(entry, extensions: [1, 2, 3])]
    }
    let found = try verdicts([first.log, second.log], leaf, root)
    #expect(found == [.valid(first.log), .valid(second.log)])
    let other = try Authority()
    #expect(
      try verdicts([first.log, second.log], leaf, other) == [.wrongSignature, .wrongSignature])
  }

  @Test func `a certificate with timestamps as its only extension is verified`() throws {
    let root = try Authority()
    let sample = try LogSample()
    let leaf = try certificate(root, extensions: []) { content in
      [try sample.promise(entry(content, root))]
    }
    #expect(leaf.extensions.count == 1)
    #expect(try verdicts([sample.log], leaf, root) == [.valid(sample.log)])
  }

  @Test func `a timestamp from TLS or OCSP is verified for the complete certificate`() throws {
    let root = try Authority()
    let sample = try LogSample()
    let leaf = try root.issue(for: Authority.key())
    let logs = X509.TransparencyLogs([sample.log])
    for (entry, verdict) in [
      (LogSample.entry(leaf), Verdict.valid(sample.log)),
      (LogSample.entry(root.certificate), .wrongSignature),
    ] {
      let list = try X509.SignedCertificateTimestamps([sample.promise(entry)])
      let found = try logs.verdicts(
        on: leaf, delivered: list, at: UnixTime(secondsSinceEpoch: Authority.now))
      #expect(found == [verdict])
    }
  }

  @Test func `a certificate without timestamps has no timestamp verdicts`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    #expect(try verdicts([], leaf, root).isEmpty)
  }

  @Test func `the verdict on a timestamp depends on the state of its transparency log`() throws {
    let root = try Authority()
    let sample = try LogSample()
    let leaf = try certificate(root) { [try sample.promise(entry($0, root))] }
    let made = UInt64(Authority.now) * 1000
    for (state, isTrusted) in [
      (X509.TransparencyLog.State.usable, true), (.readOnly, true), (.rejected, false),
      (.retired(at: made), false), (.retired(at: made + 1), true),
    ] {
      let log = X509.TransparencyLog(
        "log", operatorName: "operator", key: sample.key.publicKey, state: state)
      let verdict = isTrusted ? Verdict.valid(log) : .untrustedLog(log)
      #expect(try verdicts([log], leaf, root) == [verdict])
    }
    #expect(try verdicts([], leaf, root) == [.unknownLog])
    #expect(try verdicts([LogSample().log], leaf, root) == [.unknownLog])
  }

  @Test func `a certificate timestamp from the future is not yet valid`() throws {
    let root = try Authority()
    let sample = try LogSample()
    let leaf = try certificate(root) { [try sample.promise(entry($0, root))] }
    #expect(try verdicts([sample.log], leaf, root, at: Authority.now) == [.valid(sample.log)])
    let later = Verdict.notYetValid(milliseconds: UInt64(Authority.now) * 1000)
    for moment in [Authority.now - 1, 0, -1] {
      #expect(try verdicts([sample.log], leaf, root, at: moment) == [later])
    }
  }

  @Test func `an unsupported timestamp algorithm and a wrong signature are distinguished`() throws {
    let root = try Authority()
    let sample = try LogSample()
    for (algorithms, verdict) in [
      ([UInt8]([4, 3]), Verdict.valid(sample.log)), ([4, 1], .wrongSignature),
      ([5, 3], .unsupportedSignature(hash: 5, signature: 3)),
      ([4, 2], .unsupportedSignature(hash: 4, signature: 2)),
    ] {
      let leaf = try certificate(root) {
        [try sample.promise(entry($0, root), algorithms: algorithms)]
      }
      #expect(try verdicts([sample.log], leaf, root) == [verdict])
    }
  }

  @Test func `a transparency log is found by the SHA-256 digest of its key`() throws {
    let sample = try LogSample()
    let spki = sample.key.publicKey.spki
    #expect(sample.log.id == SHA256.digest(of: spki))
    let same = try X509.TransparencyLog("log", operatorName: "operator", spki: spki)
    #expect(same == sample.log)
    #expect(X509.TransparencyLogs([same]).log(same.id) == same)
    #expect(throws: X509Error.self) {
      try X509.TransparencyLog("log", operatorName: "operator", spki: Array(spki.dropLast()))
    }
  }
}
