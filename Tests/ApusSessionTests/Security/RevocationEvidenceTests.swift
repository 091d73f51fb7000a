import ApusASN1
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import ApusX509Files
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Lists and responses in files, which change while a session lives.
@Suite(.ownThread, .serialized) struct RevocationEvidenceTests {
  private let folder: TemporaryFolder
  private let authority: TestAuthority
  private let identity: TLS.Identity

  init() throws {
    folder = try TemporaryFolder()
    authority = try TestAuthority()
    identity = try authority.server()
  }

  private func security() throws -> TestServer.Security {
    try TestServer.Security(identity, root: authority.root)
  }

  /// Returns the reason that a server was rejected, if it concerns revocation.
  private func fault(_ error: HTTPSessionError?) -> X509.RevocationFault? {
    guard case .trust(let failure)? = error?.reason,
      case .revocation(let fault)? = failure.policyFailure.pathFailure?.fault
    else { return nil }
    return fault
  }

  private static func isRevoked(_ fault: X509.RevocationFault?) -> Bool {
    if case .revoked = fault { true } else { false }
  }

  /// When a file was written.
  private final class Moment: Sendable {
    private let state = Lock<ContinuousClock.Instant?>(nil)

    var value: ContinuousClock.Instant? { state.withLock(\.self) }

    func note() { state.withLock { $0 = .now } }
  }

  /// One of many requests: its start, and its error.
  private struct Sent: Sendable {
    let begun: ContinuousClock.Instant
    let error: HTTPSessionError?
  }

  /// Sends requests one after the other until one that began after a given time has ended.
  private static func send(
    over session: HTTPSession, until end: @Sendable () -> ContinuousClock.Instant?
  ) async -> [Sent] {
    var sent: [Sent] = []
    while true {
      let begun = ContinuousClock.now
      do {
        try await session.send(.get("get"))
        sent.append(Sent(begun: begun, error: nil))
      } catch {
        let error = HTTPSessionError(of: error)
        sent.append(Sent(begun: begun, error: error))
      }
      if let end = end(), begun > end { return sent }
    }
  }

  /// Over a connection that is kept, over connections that are resumed, and over fresh ones.
  @Test func `after a CRL is reloaded, requests with a revoked certificate fail`()
    async throws
  {
    let path = try folder.write(try authority.revocationList(of: []), to: "ca.crl")
    let server = try await TestServer(tls: try security(), TestRoutes.answer)
    let evidence = try HTTPSession.RevocationEvidence.files([path])
    func session(_ configure: (inout HTTPSession.Configuration) -> Void) throws -> HTTPSession {
      try HTTPSession(server.url) {
        $0.timeouts.tls = .seconds(60)
        $0.tls.roots = .only([authority.root])
        $0.tls.revocation = evidence
        configure(&$0)
      }
    }
    let sessions = [
      try session { _ in }, try session { $0.headers["Connection"] = "close" },
      try session {
        $0.headers["Connection"] = "close"
        $0.tls.resumption = .off
      },
    ]
    for session in sessions { try await session.send(.get("get")) }
    let written = Moment()
    let all = try await withThrowingTaskGroup(of: [Sent].self) { group in
      for session in sessions {
        group.addTask {
          // Files are looked at once a second.
          await Self.send(over: session) { written.value?.advanced(by: .seconds(1)) }
        }
      }
      try await Task.sleep(for: .milliseconds(100))
      try folder.replace("ca.crl", with: try authority.revocationList(of: [identity.leaf]))
      written.note()
      var all: [[Sent]] = []
      for try await sent in group { all.append(sent) }
      return all
    }
    let moment = try #require(written.value)
    for sent in all {
      #expect(sent.last?.error != nil)
      for one in sent {
        if let error = one.error {
          #expect(Self.isRevoked(fault(error)), "\(error)")
        } else {
          #expect(one.begun <= moment.advanced(by: .seconds(1)))
        }
      }
    }
    #expect(server.handshakes.contains { $0.isResumed })
    for session in sessions { await session.shutdown() }
    await server.shutdown()
  }

