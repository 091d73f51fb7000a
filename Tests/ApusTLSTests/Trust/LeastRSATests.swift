import ApusBytes
import ApusCrypto
import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// The lengths of RSA keys, if a policy requires more than the minimum.
@Suite struct LeastRSATests {
  private let host = Result { try CanonicalHost("www.example.org") }

  private func refusal(
    _ chain: [X509.Certificate], trusting root: X509.Certificate, least: Int
  ) throws -> TLS.TrustFailure.Reason? {
    var policy = TLS.Policy()
    policy.leastRSABitCount = least
    let host = try self.host.get()
    do throws(TLS.TrustFailure) {
      _ = try policy.evaluate(
        chain, for: host, at: TestAuthority.moment, trusting: X509.Anchors([root]))
      return nil
    } catch { return error.reason }
  }

  @Test func `a server with an RSA key below the policy's minimum length is rejected`() throws {
    let key = try SampleRSA.key()
    let authority = try TestAuthority.alone("root")
    let builder = X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: "www.example.org"]),
      alternativeNames: [.dns(try X509.IA5Text("www.example.org"))],
      validity: try X509.Validity(from: 1_790_000_000, through: 1_810_000_000))
    let leaf = try authority.certificate(builder, for: X509.PublicKey(key.publicKey))
    for (least, expected) in [
      (0, nil), (2_048, nil), (2_049, .shortRSAKey(bitCount: 2_048, least: 2_049)),
      (4_096, .shortRSAKey(bitCount: 2_048, least: 4_096)),
    ] as [(Int, TLS.TrustFailure.Reason?)] {
      #expect(try refusal([leaf], trusting: authority.root, least: least) == expected)
    }
    let reason = TLS.TrustFailure.Reason.shortRSAKey(bitCount: 2_048, least: 4_096)
    #expect("\(reason)".contains("2048 bits") && "\(reason)".contains("4096"))
  }

  @Test func `the minimum RSA key length ignores trust anchors and elliptic curve keys`() throws {
    let key = try SampleRSA.key()
    let validity = try X509.Validity(from: 1_790_000_000, through: 1_810_000_000)
    let root = try X509.CertificateBuilder(
      .authority(pathLength: nil), subject: X509.Name([.commonName: "RSA root"]),
      validity: validity
    ).selfSigned(by: key, using: SystemRandom())
    let leaf = try X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: "www.example.org"]),
      alternativeNames: [.dns(try X509.IA5Text("www.example.org"))], validity: validity
    ).certificate(
      for: X509.PublicKey(TestAuthority.newKey().publicKey), issuer: root, key: key,
      using: SystemRandom())
    #expect(try refusal([leaf], trusting: root, least: 4_096) == nil)
  }

  @Test func `the description of a policy contains its minimum RSA key length`() {
    var policy = TLS.Policy()
    #expect(policy.leastRSABitCount == 2_048 && !"\(policy)".contains("RSA"))
    policy.leastRSABitCount = 3_072
    #expect("\(policy)".contains("RSA keys of 3072 bits or more"))
  }
}
