import ApusCrypto
import ApusNet
import ApusX509
import Testing

/// The regions between the marks are the code of the article on certificates without a network.
@Suite struct CertificateSnippets {
  private static let root =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Fixtures/"

  private func contents(_ name: String) throws -> [UInt8] {
    try Files.contents(of: Self.root + name)
  }

  /// The printed text of a snippet.
  private final class Output {
    var text = ""

    func print(_ items: Any...) {
      text += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }
  }

  @Test func `the documented code inspects certificates`() throws {
    let file = try contents("keystores/rsa.pem")
    let output = Output()
    func print(_ items: Any...) {
      output.print(items.map { "\($0)" }.joined(separator: " "))
    }
    // Snippet:
    let (certificates, problems) = X509.Bundle(file).certificates()
    for problem in problems { print("line \(problem.line ?? 1): \(problem.error)") }
    for certificate in certificates {
      print(certificate.subject, certificate.publicKey, certificate.validity)
      let names = try certificate.subjectAlternativeName
      print(names?.description ?? "no alternative names")
      print(X509.Inspection(certificate).text)
    }
    // End.
    #expect(output.text.contains("CN=rsa RSA 2048 20"))
    #expect(output.text.contains("no alternative names"))
  }

  @Test func `the documented code sorts a certificate chain`() throws {
    let root = try Authority()
    let key = try Authority.key()
    let middle = try root.issue(.authority(pathLength: 0), to: "middle", for: key)
    let leaf = try RevocationPath.issue(.server, "leaf", for: Authority.key(), by: middle, key)
    let bag = [middle, leaf]
    let output = Output()
    func print(_ items: Any...) {
      output.print(items.map { "\($0)" }.joined(separator: " "))
    }
    // Snippet:
    let chain = X509.Chain(ordering: bag)
    for certificate in chain.certificates { print(certificate.subject) }
    for leftover in chain.leftovers { print(leftover.certificate.subject, leftover.reason) }
    if let missing = chain.missing {
      print("missing: \(missing.name), at", missing.urls.map(\.string))
    }
    // End.
    #expect(output.text == "CN=leaf\nCN=middle\nmissing: CN=root, at []\n")
  }

  @Test func `the documented code reads and pins a certificate's public key`() throws {
    let certificate = try X509.Certificate(
      pem: String(decoding: contents("keystores/p256.pem"), as: UTF8.self))
    // Snippet:
    let publicKey = PEM.encode(certificate.publicKey.der, as: .publicKey)
    let pin = certificate.pin
    let fingerprint = certificate.fingerprint
    let (der, pem) = (certificate.der, certificate.pem)
    // End.
    #expect(fingerprint.bytes == SHA256.digest(of: der.span) && fingerprint.bytes.count == 32)
    #expect("\(fingerprint)".utf8.count == 64 && pin.digest.count == 32)
    #expect(try X509.Certificate(pem: pem).der == der)
    #expect(publicKey.utf8.starts(with: "-----BEGIN PUBLIC KEY-----".utf8))
    #expect(try X509.Pin("\(pin)") == X509.Pin(certificate.publicKey))
  }

  @Test func `the documented code verifies a certificate for a host`() throws {
    let path = try RevocationPath()
    let (leaf, intermediates) = (path.leaf, [path.middle])
    let roots = Array(path.root.certificate.pem.utf8)
    let now = RevocationPath.moment
    let output = Output()
    func print(_ items: Any...) {
      output.print(items.map { "\($0)" }.joined(separator: " "))
    }
    // Snippet:
    let verifier = X509.Verifier(anchors: X509.Anchors(X509.Bundle(roots)))
    let host = try CanonicalHost("www.example.com")
    do throws(X509.TrustFailure) {
      let chain = try verifier.verify(
        leaf, intermediates: intermediates, for: .server(host), at: now)
      print("trusted by", chain.anchor)
    } catch {
      print(error.explanation)
    }
    // End.
    #expect(output.text.contains("www.example.com"))
  }

  @Test func `the documented code checks revocation with files of revocation lists`() throws {
    let path = try RevocationPath()
    let (leaf, middle, root) = (path.leaf, path.middle, path.root.certificate)
    var sample = ListSample(entries: [(leaf.serialNumber, [])])
    sample.issuer = middle.subject
    let list = try sample.der(by: path.middleKey)
    let now = RevocationPath.moment
    // Snippet:
    var verifier = X509.Verifier(anchors: X509.Anchors([root]))
    let evidence = try X509.Revocation.Evidence("ca.crl", file: list)
    verifier.revocation = try X509.Revocation(.required, of: .leaf).adding([evidence])
    // End.
    let found = RevocationPath.rejection(leaf, [middle], by: verifier)?.fault
    guard case .revocation(.revoked) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    let output = Output()
    func print(_ items: Any...) {
      output.print(items.map { "\($0)" }.joined(separator: " "))
    }
    // Snippet:
    let issuer = try X509.RevocationIssuer(middle)
    do throws(X509.RevocationFault) {
      print(try verifier.revocation.judge(leaf, issuer: issuer, at: now))
    } catch {
      print(error)
    }
    // End.
    #expect(output.text.contains("was revoked at"))
  }

  @Test func `the documented code lists certificates that expire soon`() throws {
    let files = [
      "rsa.pem": try contents("keystores/rsa.pem"), "p256.pem": try contents("keystores/p256.pem"),
    ]
    let now = UnixTime(secondsSinceEpoch: 4_980_000_000)
    let output = Output()
    func print(_ items: Any...) {
      output.print(items.map { "\($0)" }.joined(separator: " "))
    }
    // Snippet:
    for (name, contents) in files {
      for certificate in X509.Bundle(contents).certificates().certificates {
        let days = certificate.validity.daysLeft(at: now)
        if days < 30 { print("\(name): \(certificate.subject) has \(days) days left") }
      }
    }
    // End.
    #expect(output.text.contains("rsa.pem: CN=rsa has -"))
  }

  @Test func `the documented code verifies and lints a certificate chain with a profile`() throws {
    let certificate = try Authority().certificate
    let anchors = X509.Anchors([certificate])
    let output = Output()
    func print(_ items: Any...) {
      output.print(items.map { "\($0)" }.joined(separator: " "))
    }
    // Snippet:
    let verifier = X509.Verifier(anchors: anchors, profile: .baseline)
    if let count = certificate.rsaBitCount, count < 3072 { print("a short key of \(count) bits") }
    for finding in X509.Lint.findings(in: certificate) {
      print(finding.lint.severity, finding.lint.code, finding.detail)
    }
    // End.
    #expect(verifier.profile == .baseline)
  }

  @Test func `the documented code reads and writes key stores`() throws {
    let p12 = try contents("keystores/p256.p12")
    let jks = try contents("keystores/java-trust.jks")
    let password = Array("apus".utf8)
    // Snippet:
    let store = try X509.PKCS12(p12.span, password: password.span)
    let chain = store.certificates
    let key = store.takeKey()
    let copy = try X509.PKCS12.file(
      chain, key: key, password: password.span, using: SystemRandom())
    let trusted = try X509.JavaKeyStore(jks.span, password: nil).trustedCertificates
    let trustStore = try X509.PKCS12.trustStore(
      trusted, password: password.span, using: SystemRandom())
    // End.
    let copied = try X509.PKCS12.certificates(in: copy.span, password: password.span)
    let kept = try X509.PKCS12.certificates(in: trustStore.span, password: password.span)
    #expect(copied == chain && kept == trusted)
  }
}
