import ApusHTTP
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// OCSP responses that servers staple, judged in a handshake. RFC 6066 section 8, RFC 6960.
@Suite(.ownThread) struct StaplingTests {
  /// The stapled response of a server.
  enum Staple: CaseIterable {
    case good, revoked, unknown, stale, early, ofAnother, malformed, none

    func bytes(_ authority: TestAuthority, _ leaf: X509.Certificate) throws -> [UInt8]? {
      switch self {
      case .good: try authority.response(about: leaf)
      case .revoked: try authority.response(about: leaf, .revoked)
      case .unknown: try authority.response(about: leaf, .unknown)
      case .stale: try authority.response(about: leaf, age: 7_200, lifetime: 3_600)
      case .early: try authority.response(about: leaf, age: -7_200)
      case .ofAnother: try authority.response(about: authority.server().leaf)
      case .malformed: [0x30, 0]
      case .none: nil
      }
    }

    /// Returns whether a policy rejects it for a fault; nil if it does not.
    func refuses(_ fault: X509.RevocationFault?, _ policy: X509.Revocation.Policy) -> Bool {
      switch (policy, self, fault) {
      case (.off, _, nil), (_, .good, nil): true
      case (.whenPresent, .revoked, .revoked(_, _, by: .ocsp)?): true
      case (.required, .revoked, .revoked(_, _, by: .ocsp)?): true
      case (.off, _, _), (_, .good, _), (_, .revoked, _): false
      case (.whenPresent, _, let fault): fault == nil
      case (.required, .none, .unanswered(let problems)?): problems.isEmpty
      case (.required, .stale, .unanswered(let problems)?): problems.first?.isStale == true
      case (.required, _, .unanswered(let problems)?): problems.count == 1
      case (.required, _, _): false
      }
    }
  }

  /// Returns the result of a request: the response, or the fault of the rejected server.
  private func outcome(
    _ fixture: SessionFixture
  ) async throws -> (response: HTTP.Response?, fault: X509.RevocationFault?) {
    do {
      return (try await fixture.session.send(.get("get")), nil)
    } catch let error as HTTPSessionError {
      guard case .trust(let trust) = error.reason,
        case .revocation(let fault)? = trust.policyFailure.pathFailure?.fault
      else { throw error }
      #expect(fixture.server.requestCount == 0)
      return (nil, fault)
    }
  }

  @Test(arguments: Staple.allCases, X509.Revocation.Policy.allCases)
  func `a stapled OCSP response is checked according to the revocation policy`(
    staple: Staple, policy: X509.Revocation.Policy
  ) async throws {
    let authority = try TestAuthority()
    let identity = try authority.server()
    var security = try TestServer.Security(identity, root: authority.root)
    let bytes = try staple.bytes(authority, identity.leaf)
    security.configuration.stapledResponse = bytes
    let revocation = try X509.Revocation(policy, of: .leaf)
    try await SessionFixture.with(tls: security, TestRoutes.answer) {
      $0.tls.policy.revocation = revocation
    } _: { fixture in
      let (response, fault) = try await outcome(fixture)
      #expect(staple.refuses(fault, policy), "\(String(describing: fault))")
      #expect((response == nil) == (fault != nil))
      if let response { #expect(response.tls?.facts.stapledResponse == bytes) }
    }
  }

  @Test func `a certificate that requires stapling is rejected without a stapled response`()
    async throws
  {
    let authority = try TestAuthority()
    let identity = try authority.server {
      $0.extensions.append(X509.Extension(.tlsFeature(try X509.TLSFeature([5]))))
    }
    for (staple, policy, expected) in [
      (nil, .off, nil), (nil, .whenPresent, .unanswered([.notStapled])),
      (nil, .required, .unanswered([.notStapled])),
      (try authority.response(about: identity.leaf), .whenPresent, nil),
      (try authority.response(about: identity.leaf), .required, nil),
    ] as [([UInt8]?, X509.Revocation.Policy, X509.RevocationFault?)] {
      var security = try TestServer.Security(identity, root: authority.root)
      security.configuration.stapledResponse = staple
      let revocation = try X509.Revocation(policy, of: .leaf)
      try await SessionFixture.with(tls: security, TestRoutes.answer) {
        $0.tls.policy.revocation = revocation
      } _: { fixture in
        let fault = try await outcome(fixture).fault
        #expect(fault == expected, "\(policy)")
        guard expected == nil, staple != nil else { return }
        // A session that is resumed was judged when it began.
        fixture.server.closeConnections()
        try await fixture.expectNothingLeft()
        let again = try await fixture.session.send(.get("get"))
        #expect(again.tls?.facts.isResumed == true)
      }
    }
    // A stale staple equals none.
    var security = try TestServer.Security(identity, root: authority.root)
    security.configuration.stapledResponse = try authority.response(
      about: identity.leaf, age: 7_200, lifetime: 3_600)
    let revocation = try X509.Revocation(.whenPresent, of: .leaf)
    try await SessionFixture.with(tls: security, TestRoutes.answer) {
      $0.tls.policy.revocation = revocation
    } _: { fixture in
      guard case .unanswered(let problems)? = try await outcome(fixture).fault else {
        Issue.record("not refused")
        return
      }
      #expect(problems.count == 1 && problems.first?.isStale == true)
    }
  }
}

extension X509.RevocationProblem {
  fileprivate var isStale: Bool {
    if case .stale = self { return true }
    return false
  }
}
