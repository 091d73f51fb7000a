import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// The behaviour of AFNetworking's security policy, row by row.
@Suite struct PolicyTests {
  private let authority: TestAuthority
  private let root: X509.Certificate
  private let leaf: X509.Certificate
  private let host: CanonicalHost

  init() throws {
    authority = try TestAuthority(keys: .ed25519, at: TestAuthority.moment)
    root = authority.root
    leaf = try authority.leaf("www.example.org")
    host = try CanonicalHost("www.example.org")
  }

  private var presented: [X509.Certificate] { [leaf, authority.issuer] }

  private func refusal(
    _ policy: TLS.Policy, _ presented: [X509.Certificate]? = nil, for host: CanonicalHost? = nil,
    trusting roots: [X509.Certificate]? = nil
  ) -> TLS.TrustFailure? {
    do throws(TLS.TrustFailure) {
      _ = try policy.evaluate(
        presented ?? self.presented, for: host ?? self.host, at: TestAuthority.moment,
        trusting: X509.Anchors(roots ?? [root]))
      return nil
    } catch {
      return error
    }
  }

  private func pinning(
    _ mode: TLS.Pinning, _ certificates: X509.Certificate..., allowsInvalid: Bool = false,
    danger: TLS.Danger = []
  ) -> TLS.Policy {
    var policy = TLS.Policy(mode, pinned: certificates)
    policy.allowsInvalidCertificates = allowsInvalid
    policy.danger = danger
    return policy
  }

  @Test func `the pinning modes have the same numbers as in AFNetworking`() {
    #expect(TLS.Pinning.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(TLS.Pinning(rawValue: 1) == .publicKey && TLS.Pinning(rawValue: 2) == .certificate)
  }

  @Test func `the default policy has no pins and no disabled checks`() {
    let policy = TLS.Policy()
    #expect(policy.pinning == .none && policy.pinnedCertificates.isEmpty)
    #expect(!policy.allowsInvalidCertificates && policy.validatesDomainName)
    #expect(policy.danger.isEmpty && policy.rules.rules.isEmpty && policy.evaluator == nil)
    #expect(refusal(policy) == nil)
  }

  @Test func `with pinning none, pinned certificates are ignored`() throws {
    let stranger = try TestAuthority.alone("stranger")
    #expect(refusal(pinning(.none, stranger.root)) == nil)
  }

  @Test func `duplicate pinned certificates are stored once, unusable keys are listed`() throws {
    let key = X509.PublicKey(X509.Algorithm(.dsa), bits: [1, 2, 3])
    let odd = try authority.leaf("odd.example.org", for: key)
    var policy = pinning(.publicKey, leaf, odd, leaf)
    #expect(policy.pinnedCertificates == [leaf, odd] && policy.skippedCertificates == [odd])
    #expect(refusal(policy) == nil)
    policy.pinnedCertificates = [odd]
    #expect(policy.skippedCertificates == [odd])
    #expect(refusal(policy)?.reason == .keyNotPinned(found: pins))
    policy.pinnedCertificates = []
    #expect(refusal(policy)?.reason == .noPinnedCertificates(.publicKey))
  }

  private var pins: [X509.Pin] { [leaf.pin, authority.issuer.pin, root.pin] }

  @Test(arguments: [TLS.Danger(), .all.subtracting(.wrongHost)])
  func `allowing invalid certificates without pins rejects every server`(
    danger: TLS.Danger
  ) throws {
    for mode in TLS.Pinning.allCases {
      var policy = pinning(mode, allowsInvalid: true, danger: danger)
      #expect(refusal(policy)?.reason == .nothingToJudgeBy)
      policy.pinnedCertificates = mode == .none ? [leaf] : []
      #expect(refusal(policy)?.reason == .nothingToJudgeBy)
    }
  }

  @Test func `with all checks disabled, a client certificate is rejected for a server`() throws {
    let client = try authority.client("worker", key: .ed25519).leaf
    let policy = pinning(.none, danger: .all)
    let refusal = refusal(policy, [client, authority.issuer])
    guard case .wrongPurpose = refusal?.pathFailure?.fault else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func `a server that omits its intermediate certificate is rejected`() {
    let refusal = refusal(TLS.Policy(), [leaf])
    guard case .missingIssuer(let missing) = refusal?.pathFailure?.fault else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(missing.name == authority.issuer.subject)
  }

  @Test func `allowsInvalidCertificates without pins disables no check`() throws {
    let flawed = try TestAuthority.selfSigned("other.example.org", isPast: true)
    let needed: TLS.Danger = [.wrongHost, .expired, .selfSigned]
    #expect(refusal(pinning(.none, danger: needed), [flawed]) == nil)
    #expect(refusal(pinning(.none, allowsInvalid: true, danger: needed), [flawed]) == nil)
    let allowing = pinning(.none, allowsInvalid: true)
    #expect(throws: TLS.TrustFailure.self) {
      try allowing.evaluate(
        [flawed], for: nil, at: TestAuthority.moment, trusting: X509.Anchors([root]))
    }
  }

  @Test func `pinned certificates are trusted roots only if invalid ones are allowed`() throws {
    let own = try TestAuthority.selfSigned("www.example.org")
    for mode in [TLS.Pinning.publicKey, .certificate] {
      #expect(refusal(pinning(mode, own), [own])?.pathFailure?.fault == .untrustedRoot)
      #expect(refusal(pinning(mode, own), [own], trusting: [own]) == nil)
    }
    #expect(refusal(pinning(.certificate, own, allowsInvalid: true), [own]) == nil)
  }

