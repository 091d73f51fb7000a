import ApusBytes
import ApusNames
import ApusNet
import ApusTLS
import TestSupport
import Testing

@testable import ApusConformance

/// The shim with a scripted server of TLS 1.3.
@Suite(.ownThread) struct TLSShimTests {
  private typealias Scene = ScriptedRunner.Scene

  private let runner: ScriptedRunner

  init() throws { runner = ScriptedRunner(credential: try ShimCredential("p256")) }

  private static let good = TLSShim.Outcome()
  /// The length of a record without its content: its type and a tag.
  private static let expansion = 17

  /// Checks that a run has failed, with the word of a reason.
  private func expectFailure(
    _ outcome: TLSShim.Outcome, _ word: String, location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == 1, sourceLocation: location)
    #expect(outcome.output.isEmpty, sourceLocation: location)
    #expect(outcome.complaint.hasPrefix(":\(word):"), "\(outcome)", sourceLocation: location)
  }

  @Test func `the shim sends its process number and returns each received byte inverted`()
    async throws
  {
    let (outcome, records) = try await runner.play()
    #expect(outcome == Self.good)
    #expect(records.map(\.shimID) == [[0x34, 0x12, 0, 0, 0, 0, 0, 0]])
    #expect(records[0].echo() == Array("question".utf8))
    #expect(records[0].isClosedByShim && records[0].error == nil)
    #expect(records[0].facts?.hostName == nil)
  }

  @Test func `the shim connects to the IPv6 loopback address if its flag is set`() async throws {
    var runner = runner
    runner.isIPv6 = true
    let (outcome, records) = try await runner.play([Scene()], "-ipv6")
    #expect(outcome == Self.good)
    #expect(records.count == 1)
  }

  @Test(arguments: [true, false])
  func `the shim finds an old runner on the IPv4 or IPv6 loopback address`(isIPv6: Bool)
    async throws
  {
    var runner = runner
    (runner.isIPv6, runner.isNumbering) = (isIPv6, false)
    let (outcome, records) = try await runner.play()
    #expect(outcome == Self.good)
    #expect(records.map(\.shimID) == [[]])
    #expect(records[0].echo() == Array("question".utf8))
  }

  @Test func `the shim fails if no runner listens on the port`() async throws {
    let listener = try Listener(
      at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: try EventLoop.shared())
    let port = listener.address.port ?? 0
    listener.close()
    expectFailure(await TLSShim.outcome(of: ["-port", "\(port)"]), "CONNECTION_FAILED")
  }

  @Test(arguments: [
    ["-expect-version", "772"], ["-expect-curve-id", "4588"], ["-expect-cipher", "4865"],
    ["-expect-cipher-aes", "4865", "-expect-cipher-no-aes", "4865"],
    ["-expect-peer-signature-algorithm", "1027"], ["-expect-no-hrr"], ["-expect-alpn", ""],
    ["-expect-early-data-reason", "disabled"], ["-expect-no-session"], ["-async"],
    ["-implicit-handshake"], ["-use-old-client-cert-callback"], ["-peek-then-read"],
    ["-no-op-extra-handshake"],
    ["-renegotiate-ignore"], ["-no-tls1"], ["-no-tls11"],
    ["-no-tls12"], ["-min-version", "772"], ["-max-version", "772"], ["-write-settings", "here"],
    ["-on-retry-expect-version", "771"], ["-on-resume-expect-version", "771"],
  ])
  func `the shim succeeds if the handshake result is as expected`(flags: [String]) async throws {
    let (outcome, _) = try await runner.play([Scene()], flags: flags)
    #expect(outcome == Self.good)
  }

  @Test(arguments: [
    (["-expect-version", "771"], "UNEXPECTED_VALUE"),
    (["-expect-curve-id", "29"], "UNEXPECTED_VALUE"),
    (["-expect-cipher", "4866"], "UNEXPECTED_VALUE"),
    (["-expect-cipher-aes", "1", "-expect-cipher-no-aes", "1"], "UNEXPECTED_VALUE"),
    (["-expect-peer-signature-algorithm", "2055"], "UNEXPECTED_VALUE"),
    (["-expect-alpn", "foo"], "UNEXPECTED_ALPN"),
    (["-expect-hrr"], "UNEXPECTED_HELLO_RETRY_REQUEST"),
    (["-expect-ocsp-response", "AQID"], "UNEXPECTED_OCSP_RESPONSE"),
    (["-expect-signed-cert-timestamps", "AQID"], "UNEXPECTED_CERT_TIMESTAMPS"),
    (["-on-initial-expect-version", "771"], "UNEXPECTED_VALUE"),
    (["-no-tls13", "-min-version", "771"], "ALERT_PROTOCOL_VERSION"),
    (["-max-version", "771", "-no-tls1", "-no-tls11"], "ALERT_PROTOCOL_VERSION"),
    (["-no-tls1", "-no-tls11", "-no-tls12", "-no-tls13"], "NO_SUPPORTED_VERSIONS_ENABLED"),
    (["-min-version", "773"], "NO_SUPPORTED_VERSIONS_ENABLED"),
  ])
  func `the shim fails if the handshake result is not as expected`(flags: [String], word: String)
    async throws
  {
    let (outcome, _) = try await runner.play([Scene()], flags: flags)
    expectFailure(outcome, word)
  }

  @Test func `the shim compares the server's certificates with a file`() async throws {
    let path = runner.credential.leafPath
    #expect(try await runner.play([Scene()], "-expect-peer-cert-file", path).outcome == Self.good)
    let other = runner.credential.chainPath
    let (outcome, _) = try await runner.play([Scene()], "-expect-peer-cert-file", other)
    expectFailure(outcome, "UNEXPECTED_CERTIFICATE")
  }

  @Test func `the shim compares the server's list of authorities with the expected list`()
    async throws
  {
    let name = runner.credential.root.subject
    let naming = Scene(configure: {
      $0.clientCertificates = .optional
      $0.clientAuthorities = [name]
    })
    let flag = "-expect-client-ca-list"
    let list = Hex.encode(name.der)
    #expect(try await runner.play([naming], flag, list).outcome == Self.good)
    expectFailure(
      try await runner.play([naming], flag, "<EMPTY>").outcome, "UNEXPECTED_CLIENT_CA_LIST")
    let silent = Scene(configure: { $0.clientCertificates = .optional })
    #expect(try await runner.play([silent], flag, "<NULL>").outcome == Self.good)
    expectFailure(
      try await runner.play([silent], flag, list).outcome, "UNEXPECTED_CLIENT_CA_LIST")
  }

  @Test func `an empty path for the roots file means no roots file`() async throws {
    #expect(try await runner.play([Scene()], "-trust-cert", "").outcome == Self.good)
  }

  @Test func `the shim fails if a HelloRetryRequest is missing or unexpected`()
    async throws
  {
    let scene = Scene(configure: { $0.retryCookie = [1] })
    #expect(try await runner.play([scene], "-expect-hrr").outcome == Self.good)
    let (outcome, _) = try await runner.play([scene], "-expect-no-hrr")
    expectFailure(outcome, "UNEXPECTED_HELLO_RETRY_REQUEST")
  }

  @Test func `the shim offers groups and protocols in the order of their flags`() async throws {
    let scene = Scene(configure: { $0.applicationProtocols = ["bar"].map { Array($0.utf8) } })
    let (outcome, records) = try await runner.play(
      [scene], "-curves", "24", "-curves", "29", "-expect-curve-id", "29", "-advertise-alpn",
      "\u{3}foo\u{3}bar", "-expect-alpn", "bar", "-enable-grease")
    #expect(outcome == Self.good)
    #expect(records.first?.facts?.group == .x25519)
    #expect(records.first?.facts?.applicationProtocol == Array("bar".utf8))
    let (failed, _) = try await runner.play([scene], "-advertise-alpn", "\u{3}foo")
    expectFailure(failed, "ALERT_NO_APPLICATION_PROTOCOL")
  }

  @Test(arguments: [false, true])
  func `the shim offers GREASE values only on request`(isAsked: Bool) async throws {
    let (_, records) = try await runner.play([Scene()], flags: isAsked ? ["-enable-grease"] : [])
    // The first suite follows five headers, a version, a random number and a session ID.
    let suite = try #require(records.first?.handshake).dropFirst(78).prefix(2)
    #expect(suite.allSatisfy { $0 & 0x0f == 0x0a } == isAsked)
  }

  @Test func `the shim rejects a server's signature with a scheme that it did not offer`()
    async throws
  {
    let (outcome, records) = try await runner.play(
      [Scene()], "-verify-prefs", "2052", "-verify-prefs", "1027")
    #expect(outcome == Self.good)
    #expect(records.first?.signing?.scheme == .ecdsaSECP256R1SHA256)
    let (failed, _) = try await runner.play([Scene()], "-verify-prefs", "2052")
    expectFailure(failed, "ALERT_HANDSHAKE_FAILURE")
  }

  @Test func `the shim sends application data first if its flag is set`() async throws {
    let (outcome, records) = try await runner.play([Scene(prefixCount: 5)], "-shim-writes-first")
    #expect(outcome == Self.good)
    #expect(records.first?.received.prefix(5) == Array("hello".utf8)[...])
    #expect(records.first?.echo(after: 5) == Array("question".utf8))
  }

  @Test func `the shim reads application data in chunks of the requested size`() async throws {
    let (outcome, records) = try await runner.play([Scene()], "-read-size", "3")
    #expect(outcome == Self.good)
    let lengths = try #require(records.first).recordLengths
    #expect(Array(lengths.prefix(3)) == [3, 3, 2].map { $0 + Self.expansion })
    let (_, whole) = try await runner.play()
    #expect(whole.first?.recordLengths.first == 8 + Self.expansion)
  }

  @Test func `the shim updates its traffic key on request`() async throws {
    let (outcome, records) = try await runner.play([Scene()], "-key-update")
    #expect(outcome == Self.good)
    #expect(records.first?.echo() == Array("question".utf8))
    // A KeyUpdate has five bytes.
    let lengths = try #require(records.first).recordLengths
    #expect(Array(lengths.prefix(2)) == [5, 8].map { $0 + Self.expansion })
  }

  @Test func `the shim fails if a connection ends without a close_notify alert`() async throws {
    expectFailure(try await runner.play([Scene(ending: .cut)]).outcome, "UNEXPECTED_EOF")
    let (outcome, _) = try await runner.play([Scene(ending: .cut)], "-check-close-notify")
    expectFailure(outcome, "UNEXPECTED_EOF")
    #expect(try await runner.play([Scene()], "-check-close-notify").outcome == Self.good)
  }

  @Test func `the shim closes the connection first if its flag is set`() async throws {
    let silent = Scene(message: [], isAnswered: false, ending: .byTheShim)
    let flags = ["-shim-shuts-down", "-check-close-notify"]
    let (outcome, records) = try await runner.play([silent], flags: flags)
    #expect(outcome == Self.good)
    #expect(records.first?.isClosedByShim == true && records.first?.received == [])
    #expect(try await runner.play([silent], "-shim-shuts-down").outcome == Self.good)
    let talking = Scene(isAnswered: false, ending: .byTheShim)
    expectFailure(
      try await runner.play([talking], flags: flags).outcome, "APPLICATION_DATA_ON_SHUTDOWN")
  }

  @Test func `the shim reports that a split handshake is not supported`() async {
    let outcome = await TLSShim.outcome(of: ["-port", "1", "-is-handshaker-supported"])
    #expect(outcome == TLSShim.Outcome(output: "No"))
  }

  @Test(arguments: [
    ["-server"], ["-dtls"], ["-quic"], ["-no-such-flag"], ["-on-resume-server"], ["server"],
    ["-on-initial"], ["-expect-version=772"], ["-curves", "514"], ["-verify-prefs", "513"],
    ["-curves", "21", "-curves", "23"], ["-curves", "29", "-curves", "514"], ["-no-ticket"],
    ["-new-x509-credential"], ["-new-delegated-credential"], ["-server", "-new-x509-credential"],
    ["-max-version", "770"], ["-expect-early-data-reason", "accept"], ["-enable-early-data"],
    ["-no-tls12", "-no-tls13"], ["-host-name", "a b"], ["-server", "-use-ocsp-callback"],
  ])
  func `the shim reports an unsupported feature differently from a failure`(flags: [String]) async {
    let outcome = await TLSShim.outcome(of: ["-port", "1"] + flags)
    #expect(outcome.status == 89 && outcome.complaint.hasPrefix(":UNIMPLEMENTED:"))
  }

  @Test(arguments: [
    ["-no-tls13"], ["-max-version", "771"], ["-max-version", "771", "-no-tls1"],
    ["-max-version", "771", "-min-version", "770"],
  ])
  func `a shim limited to old TLS versions reports them as unsupported`(
    flags: [String]
  ) async throws {
    let (outcome, _) = try await runner.play([Scene()], flags: flags)
    #expect(outcome.status == 89 && outcome.complaint.hasPrefix(":UNIMPLEMENTED:"))
  }

  @Test(arguments: [
    ["-curves", "x"], ["-curves", "-1"], ["-curves", "99999999999999999999"], ["-curves"],
    ["-advertise-alpn", "\u{4}foo"], ["-advertise-alpn", "\0"],
    ["-trust-cert", "/nowhere"], ["-port", "65536"], ["-shim-id", ""],
    ["-cert-file", "/nowhere", "-key-file", "/nowhere"],
  ])
  func `an invalid flag value fails before the first message is sent`(flags: [String]) async {
    expectFailure(await TLSShim.outcome(of: ["-port", "1"] + flags), "BAD_FLAG")
  }

  @Test func `a shim process without a port fails`() async {
    expectFailure(await TLSShim.outcome(of: []), "BAD_FLAG")
  }
}
