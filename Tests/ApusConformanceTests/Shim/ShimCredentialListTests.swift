import ApusBytes
import ApusNames
import ApusNet
import ApusTLS
import ApusX509
import TestSupport
import Testing

@testable import ApusConformance

/// Lists of credentials, the first matching one of which the shim sends.
@Suite(.ownThread) struct ShimCredentialListTests {
  private typealias Scene = ScriptedRunner.Scene

  private let p384: ShimCredential
  private let ed25519: ShimCredential

  init() throws {
    p384 = try ShimCredential("p384", host: "first.example", isClient: true)
    ed25519 = try ShimCredential("ed25519", host: "second.example", isClient: true)
  }

  private static let good = TLSShim.Outcome()

  private static func flags(_ credential: ShimCredential, isListed: Bool = true) -> [String] {
    (isListed ? ["-new-x509-credential"] : [])
      + ["-cert-file", credential.chainPath, "-key-file", credential.keyPath]
  }

  /// Runs the shim as a client of a server that requests a certificate.
  private func play(
    _ flags: [String], accepting client: ShimCredential,
    _ configure: @escaping @Sendable (inout TLS.ServerConfiguration) -> Void = { _ in }
  ) async throws -> (outcome: TLSShim.Outcome, record: ScriptedRunner.Record?) {
    var runner = ScriptedRunner(credential: try ShimCredential("p256"))
    runner.client = client
    let scene = Scene(configure: {
      $0.clientCertificates = .optional
      configure(&$0)
    })
    let (outcome, records) = try await runner.play([scene], flags: flags)
    return (outcome, records.first)
  }

  @Test func `the shim's client tries its listed credentials in order, the unlisted one last`()
    async throws
  {
    let flags = Self.flags(ed25519, isListed: false) + Self.flags(p384)
    let first = try await play(
      flags + ["-expect-selected-credential", "0"], accepting: p384)
    #expect(first.outcome == Self.good && first.record?.facts?.clientChain?.leaf == p384.leaf)
    let last = try await play(
      flags + ["-expect-selected-credential", "-1"], accepting: ed25519
    ) { $0.clientSchemes = [.ed25519] }
    #expect(last.outcome == Self.good && last.record?.facts?.clientChain?.leaf == ed25519.leaf)
    let other = try await play(flags + ["-expect-selected-credential", "1"], accepting: p384)
    #expect(other.outcome.complaint.hasPrefix(":UNEXPECTED_CREDENTIAL:"))
  }

  @Test(arguments: [TLS.ServerConfiguration.ClientCertificates.optional, .required])
  func `the shim reports unsupported if no client credential is suitable`(
    certificates: TLS.ServerConfiguration.ClientCertificates
  ) async throws {
    func outcome(_ flags: [String]) async throws -> TLSShim.Outcome {
      try await play(flags, accepting: p384) {
        $0.clientCertificates = certificates
        $0.clientSchemes = [.rsaPSSRSAESHA256]
      }.outcome
    }
    #expect(try await outcome(Self.flags(p384)).status == 89)
    // Without a list the client sends an empty Certificate, and the server decides.
    let unlisted = try await outcome(Self.flags(p384, isListed: false))
    #expect(unlisted.status == (certificates == .required ? 1 : 0))
  }

  @Test func `a shim credential that must match an issuer requires a listed issuer`() async throws {
    let both = Self.flags(p384) + ["-must-match-issuer"] + Self.flags(ed25519)
    let subject = ed25519.root.subject
    let listed = try await play(
      both + ["-must-match-issuer", "-expect-selected-credential", "1"], accepting: ed25519
    ) { $0.clientAuthorities = [subject] }
    #expect(listed.outcome == Self.good)
    let stranger = try ShimCredential("p256").root.subject
    let withheld = try await play(both + ["-must-match-issuer"], accepting: ed25519) {
      $0.clientAuthorities = [stranger]
    }
    #expect(withheld.outcome.status == 89)
    let some = try await play(both, accepting: ed25519) { $0.clientAuthorities = [subject] }
    #expect(some.outcome.status == 89 && some.record == nil)
    let unlisted = try await play(
      Self.flags(p384) + Self.flags(ed25519) + ["-expect-selected-credential", "0"],
      accepting: p384
    ) { $0.clientAuthorities = [stranger] }
    #expect(unlisted.outcome == Self.good)
    #expect(unlisted.record?.facts?.clientChain?.leaf == p384.leaf)
  }

