import ApusASN1
import ApusX509
import Testing

/// The key of a leaf, with its uses and purposes. RFC 5280 sections 4.1.2.7 and 4.2.1.3.
@Suite struct CertificateJudgeTests {
  private let root: TestAuthority

  init() throws {
    root = try TestAuthority(root: .authority("root"))
  }

  private func fault(
    under profile: X509.Profile = .default, _ change: (inout Recipe) throws -> Void
  ) throws -> X509.Fault? {
    let leaf = try root.issue(.leaf("www.example.org").changed(change))
    let verifier = X509.Verifier(anchors: X509.Anchors([root.certificate]), profile: profile)
    do throws(X509.TrustFailure) {
      _ = try verifier.verify(leaf, for: .unnamedServer, at: Recipe.moment)
      return nil
    } catch {
      return error.fault
    }
  }

  @Test func `an RSA key with a modulus of less than 2048 bits is rejected`() throws {
    #expect(try fault { $0.publicKey = TestKey.rsa(bitCount: 2048) } == nil)
    #expect(try fault { $0.publicKey = TestKey.rsa(bitCount: 2047) } == .weakKey(bitCount: 2047))
    #expect(try fault { $0.publicKey = TestKey.rsa(bitCount: 1024) } == .weakKey(bitCount: 1024))
  }

  @Test(arguments: [1024, 2047, 2048])
  func `the bit count of an RSA modulus is known even if the key is unusable`(
    bitCount: Int
  ) throws {
    let leaf = try root.issue(
      .leaf("www.example.org").changed { $0.publicKey = TestKey.rsa(bitCount: bitCount) })
    #expect(leaf.rsaBitCount == bitCount)
    #expect(((try? leaf.verificationKey()) != nil) == (bitCount >= 2048))
    #expect(root.certificate.rsaBitCount == nil)
  }

  @Test(arguments: [OID.dsa, .x25519])
  func `a server certificate with a key that cannot sign is rejected`(algorithm: OID) throws {
    let key = X509.PublicKey(X509.Algorithm(algorithm), bits: [UInt8](repeating: 9, count: 32))
    #expect(try fault { $0.publicKey = key } == .forbiddenKey(algorithm))
  }

  @Test func `a server certificate whose key may only sign certificates is rejected`() throws {
    let usage = try X509.KeyUsage([.certificateSigning, .crlSigning])
    let fault = try fault {
      $0.keyUsage = X509.Extension(.keyUsage(usage), isCritical: true)
    }
    #expect(fault == .keyMayNotServe(usage))
  }

  @Test func `a leaf certificate with an unusable key is rejected`() throws {
    func fault(of key: X509.PublicKey) throws -> X509.Fault? {
      try self.fault { $0.publicKey = key }
    }
    let odd = [UInt8](repeating: 0xff, count: 256)
    let keys: [X509.PublicKey] = [
      X509.PublicKey(Self.p256, bits: [4] + [UInt8](repeating: 1, count: 64)),
      X509.PublicKey(Self.p256, bits: [0]),
      TestKey.rsa(modulus: odd.dropLast() + [0xfe]),
      TestKey.rsa(modulus: odd, exponent: [1]),
      TestKey.rsa(bitCount: 16_384),
      X509.PublicKey(X509.Algorithm(.ed25519), bits: [UInt8](repeating: 0xff, count: 32)),
    ]
    for key in keys {
      guard case .unusableKey = try fault(of: key) else {
        Issue.record("a key is taken: \(key.bits.prefix(4))")
        continue
      }
    }
    #expect(try fault(of: TestKey.idle.get().publicKey) == nil)
    #expect(
      try fault(of: X509.PublicKey(X509.Algorithm(.ed25519), bits: TestKey.ed25519)) == nil)
  }

  private static let p256 = X509.Algorithm(.ecPublicKey, .oid(.secp256r1))

  @Test func `the web profile rejects a leaf key that is only for PSS`() throws {
    let key = TestKey.rsa(
      modulus: [UInt8](repeating: 0xff, count: 256), .rsassaPSS)
    #expect(try fault { $0.publicKey = key } == nil)
    let web = X509.Profile("keys", [.webKeys])
    #expect(try fault(under: web) { $0.publicKey = key } == .broken(.webKeys))
  }

  @Test func `the fault of the leaf certificate is reported before an issuer is searched`() throws {
    let stranger = X509.Name([.commonName: "stranger"])
    #expect(try fault { $0.issuer = X509.Name([] as [X509.RelativeName]) } == .emptyIssuer)
    let broken = try fault {
      $0.issuer = stranger
      $0.algorithm = X509.Algorithm(.sha1WithRSAEncryption, .null)
    }
    #expect(broken == .signatureAlgorithm(.brokenAlgorithm(.sha1WithRSAEncryption)))
    guard case .missingIssuer = try fault({ $0.issuer = stranger }) else {
      Issue.record("an issuer is found")
      return
    }
  }

  /// RFC 5280 section 4.2.1.4.
  @Test func `critical policies are rejected if a policy qualifier is not supported`() throws {
    func policies(_ qualifiers: X509.CertificatePolicies.Qualifier...) throws -> X509.Extension {
      let policy = try X509.CertificatePolicies.Policy(.domainValidated, qualifiers)
      return X509.Extension(.certificatePolicies(try X509.CertificatePolicies([policy])))
    }
    func fault(
      _ policies: X509.Extension, isCritical: Bool
    ) throws -> X509.Fault? {
      var policies = policies
      policies.isCritical = isCritical
      return try self.fault { $0.policies = policies }
    }
    let known = try policies(.statement(X509.IA5Text("http://ca.example.org/cps")))
    let unknown = try policies(.other(.netscapeComment, [5, 0]))
    #expect(try fault(known, isCritical: true) == nil)
    #expect(try fault(unknown, isCritical: false) == nil)
    #expect(
      try fault(unknown, isCritical: true) == .policy(.unknownQualifier(.netscapeComment)))
  }
}