  @Test func `the error for an expired CRL contains its file name and expiry time`()
    async throws
  {
    let list = try authority.revocationList(of: [], age: 60, lifetime: 3_660)
    let path = try folder.write(
      Array(PEM.encode(list, as: .x509CRL).utf8), to: "ca.crl")
    let end = try X509.RevocationList(list).nextUpdate
    let server = try await TestServer(tls: try security(), TestRoutes.answer)
    let clock = ManualClock()
    var configuration = HTTPSession.Configuration()
    configuration.tls.roots = .only([authority.root])
    configuration.tls.revocation = try .files([path])
    configuration.tls.policy.revocation = try X509.Revocation(.required, of: .leaf)
    configuration.headers["Connection"] = "close"
    let session = try HTTPSession(
      server.url, configuration, Environment(time: .manual(clock)))
    for _ in 1...2 { try await session.send(.get("get")) }
    #expect(server.handshakes.map(\.isResumed) == [false, true])
    clock.setWall(milliseconds: clock.wallMilliseconds + 3_700_000)
    var failure: HTTPSessionError?
    do { try await session.send(.get("get")) } catch let error as HTTPSessionError {
      failure = error
    }
    let ended = try #require(end)
    #expect(fault(failure) == .unanswered([.evidence(path, .stale(ended))]))
    let words = "\(try #require(failure))"
    let since = "\(UnixTime(secondsSinceEpoch: ended.secondsSinceEpoch))"
    #expect(
      words.contains("\(path): the revocation list or OCSP response was only valid until \(since)"))
    await session.shutdown()
    await server.shutdown()
  }

  @Test(arguments: [TestAuthority.Standing.good, .revoked])
  func `an OCSP response in a folder counts like a stapled OCSP response`(
    standing: TestAuthority.Standing
  ) async throws {
    _ = try folder.write(try authority.response(about: identity.leaf, standing), to: "leaf.ocsp")
    let evidence = try HTTPSession.RevocationEvidence.folder(folder.path)
    let revocation = try X509.Revocation(.required, of: .leaf)
    try await SessionFixture.with(tls: try security(), TestRoutes.answer) {
      $0.tls.revocation = evidence
      $0.tls.policy.revocation = revocation
    } _: { fixture in
      let error = await fixture.failure(of: .get("get"))
      #expect((error == nil) == (standing == .good))
      #expect(Self.isRevoked(fault(error)) == (standing == .revoked))
    }
  }

  @Test func `a revocation provider's error fails a request only if evidence is needed`()
    async throws
  {
    struct Failing: TLS.RevocationProvider {
      struct Missing: Error {}
      func evidence() throws -> TLS.RevocationEvidence { throw Missing() }
    }
    let cases: [(X509.Revocation, Bool)] = [(.off, false), (.whenPresent, true)]
    for (policy, isAsked) in cases {
      try await SessionFixture.with(tls: try security(), TestRoutes.answer) {
        $0.tls.revocation = .provided(by: Failing())
        $0.tls.policy.revocation = policy
      } _: { fixture in
        let error = await fixture.failure(of: .get("get"))
        #expect(error?.reason == (isAsked ? .trustSource(.provider("Missing()")) : nil))
      }
    }
  }

  @Test func `added, changed and damaged revocation files in a folder are detected`() throws {
    let store = RevocationStore([.folder(folder.path)])
    #expect(try store.evidence().parts.isEmpty)
    let empty = try authority.revocationList(of: [])
    let path = try folder.write(empty, to: "a.crl")
    let first = try store.evidence()
    #expect(first.parts.map(\.name) == [path] && first.parts.first?.lists.count == 1)
    try folder.rewrite("a.crl", with: try authority.revocationList(of: [identity.leaf]))
    let second = try store.evidence()
    #expect(second.parts.first?.lists.first?.entryCount == 1 && second.digest != first.digest)
    try folder.replace("a.crl", with: Array(empty.dropLast()))
    guard case .malformed(path, _, line: nil) = error(store) else {
      Issue.record("\(String(describing: error(store)))")
      return
    }
    try folder.replace("a.crl", with: Array("words".utf8))
    #expect(error(store) == .noRevocationList(path))
    #expect("\(HTTPSession.TrustSourceError.noRevocationList(path))".hasPrefix("the file \(path) "))
  }

  private func error(_ store: RevocationStore) -> HTTPSession.TrustSourceError? {
    do throws(HTTPSession.TrustSourceError) {
      _ = try store.evidence()
      return nil
    } catch {
      return error
    }
  }
}