  // MARK: Servers

  @Test func `the shim's server uses the first credential that suits the client's schemes`()
    async throws
  {
    var runner = RunnerClient(credential: try ShimCredential("p256"))
    let own = Self.flags(runner.credential)
    let flags = Self.flags(p384) + own
    runner.configure = { $0.signatureSchemes = [.ecdsaSECP256R1SHA256, .rsaPSSRSAESHA256] }
    let second = try await runner.play(
      1, flags: flags + ["-ocsp-response", "AQIDBA==", "-expect-selected-credential", "1"])
    #expect(second.outcome == Self.good)
    #expect(second.records.first?.presented?.stapledResponse == [1, 2, 3, 4])
    let last = try await runner.play(
      1, flags: Self.flags(p384) + ["-expect-selected-credential", "-1"])
    #expect(last.outcome == Self.good)
    #expect(last.records.first?.presented?.stapledResponse == nil)
    let wrong = try await runner.play(1, flags: flags + ["-expect-selected-credential", "0"])
    #expect(wrong.outcome.complaint.hasPrefix(":UNEXPECTED_CREDENTIAL:"))
    // The client names no authorities, so that a credential that must match one is left out.
    let matching = try await runner.play(
      1, flags: own + ["-must-match-issuer", "-expect-selected-credential", "-1"])
    #expect(matching.outcome == Self.good)
    runner.configure = { $0.signatureSchemes = [.rsaPSSRSAESHA256] }
    let none = try await runner.play(1, flags: flags)
    #expect(none.outcome.complaint.hasPrefix(":NOTHING_IN_COMMON:HANDSHAKE_FAILURE:REFUSED:"))
    let alert = TLS.AlertDescription.handshakeFailure.rawValue
    #expect(none.records.first?.error == .alerted(alert))
  }

  @Test func `the shim's server reads signature schemes and authorities from a ClientHello`() throws
  {
    var configuration = TLS.ClientConfiguration()
    configuration.signatureSchemes = [.ed25519, .rsaPSSRSAESHA384]
    configuration.certificateSchemes = []
    var client = try TLS.Client(
      configuration, host: try CanonicalHost("a.example"), session: nil,
      scope: TLS.SessionScope(host: "a.example", port: 1, configuration: []),
      at: UnixTime(secondsSinceEpoch: 1_800_000_000), using: SystemRandom())
    let records = client.takeOutgoing()
    let hello = try #require(ShimHello(records: records))
    #expect(hello.schemes == [0x0807, 0x0805] && hello.authorities.isEmpty)
    for count in records.indices { #expect(ShimHello(records: Array(records[..<count])) == nil) }
    for index in records.indices {
      var changed = records
      changed[index] ^= 0xff
      _ = ShimHello(records: changed)
    }
    // Another type of record, and a message that is cut short within.
    let empty = ShimHello(records: [21, 3, 3, 0, 2, 2, 40])
    #expect(empty?.schemes.isEmpty == true)
    let short = ShimHello(records: [22, 3, 1, 0, 5, 1, 0, 0, 1, 3])
    #expect(short?.schemes.isEmpty == true && short?.authorities.isEmpty == true)
    // Two records that split a message whose last extension names an authority.
    let head = [UInt8](repeating: 3, count: 34) + [0, 0, 2, 0x13, 1, 1, 0]
    let names: [UInt8] = [0, 47, 0, 6, 0, 4, 0, 2, 0x30, 0]
    let lengths: [UInt8] = [1, 0, 0, UInt8(head.count + 2 + names.count)]
    let message: [UInt8] = lengths + head + [0, 10] + names
    let split = message.count / 2
    var stream: [UInt8] = []
    for part in [Array(message[..<split]), Array(message[split...])] {
      let prefix: [UInt8] = [22, 3, 1, 0, UInt8(part.count)]
      stream += prefix + part
    }
    #expect(ShimHello(records: stream)?.authorities == [[0x30, 0]])
    #expect(ShimHello(records: Array(stream[..<(split + 5)])) == nil)
  }
}
