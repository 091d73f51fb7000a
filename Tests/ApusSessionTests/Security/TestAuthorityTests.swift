import ApusCrypto
import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

@testable import ApusConnections
@testable import ApusSession

/// New certificates, and their verification.
struct TestAuthorityTests {
  /// Returns the fault of an identity's path to a root; nil if it is trusted.
  private func fault(
    _ identity: TLS.Identity, _ purpose: X509.Purpose, _ root: X509.Certificate
  ) -> X509.Fault? {
    do throws(X509.TrustFailure) {
      _ = try X509.Verifier(anchors: X509.Anchors([root])).verify(
        identity.leaf, intermediates: Array(identity.chain.dropFirst()), for: purpose,
        at: UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch))
      return nil
    } catch {
      return error.fault
    }
  }

  private func server(_ host: String) throws -> X509.Purpose { .server(try CanonicalHost(host)) }

  @Test(arguments: TestAuthority.KeyKind.allCases)
  func `test certificates with each key type are valid for all their names`(
    kind: TestAuthority.KeyKind
  ) throws {
    let authority = try TestAuthority(keys: kind)
    let hosts = ["localhost", "127.0.0.1", "::1", "*.example.org"]
    let identity = try authority.server(hosts, key: kind)
    for host in ["localhost", "127.0.0.1", "[::1]", "a.example.org"] {
      #expect(fault(identity, try server(host), authority.root) == nil)
    }
    #expect(fault(identity, try server("example.net"), authority.root) != nil)
    #expect(identity.chain == [identity.leaf] + authority.intermediates)
    #expect(try X509.Certificate(pem: authority.rootPEM) == authority.root)
  }

  @Test
  func `a test certificate is valid only for its role and its own authority`()
    throws
  {
    let authority = try TestAuthority()
    let (one, other) = (try authority.server(), try authority.client("worker"))
    #expect(fault(one, .client, authority.root) != nil)
    #expect(fault(other, .client, authority.root) == nil)
    #expect(fault(other, .unnamedServer, authority.root) != nil)
    let root = try TestAuthority().root
    #expect(fault(one, .unnamedServer, root) == .wrongSignature)
  }

  @Test func `the contents of a test certificate can be changed before it is signed`() throws {
    let authority = try TestAuthority()
    let late = try authority.server {
      $0.validity = try X509.Validity(from: 1_000_000_000, through: 1_000_000_001)
    }
    guard case .expired = fault(late, .unnamedServer, authority.root) else {
      Issue.record("believed")
      return
    }
  }

  @Test func `a test certificate can be issued for a private key of the caller`() throws {
    let key = try Ed25519.PrivateKey.generate(using: SystemRandom())
    let publicKey = key.publicKey
    let identity = try TestAuthority().server(["localhost"], key: .ed25519(key))
    #expect(try identity.leaf.verificationKey() == .ed25519(publicKey))
  }
}
