import ApusCrypto
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509

/// A server of a test with one flaw that its certificate shows.
enum FlawedServer: String, CaseIterable, Sendable {
  case wrongHost
  case expired
  case untrusted
  case selfSigned

  /// The check that finds it, and that can be lifted by name.
  var danger: TLS.Danger {
    switch self {
    case .wrongHost: .wrongHost
    case .expired: .expired
    case .untrusted: .untrusted
    case .selfSigned: .selfSigned
    }
  }

  /// The server, whose client trusts the authority.
  func security(_ authority: TestAuthority) throws -> TestServer.Security {
    let day = Int64(86_400)
    let now = WallClock.secondsSinceEpoch
    let identity: TLS.Identity
    switch self {
    case .wrongHost: identity = try authority.server(["other.example"])
    case .expired:
      identity = try authority.server {
        $0.validity = try X509.Validity(from: now - 9 * day, through: now - day)
      }
    case .untrusted: identity = try TestAuthority("stranger").server()
    case .selfSigned:
      let key = SigningKey.p256(try .generate(using: SystemRandom()))
      let builder = X509.CertificateBuilder(
        .server, subject: X509.Name([.commonName: "localhost"]),
        alternativeNames: [.dns(try X509.IA5Text("localhost"))],
        validity: try X509.Validity(from: now - day, through: now + day))
      let leaf = try builder.selfSigned(by: key, using: SystemRandom())
      identity = try TLS.Identity([leaf], TLS.HeldKey(key))
    }
    return try TestServer.Security(identity, root: authority.root)
  }

  /// Returns whether a fault is the one of this flaw.
  func isFault(_ fault: X509.Fault?) -> Bool {
    switch (self, fault) {
    case (.wrongHost, .name), (.expired, .expired): true
    case (.untrusted, .untrustedRoot), (.untrusted, .missingIssuer): true
    case (.selfSigned, .untrustedRoot), (.selfSigned, .missingIssuer): true
    default: false
    }
  }
}
