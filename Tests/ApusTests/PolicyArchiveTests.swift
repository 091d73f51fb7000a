import Apus
import ApusBytes
import ApusCrypto
import FoundationEssentials
import Testing

/// A policy is a value that is copied and kept.
@Suite struct PolicyArchiveTests {
  private let certificate: X509.Certificate

  init() throws {
    let key = SigningKey.ed25519(try Ed25519.PrivateKey.generate(using: SystemRandom()))
    let name = X509.Name([.commonName: "www.example.org"])
    certificate = try X509.CertificateBuilder(
      .server, subject: name, alternativeNames: [.dns(try X509.IA5Text("www.example.org"))],
      validity: try X509.Validity(from: 0, through: 4_000_000_000)
    ).selfSigned(by: key, using: SystemRandom())
  }

  private func policy() throws -> TLS.Policy {
    var policy = TLS.Policy(.certificate, pinned: [certificate])
    policy.allowsInvalidCertificates = true
    policy.danger = [.wrongHost, .expired]
    policy.profile = .web
    policy.leastRSABitCount = 3_072
    policy.revocation = try X509.Revocation(.whenPresent, of: .leaf)
    let pins = try (1...2).map { try X509.Pin(digest: [UInt8](repeating: $0, count: 32)) }
    policy.rules = try TLS.PinRules(
      [
        TLS.PinRule(
          TLS.HostPattern("*.example.org"), [pins[0]], backups: [pins[1]],
          expires: UnixTime(secondsSinceEpoch: 2_000_000_000)),
        TLS.PinRule(
          TLS.HostPattern("192.0.2.1"), [pins[1]], backups: [pins[0]], isReportOnly: true),
      ], coversEveryHost: true)
    return policy
  }

  private func identity(_ policy: TLS.Policy) -> TLS.SecurityIdentity {
    TLS.SecurityIdentity(policy, roots: TLS.Roots([]), clients: [])
  }

  @Test func `decoding an encoded TLS policy returns an equal TLS policy`() throws {
    for policy in [TLS.Policy(), try policy()] {
      let data = try JSONEncoder().encode(policy)
      let again = try JSONDecoder().decode(TLS.Policy.self, from: data)
      #expect(identity(again) == identity(policy))
      #expect(again.rules == policy.rules && again.danger == policy.danger)
      #expect(again.profile == policy.profile)
      #expect(again.leastRSABitCount == policy.leastRSABitCount)
      #expect(again.pinnedCertificates == policy.pinnedCertificates)
    }
  }

  @Test func `changing a copy of a TLS policy does not change the original`() throws {
    let policy = try policy()
    var copy = policy
    copy.danger = []
    copy.pinnedCertificates = []
    #expect(policy.danger == [.wrongHost, .expired] && policy.pinnedCertificates == [certificate])
  }

  @Test
  func `encoding a TLS policy with a custom certificate evaluator throws an error`()
    throws
  {
    var policy = TLS.Policy()
    policy.evaluator = TLS.Evaluator("own") { _ in .refuse("no") }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(policy) }
  }

  @Test(arguments: [
    ("\"wrongHost\"", "\"everything\""), ("\"whenPresent\"", "\"perhaps\""),
    ("\"pinning\":2", "\"pinning\":3"), ("\"*.example.org\"", "\"*\""), ("sha256", "sha1"),
  ])
  func `decoding a TLS policy from malformed data throws an error`(_ part: String, _ other: String)
    throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(policy()), as: UTF8.self)
    let broken = text.replacing(part, with: other)
    #expect(broken != text)
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(TLS.Policy.self, from: Data(broken.utf8))
    }
  }
}
