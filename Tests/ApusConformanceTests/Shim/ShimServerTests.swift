import ApusTLS
import TestSupport
import Testing

@testable import ApusConformance

/// The shim as a server of TLS 1.3, with a scripted client.
@Suite(.ownThread) struct ShimServerTests {
  private let runner: RunnerClient

  init() throws { runner = RunnerClient(credential: try ShimCredential("p256")) }

  private static let good = TLSShim.Outcome()

  private func expectFailure(
    _ outcome: TLSShim.Outcome, _ word: String, location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == 1, sourceLocation: location)
    #expect(outcome.complaint.hasPrefix(":\(word):"), "\(outcome)", sourceLocation: location)
  }

  @Test func `the shim's server returns each received byte inverted`() async throws {
    let (outcome, records) = try await runner.play(
      1, "-use-early-callback", "-expect-version", "772", "-expect-server-name", "runner.example",
      "-decline-alpn")
    #expect(outcome == Self.good)
    #expect(records.first?.received.map { ~$0 } == Array("question".utf8))
    #expect(records.first?.presented?.leaf == runner.credential.leaf)
  }

  @Test func `the shim's server resumes a session only if it has sent a ticket`() async throws {
    let (outcome, records) = try await runner.play(2, "-resume-count", "1")
    #expect(outcome == Self.good)
    #expect(records.map { $0.facts?.isResumed } == [false, true])
    let (other, without) = try await runner.play(
      2, "-resume-count", "1", "-no-ticket", "-expect-session-miss")
    #expect(other == Self.good)
    #expect(without.map { $0.facts?.isResumed } == [false, false])
    #expect(without.allSatisfy { $0.sessions.isEmpty })
  }

  @Test func `the shim's server selects the configured application protocol`() async throws {
    var runner = runner
    runner.configure = { $0.applicationProtocols = [Array("foo".utf8), Array("bar".utf8)] }
    let (outcome, records) = try await runner.play(
      1, "-select-alpn", "bar", "-expect-alpn", "bar")
    #expect(outcome == Self.good)
    #expect(records.first?.facts?.applicationProtocol == Array("bar".utf8))
    let (failed, _) = try await runner.play(1, "-select-alpn", "baz")
    expectFailure(failed, "NOTHING_IN_COMMON:NO_APPLICATION_PROTOCOL:REFUSED")
  }

  @Test func `the shim's server requests a client certificate if the flag requires one`()
    async throws
  {
    let (refused, _) = try await runner.play(1, "-require-any-client-certificate")
    expectFailure(refused, "PEER_DID_NOT_RETURN_A_CERTIFICATE:CERTIFICATE_REQUIRED:REFUSED")
    var runner = runner
    runner.client = try ShimCredential("p384", host: "client.example", isClient: true)
    let (outcome, records) = try await runner.play(
      1, "-require-any-client-certificate", "-expect-peer-signature-algorithm", "1283")
    #expect(outcome == Self.good)
    #expect(records.first?.facts?.clientAuthentication == .signed(.ecdsaSECP384R1SHA384))
    let (failed, _) = try await runner.play(1, "-verify-peer", "-verify-fail")
    expectFailure(failed, "CERTIFICATE_VERIFY_FAILED")
  }

  @Test func `the shim's server sends the configured stapled OCSP response`() async throws {
    let (outcome, records) = try await runner.play(1, "-ocsp-response", "AQIDBA==")
    #expect(outcome == Self.good)
    #expect(records.first?.presented?.stapledResponse == [1, 2, 3, 4])
  }

  @Test(arguments: [
    (["-expect-server-name", "other.example"], "UNEXPECTED_SERVER_NAME"),
    (["-expect-cipher", "4866"], "UNEXPECTED_VALUE"), (["-expect-alpn", "foo"], "UNEXPECTED_ALPN"),
    (["-expect-hrr", "-async"], "UNEXPECTED_HELLO_RETRY_REQUEST"),
  ])
  func `the shim's server fails if a handshake property is not as expected`(
    flags: [String], word: String
  )
    async throws
  {
    let (outcome, _) = try await runner.play(1, flags[0], flags[1])
    expectFailure(outcome, word)
  }

  @Test func `the shim does not support resumption of a client with a certificate`()
    async throws
  {
    var runner = runner
    runner.client = try ShimCredential("p384", host: "client.example", isClient: true)
    let (outcome, records) = try await runner.play(
      2, "-resume-count", "1", "-require-any-client-certificate")
    #expect(outcome.status == 89)
    #expect(records.map { $0.facts?.isResumed } == [false, false])
  }

  @Test func `the shim's client signs only with schemes of the runner's list`() async throws {
    var runner = runner
    runner.client = try ShimCredential("ed25519", host: "client.example", isClient: true)
    let flags = ["-require-any-client-certificate", "-verify-prefs", "2055"]
    expectFailure(try await runner.play(1, flags[0]).outcome, "PEER_DID_NOT_RETURN_A_CERTIFICATE")
    let asked = try await runner.play(1, flags[0], flags[1], flags[2])
    #expect(asked.outcome == Self.good)
  }

  @Test func `the shim's server reports TLS 1.2 as unsupported`() async throws {
    var runner = runner
    runner.configure = { $0.versions = [.tls12] }
    let (outcome, _) = try await runner.play()
    #expect(outcome.status == 89)
    // If the version is disabled, its client is rejected as required.
    let (refused, records) = try await runner.play(1, "-min-version", "772")
    expectFailure(refused, "PROTOCOL_VERSION:REFUSED")
    #expect(records.first?.error == .alerted(TLS.AlertDescription.protocolVersion.rawValue))
    let flagged = await TLSShim.outcome(of: ["-port", "1", "-server", "-max-version", "771"])
    #expect(flagged.status == 89)
  }
}
