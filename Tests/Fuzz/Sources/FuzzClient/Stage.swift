import FuzzSupport

@testable import ApusTLS

/// The constants of all runs: the peers, the time, and the random numbers.
final class Stage: Sendable {
  static let moment = UnixTime(millisecondsSinceEpoch: 1_795_000_000_000)
  /// It is made once; if that fails, no run has a meaning.
  static let shared: Stage = {
    guard let stage = try? Stage() else { fatalError("the stage cannot be set") }
    return stage
  }()

  let host: CanonicalHost
  let key: SigningKey
  let leaf: X509.Certificate
  let chain: TLS.TrustedChain
  let identity: TLS.Identity

  private init() throws {
    host = try CanonicalHost("server.example")
    let seed = [UInt8](repeating: 7, count: 32)
    key = .ed25519(try Ed25519.PrivateKey(rawRepresentation: seed.span))
    let builder = X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: "server.example"]),
      alternativeNames: [.dns(try X509.IA5Text("server.example"))],
      validity: try X509.Validity(from: 1_700_000_000, through: 1_900_000_000))
    leaf = try builder.selfSigned(by: key, using: CountedRandom(seed: 3))
    chain = try Self.believe(leaf, host)
    identity = try TLS.Identity([leaf], signer: Nobody())
  }

  func sign(_ message: [UInt8]) -> [UInt8] {
    (try? key.signature(for: message.span, .ed25519, using: CountedRandom(seed: 4))) ?? []
  }

  /// A proof that trusts any certificate; this fuzzer does not test paths.
  func proof(of shown: TLS.PresentedCertificates) -> TLS.TrustedChain? {
    shown.leaf == leaf ? chain : try? Self.believe(shown.leaf, host)
  }

  private static func believe(
    _ leaf: X509.Certificate, _ host: CanonicalHost
  ) throws(TLS.TrustFailure) -> TLS.TrustedChain {
    var policy = TLS.Policy()
    policy.danger = [.wrongHost, .expired]
    return try policy.evaluate(
      [leaf], for: host, at: Self.moment.wholeSecond, trusting: X509.Anchors([leaf]))
  }

  /// A session of either version, as an earlier connection has left it.
  func session(_ suite: TLS.CipherSuite) -> TLS.Session {
    TLS.Session(
      scope: TLS.SessionScope(host: "server.example", port: 443, configuration: []), suite: suite,
      peer: .verified(chain), applicationProtocol: nil,
      received: UnixTime(millisecondsSinceEpoch: Self.moment.millisecondsSinceEpoch - 1000),
      lifetime: 7200, ticket: [1, 2, 3], sessionID: [],
      secret: SessionSecret(SecretBytes(zeros: suite.version == .tls13 ? 32 : 48)))
  }
}

/// A signer that is never called: the stage signs for the client.
private struct Nobody: TLS.Signer {
  func signature(for content: [UInt8], by scheme: TLS.SignatureScheme) -> [UInt8] { [] }
}

/// Random-looking numbers that are the same in every run.
struct CountedRandom: RandomSource {
  var seed: UInt8 = 0

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    var state = UInt64(seed) &+ 0x9e37_79b9_7f4a_7c15
    for index in bytes.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[index] = UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}
