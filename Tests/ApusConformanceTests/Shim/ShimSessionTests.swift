import ApusCrypto
import ApusNet
import ApusTLS
import TestSupport
import Testing

@testable import ApusConformance

/// Connections that resume the session of the one before.
@Suite(.ownThread) struct ShimSessionTests {
  private typealias Scene = ScriptedRunner.Scene

  private let runner: ScriptedRunner
  /// A server that gives tickets and takes them back.
  private let scene: ScriptedRunner.Scene

  init() throws {
    runner = ScriptedRunner(credential: try ShimCredential("p256"))
    let sealer = try TLS.TicketSealer(using: SystemRandom())
    scene = Scene(configure: {
      $0.ticketSealer = sealer
      $0.stapledResponse = [1, 2, 3, 4]
    })
  }

  private static let good = TLSShim.Outcome()

  @Test func `each connection of the shim offers the newest session ticket`() async throws {
    let (outcome, records) = try await runner.play(
      [scene, scene, scene], "-resume-count", "2", "-expect-ticket-renewal")
    #expect(records.map { $0.facts?.isResumed } == [false, true, true])
    #expect(outcome == Self.good)
  }

  @Test func `a resumed TLS session reports the certificate of the first handshake`() async throws {
    let (outcome, _) = try await runner.play(
      [scene, scene], "-resume-count", "1", "-enable-ocsp-stapling", "-expect-ocsp-response",
      "AQIDBA==", "-expect-peer-signature-algorithm", "1027", "-expect-peer-cert-file",
      runner.credential.leafPath, "-expect-verify-result", "-verify-peer")
    #expect(outcome == Self.good)
  }

  @Test func `the shim fails if a session is not resumed, unless the flag expects it`() async throws
  {
    let other = Scene()
    let flags = ["-resume-count", "1"]
    let (outcome, records) = try await runner.play(
      [scene, other], flags: flags + ["-on-resume-expect-session-miss"])
    #expect(outcome == Self.good)
    #expect(records.map { $0.facts?.isResumed } == [false, false])
    let (failed, _) = try await runner.play([scene, other], flags: flags)
    #expect(failed.status == 1 && failed.complaint.hasPrefix(":UNEXPECTED_RESUMPTION:"))
    let missed = flags + ["-on-resume-expect-session-miss"]
    #expect(try await runner.play([scene, scene], flags: missed).outcome.status == 1)
  }

  @Test func `a shim flag can apply only to the first or only to later connections`() async throws {
    let first = Scene(configure: scene.configure, prefixCount: 5)
    let initial = try await runner.play(
      [first, scene], "-resume-count", "1", "-on-initial-shim-writes-first",
      "-on-resume-expect-version", "772")
    #expect(initial.outcome == Self.good)
    #expect(initial.records.map(\.received.count) == [13, 8])
    let later = try await runner.play(
      [scene, first], "-resume-count", "1", "-on-resume-shim-writes-first")
    #expect(later.outcome == Self.good)
    #expect(later.records.map(\.received.count) == [8, 13])
    let wrong = try await runner.play(
      [scene, scene], "-resume-count", "1", "-on-resume-expect-version", "771")
    #expect(wrong.outcome.status == 1 && wrong.records.count == 2)
  }

  @Test func `the shim fails if a session ticket is missing or unexpected`()
    async throws
  {
    let (outcome, _) = try await runner.play([scene], "-expect-no-session")
    #expect(outcome.status == 1 && outcome.complaint.hasPrefix(":UNEXPECTED_SESSION:"))
    let ungenerous = Scene(configure: { [scene] in
      scene.configure(&$0)
      $0.ticketCount = 0
    })
    let (failed, _) = try await runner.play(
      [scene, ungenerous], "-resume-count", "1", "-expect-ticket-renewal")
    #expect(failed.status == 1 && failed.complaint.hasPrefix(":NO_TICKET_RENEWAL:"))
  }

  @Test func `the shim does not resume a session beyond its lifetime`() async throws {
    let flags = ["-resume-count", "1", "-resumption-delay"]
    #expect(try await runner.play([scene, scene], flags: flags + ["7000"]).outcome == Self.good)
    let late = flags + ["7300", "-on-resume-expect-session-miss"]
    #expect(try await runner.play([scene, scene], flags: late).outcome == Self.good)
  }

  @Test func `the shim verifies the server certificate of a resumed session only on request`()
    async throws
  {
    let flags = ["-resume-count", "1", "-verify-peer", "-on-resume-verify-fail"]
    #expect(try await runner.play([scene, scene], flags: flags).outcome == Self.good)
    let again = flags + ["-reverify-on-resume"]
    let (outcome, records) = try await runner.play([scene, scene], flags: again)
    #expect(outcome.status == 1 && outcome.complaint.hasPrefix(":CERTIFICATE_VERIFY_FAILED:"))
    #expect(records.last?.facts?.isResumed == true)
    #expect(
      records.last?.error == .alerted(TLS.AlertDescription.handshakeFailure.rawValue))
    let passing = ["-resume-count", "1", "-verify-peer", "-reverify-on-resume"]
    #expect(try await runner.play([scene, scene], flags: passing).outcome == Self.good)
  }
}
