import ApusTLS
import TestSupport
import Testing

@testable import ApusConformance

/// The servers that the shim trusts, and its own identity.
@Suite(.ownThread) struct ShimTrustTests {
  private typealias Scene = ScriptedRunner.Scene

  private let runner: ScriptedRunner
  private let stranger: ShimCredential

  init() throws {
    runner = ScriptedRunner(credential: try ShimCredential("p256"))
    stranger = try ShimCredential("ed25519", host: "stranger.example")
  }

  private static let good = TLSShim.Outcome()

  @Test func `the shim verifies a server's certificate only on request`() async throws {
    let trust = ["-trust-cert", stranger.rootPath]
    #expect(try await runner.play([Scene()], flags: trust).outcome == Self.good)
    #expect(try await runner.play([Scene()], "-verify-peer").outcome == Self.good)
    let (outcome, records) = try await runner.play([Scene()], flags: trust + ["-verify-peer"])
    #expect(outcome.status == 1 && outcome.complaint.hasPrefix(":CERTIFICATE_VERIFY_FAILED:"))
    #expect(records.first?.error == .alerted(TLS.AlertDescription.certificateUnknown.rawValue))
  }

  @Test func `the shim sends the host name and verifies the certificate for this name`()
    async throws
  {
    let (outcome, records) = try await runner.play(
      [Scene()], "-verify-peer", "-host-name", "runner.example")
    #expect(outcome == Self.good)
    #expect(records.first?.facts?.hostName == Array("runner.example".utf8))
    let (failed, _) = try await runner.play([Scene()], "-verify-peer", "-host-name", "b.example")
    #expect(failed.status == 1 && failed.complaint.hasPrefix(":CERTIFICATE_VERIFY_FAILED:"))
    #expect(try await runner.play([Scene()], "-host-name", "b.example").outcome == Self.good)
  }

  @Test(arguments: [false, true])
  func `the shim sends the configured alert if its callback rejects the certificate`(isCustom: Bool)
    async throws
  {
    let flags =
      ["-verify-peer", "-verify-fail"] + (isCustom ? ["-use-custom-verify-callback"] : [])
    let (outcome, records) = try await runner.play([Scene()], flags: flags)
    #expect(outcome.status == 1)
    let alert = isCustom ? TLS.AlertDescription.certificateUnknown : .handshakeFailure
    #expect(records.first?.error == .alerted(alert.rawValue))
  }

  @Test func `the shim fails if the verification result differs from the expected result`()
    async throws
  {
    let expects = ["-expect-verify-result"]
    #expect(try await runner.play([Scene()], flags: expects).outcome == Self.good)
    let failing = expects + ["-verify-fail"]
    #expect(try await runner.play([Scene()], flags: failing).outcome == Self.good)
    let (outcome, _) = try await runner.play(
      [Scene()], flags: expects + ["-trust-cert", stranger.rootPath])
    #expect(outcome.status == 1 && outcome.complaint.hasPrefix(":UNEXPECTED_VERIFY_RESULT:"))
  }

  @Test func `the shim sends its client certificate and signs with an allowed scheme`() async throws
  {
    var runner = runner
    let client = try ShimCredential("rsa", host: "client.example", isClient: true)
    runner.client = client
    let scene = Scene(configure: {
      $0.clientCertificates = .required
      $0.clientSchemes = [.ed25519, .rsaPSSRSAESHA384]
    })
    let identity = ["-cert-file", client.chainPath, "-key-file", client.keyPath]
    let (outcome, records) = try await runner.play(
      [scene],
      flags: identity + [
        "-signing-prefs", "2053", "-expect-peer-verify-pref", "2055", "-expect-peer-verify-pref",
        "2053",
      ])
    #expect(outcome == Self.good)
    #expect(records.first?.facts?.clientChain?.leaf == client.leaf)
    #expect(try await runner.play([scene], flags: identity).outcome == Self.good)
    let (declined, without) = try await runner.play(
      [scene], flags: identity + ["-signing-prefs", "2052"])
    #expect(declined.status == 1)
    #expect(without.first?.error == .certificateRequired)
    let (failed, _) = try await runner.play(
      [scene], flags: identity + ["-expect-peer-verify-pref", "2053"])
    #expect(failed.status == 1 && failed.complaint.hasPrefix(":UNEXPECTED_VERIFY_PREFERENCES:"))
  }

  @Test func `the shim reports an unsupported signature scheme as unsupported`() async throws {
    let (outcome, _) = try await runner.play(
      [], "-cert-file", stranger.chainPath, "-key-file", stranger.keyPath, "-signing-prefs", "513")
    #expect(outcome.status == 89)
    // A certificate of another key cannot be sent.
    let (other, _) = try await runner.play(
      [], "-cert-file", stranger.chainPath, "-key-file", runner.credential.keyPath)
    #expect(other.status == 89)
  }

  @Test func `the shim requests a stapled OCSP response and compares its bytes`() async throws {
    let scene = Scene(configure: { $0.stapledResponse = [1, 2, 3, 4] })
    let flags = ["-enable-ocsp-stapling", "-expect-ocsp-response"]
    #expect(try await runner.play([scene], flags: flags + ["AQIDBA=="]).outcome == Self.good)
    #expect(try await runner.play([scene], flags: flags + ["AQIDBQ=="]).outcome.status == 1)
    let unasked = ["-expect-ocsp-response", "AQIDBA=="]
    #expect(try await runner.play([scene], flags: unasked).outcome.status == 1)
  }

  @Test(arguments: [[1, 2, 3], nil] as [[UInt8]?])
  func `the shim's callback can reject a present or missing stapled OCSP response`(
    response: [UInt8]?
  ) async throws {
    let scene = Scene(configure: { $0.stapledResponse = response })
    let flags = ["-enable-ocsp-stapling", "-use-ocsp-callback"]
    #expect(try await runner.play([scene], flags: flags).outcome == Self.good)
    let (outcome, records) = try await runner.play([scene], flags: flags + ["-fail-ocsp-callback"])
    #expect(outcome.status == 1)
    let alert = TLS.AlertDescription.badCertificateStatusResponse
    #expect(records.first?.error == .alerted(alert.rawValue))
  }

  @Test func `the shim requests signed certificate timestamps and compares the list`() throws {
    let asking = try ShimCommand(["-enable-signed-cert-timestamps"]).initial
    #expect(try ShimSettings(asking).configuration.asksForProofs)
    #expect(try !ShimSettings(try ShimCommand([]).initial).configuration.asksForProofs)
    // The runner's own list: six bytes, which are one timestamp of four.
    let flags = try ShimCommand(["-expect-signed-cert-timestamps", "AAYABAUGBwg="]).initial
    let expectations = ShimExpectations(flags: flags, isResumption: false)
    try expectations.check(ShimSession.Origin(timestamps: [[5, 6, 7, 8]]))
    for timestamps: [[UInt8]] in [[], [[5, 6, 7, 9]], [[5, 6], [7, 8]]] {
      #expect(throws: ShimFailure.self) {
        try expectations.check(ShimSession.Origin(timestamps: timestamps))
      }
    }
  }
}
