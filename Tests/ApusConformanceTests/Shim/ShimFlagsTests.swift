import ApusCrypto
import ApusNet
import ApusSerialization
import ApusTLS
import Testing

@testable import ApusConformance

/// Flags as the runner writes them, and the list of tests that it is asked to leave out.
struct ShimFlagsTests {
  @Test func `every flag is driven by a test`() throws {
    let folder = Self.root + "/Tests/ApusConformanceTests/Shim"
    let tests = try Files.names(in: folder).filter { $0.hasSuffix("Tests.swift") }
      .map { String(decoding: try Files.contents(of: "\(folder)/\($0)"), as: UTF8.self) }
    #expect(tests.count >= 4)
    let flags = ShimSwitch.allCases.map(\.rawValue) + ShimParameter.allCases.map(\.rawValue)
    // These stand before every run.
    let always = ["-port", "-shim-id", "-trust-cert"]
    for flag in flags where !always.contains(flag) {
      let isDriven = tests.contains { text in
        text.contains("\"\(flag)\"") || text.contains("\"-on-resume\(flag)\"")
      }
      #expect(isDriven, "\(flag)")
    }
  }

  @Test func `a prefix says for which connections a flag counts`() throws {
    let command = try ShimCommand([
      "-async", "-on-initial-expect-version", "771", "-on-resume-expect-version", "772",
      "-on-retry-verify-peer", "-curves", "29", "-on-resume-curves", "23",
    ])
    #expect(command.initial.switches == [.async] && command.resume.switches == [.async])
    #expect(try command.initial.numbers(.expectVersion) == [771])
    #expect(try command.resume.numbers(.expectVersion) == [772])
    #expect(try command.initial.numbers(.curves) == [29])
    #expect(try command.resume.numbers(.curves) == [29, 23])
  }

  @Test func `values are numbers, texts, or base64 as the flag has it`() throws {
    let flags = try ShimCommand([
      "-expect-ocsp-response", "AQIDBA==", "-host-name", "-x", "-expect-cipher", "0",
    ]).initial
    #expect(try flags.bytes(.expectOCSPResponse) == [1, 2, 3, 4])
    #expect(flags.text(.hostName) == "-x")
    #expect(try flags.number(.expectCipher) == 0)
    #expect(try flags.number(.expectVersion) == nil)
    let bad = try ShimCommand(["-expect-ocsp-response", "*", "-curves", "+1"]).initial
    #expect(throws: ShimFailure.self) { try bad.bytes(.expectOCSPResponse) }
    #expect(throws: ShimFailure.self) { try bad.numbers(.curves) }
  }

  @Test func `what the runner leaves out is a list of patterns with a reason each`() throws {
    let text = try Files.contents(of: Self.root + "/Fixtures/tls/shim.json")
    let value = try JSONValue(parsing: text.span)
    let disabled = try #require(value["DisabledTests"]?.object)
    #expect((20...32).contains(disabled.count))
    for (pattern, reason) in disabled {
      #expect(!pattern.isEmpty && reason.string?.isEmpty == false, "\(pattern)")
      // A pattern that matches everything would leave nothing to judge.
      #expect(pattern.utf8.contains { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "-") })
    }
  }

  @Test func `what the runner says of an error is told in words of the shim`() throws {
    let text = try Files.contents(of: Self.root + "/Fixtures/tls/shim.json")
    let errors = try #require(try JSONValue(parsing: text.span)["ErrorMap"]?.object)
    #expect(errors.count > 40)
    let lines = Self.errors.map { ShimFailure($0).line }
    #expect(lines.contains { $0.hasPrefix(":SUITE_WAS_OFFERED:ILLEGAL_PARAMETER:REFUSED: ") })
    // What the shim itself finds wrong has words of its own.
    let own = [":CERTIFICATE_VERIFY_FAILED:", ":UNEXPECTED_RESUMPTION:"]
    for (error, word) in errors {
      let word = try #require(word.string)
      #expect(word.hasPrefix(":") && word.hasSuffix(":") && word.utf8.count > 2, "\(error)")
      #expect((lines + own).contains { $0.contains(word) }, "\(error)")
    }
  }

  /// Errors of every kind that the runner asks about.
  private static let errors: [TLSError] =
    TLS.Rule.allCases.map { .broken($0) } + [
      .malformedAlert(byteCount: 1), .forgedRecord, .notTLS(firstBytes: [1]),
      .unexpectedRecord(type: 0), .recordTooLong, .tooMany(.tickets), .missingExtension(0),
      .noExtendedMasterSecret, .nothingInCommon(.suite), .wrongSignature, .wrongFinished,
      .wrongKeyShare(.x25519, .malformedPoint), .truncated, .alerted(22), .alerted(30),
      .alerted(40),
    ]

  @Test func `the runner is told all groups that exist here`() throws {
    let text = try Files.contents(of: Self.root + "/Fixtures/tls/shim.json")
    let groups = try #require(try JSONValue(parsing: text.span)["AllCurves"]?.array)
    #expect(
      Set(groups.compactMap { $0.int.flatMap(UInt16.init(exactly:)) })
        == Set(TLS.NamedGroup.allCases.map(\.rawValue)))
  }

  @Test func `the clock stands still but for where it is put forward`() {
    var clock = ShimClock()
    let start = clock.now.millisecondsSinceEpoch
    let begun = ContinuousClock.now
    while ContinuousClock.now - begun < .milliseconds(3) {}
    #expect(clock.now.millisecondsSinceEpoch == start)
    clock.lead = 10
    #expect(clock.now.millisecondsSinceEpoch == start + 10_000)
  }

  private static let root =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
}