  @Test func `a pinned leaf, intermediate or root is the only trust anchor`() throws {
    for pinned in [leaf, authority.issuer, root] {
      for allowsInvalid in [false, true] {
        let policy = pinning(.certificate, pinned, allowsInvalid: allowsInvalid)
        #expect(refusal(policy) == nil)
        let other = try CanonicalHost("other.example.org")
        #expect(refusal(policy, for: other) != nil)
      }
    }
    // One name and one key can be in different certificates.
    let again = try TestAuthority.alone("root")
    let policy = pinning(.certificate, again.root)
    guard case .certificateNotPinned = refusal(policy)?.reason else {
      Issue.record("not pinned")
      return
    }
  }

  @Test func `publicKey or certificate pinning without certificates rejects every server`() {
    for mode in [TLS.Pinning.publicKey, .certificate] {
      #expect(refusal(pinning(mode))?.reason == .noPinnedCertificates(mode))
    }
  }

  @Test func `bytes that are not a certificate cannot be pinned`() {
    #expect(throws: X509Error.self) {
      TLS.Policy(.certificate, pinned: [try X509.Certificate([1])])
    }
    #expect(throws: X509Error.self) { try X509.Certificate(Array(leaf.der.dropLast())) }
  }

  @Test func `a pinned key is accepted only if every violated check is disabled by name`() throws {
    let flawed = try TestAuthority.selfSigned("other.example.org", isPast: true)
    let needed: TLS.Danger = [.wrongHost, .expired, .selfSigned]
    for allowsInvalid in [false, true] {
      func refusal(_ danger: TLS.Danger) -> TLS.TrustFailure? {
        let policy = pinning(.publicKey, flawed, allowsInvalid: allowsInvalid, danger: danger)
        return self.refusal(policy, [flawed])
      }
      #expect(refusal(needed) == nil)
      for member in [TLS.Danger.wrongHost, .expired, .selfSigned] {
        #expect(refusal(needed.subtracting(member)) != nil)
      }
      let other = pinning(.publicKey, leaf, allowsInvalid: allowsInvalid, danger: needed)
      #expect(self.refusal(other, [flawed])?.reason == .keyNotPinned(found: [flawed.pin]))
    }
  }

  /// The genuine certificates are appended to another chain.
  @Test func `a pin does not match an unrelated certificate that the server appends`()
    throws
  {
    let trusted = try TestAuthority.alone("another root")
    let attacker = try trusted.leaf("www.example.org")
    let sent = [attacker, leaf, authority.issuer, root, trusted.root]
    let roots = [root, trusted.root]
    #expect(refusal(TLS.Policy(), sent, trusting: roots) == nil)
    for pinned in [leaf, authority.issuer, root] {
      for mode in [TLS.Pinning.publicKey, .certificate] {
        for (allowsInvalid, danger) in [(false, TLS.Danger()), (true, .all), (false, .all)] {
          let policy = pinning(mode, pinned, allowsInvalid: allowsInvalid, danger: danger)
          #expect(refusal(policy, sent, trusting: roots)?.alert == .accessDenied)
          // If no root need be trusted, unrelated certificates are not trusted either.
          #expect(refusal(policy, sent, trusting: [root]) != nil)
        }
      }
      var policy = TLS.Policy()
      policy.danger = .all
      policy.rules = try TLS.PinRules([
        TLS.PinRule(TLS.HostPattern(host), [pinned.pin], backups: [try TestPins.pin(1)])
      ])
      #expect(refusal(policy, sent, trusting: roots)?.alert == .accessDenied)
    }
  }

  @Test func `a pinned key matches another certificate with the same public key`() throws {
    let key = try X509.PublicKey(TestAuthority.newKey().publicKey)
    let first = try authority.leaf("www.example.org", for: key)
    let second = try TestAuthority.alone("another").leaf("www.example.org", for: key)
    #expect(refusal(pinning(.publicKey, second), [first, authority.issuer]) == nil)
    #expect(refusal(pinning(.certificate, second), [first, authority.issuer]) != nil)
    #expect(refusal(pinning(.publicKey, second)) != nil)
  }

  @Test func `certificates can be checked offline and for any date`() throws {
    let early = UnixTime(secondsSinceEpoch: 1_000_000_000)
    let roots = X509.Anchors([root])
    let refusal = #expect(throws: TLS.TrustFailure.self) {
      try TLS.Policy().evaluate(presented, for: host, at: early, trusting: roots)
    }
    #expect(refusal?.moment == early && refusal?.alert == .certificateExpired)
    let chain = try TLS.Policy().evaluate(
      presented, for: nil, at: TestAuthority.moment, trusting: roots)
    #expect(chain.path?.certificates == presented && chain.path?.purpose == .unnamedServer)
    #expect(chain.host == nil && chain.leaf == leaf && chain.lifted.isEmpty)
  }

  @Test func `revocation is checked only if the policy requires the check`() throws {
    var policy = TLS.Policy()
    #expect(refusal(policy) == nil)
    policy.revocation = try X509.Revocation(.required)
    #expect(refusal(policy)?.alert == .badCertificateStatusResponse)
    policy.danger = .all
    #expect(refusal(policy) != nil)
  }

  @Test func `the description of a policy lists the disabled checks`() {
    var policy = TLS.Policy()
    #expect(!policy.description.contains("DANGER"))
    policy.danger = [.expired]
    #expect(policy.description.contains("DANGER: certificates that have expired are accepted"))
  }
}
