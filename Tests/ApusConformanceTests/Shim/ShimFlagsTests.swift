import ApusCrypto
import ApusNet
import ApusSerialization
import ApusTLS
import Testing

@testable import ApusConformance

/// Flags in the form of the runner, and the list of tests that it skips.
struct ShimFlagsTests {
  @Test func `a test uses each flag of the TLS shim`() throws {
    let folder = Self.root + "/Tests/ApusConformanceTests/Shim"
    let tests = try Files.names(in: folder).filter { $0.hasSuffix("Tests.swift") }
      .map { String(decoding: try Files.contents(of: "\(folder)/\($0)"), as: UTF8.self) }
    #expect(tests.count >= 4)
    let flags = ShimSwitch.allCases.map(\.rawValue) + ShimParameter.allCases.map(\.rawValue)
    // These precede every run.
    let always = ["-port", "-shim-id", "-trust-cert"]
    for flag in flags where !always.contains(flag) {
      let isDriven = tests.contains { text in
        text.contains("\"\(flag)\"") || text.contains("\"-on-resume\(flag)\"")
      }
      #expect(isDriven, "\(flag)")
    }
  }

  @Test func `a flag prefix limits a shim flag to initial, resumed or retried connections`() throws
  {
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

  @Test func `shim flag values are parsed as numbers, texts or base64`() throws {
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

  @Test func `a shim credential flag applies to the last credential in the list`() throws {
    let flags = try ShimCommand([
      "-cert-file", "a", "-new-x509-credential", "-cert-file", "b", "-must-match-issuer",
      "-on-resume-new-x509-credential", "-on-resume-key-file", "c", "-signing-prefs", "2055",
      "-curves", "29",
    ])
    #expect(flags.initial.text(.certFile) == "a" && flags.resume.text(.certFile) == "a")
    #expect(flags.initial.credentials.count == 1 && flags.resume.credentials.count == 2)
    let (first, second) = (flags.initial.credentials[0], flags.resume.credentials[1])
    #expect(first.text(.certFile) == "b" && first.contains(.mustMatchIssuer))
    #expect(try first.numbers(.signingPrefs) == [2055] && first.text(.keyFile) == nil)
    #expect(try second.text(.keyFile) == "c" && second.numbers(.signingPrefs) == [2055])
    #expect(try flags.initial.numbers(.curves) == [29] && first.numbers(.curves).isEmpty)
    #expect(!flags.initial.contains(.mustMatchIssuer))
  }

  @Test func `the shim's clock changes only if it is advanced`() {
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
