import ApusNet
import ApusSerialization
import ApusTLS
import TestSupport
import Testing

@testable import ApusConformance

/// The list for BoringSSL's test runner, and the forms of it for runners of two ages.
@Suite struct ShimListTests {
  private static let root =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  private static func file(_ name: String) throws -> [UInt8] {
    try Files.contents(of: "\(root)/Fixtures/tls/\(name)")
  }

  private static func value(_ name: String) throws -> JSON.Value {
    let text = try file(name)
    return try JSON.Value(parsing: text.span)
  }

  private static let names = ["shim-2025.json", "shim.json"]

  @Test(arguments: names)
  func `the runner's list disables tests by name pattern, each with a reason`(name: String) throws {
    let disabled = try #require(try Self.value(name)["DisabledTests"]?.object)
    #expect((40...60).contains(disabled.count))
    #expect(Set(disabled.map(\.key)).count == disabled.count)
    for (pattern, reason) in disabled {
      #expect(reason.string?.isEmpty == false, "\(pattern)")
      #expect(Self.isWellFormed(pattern), "\(pattern)")
      // A pattern that matches everything would leave no test to run.
      let plain = pattern.utf8.filter { ![UInt8(ascii: "*"), UInt8(ascii: "-")].contains($0) }
      #expect(plain.count >= 8, "\(pattern)")
    }
  }

  /// Returns whether the runner can match names with a pattern: by Go's `filepath.Match`.
  private static func isWellFormed(_ pattern: String) -> Bool {
    var isInClass = false
    var classCount = 0
    for byte in pattern.utf8 {
      switch byte {
      case UInt8(ascii: "["):
        guard !isInClass else { return false }
        (isInClass, classCount) = (true, 0)
      case UInt8(ascii: "]"):
        guard isInClass, classCount > 0 else { return false }
        isInClass = false
      case UInt8(ascii: "^") where isInClass && classCount == 0: break
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"):
        classCount += 1
      case UInt8(ascii: "*"):
        guard !isInClass else { return false }
      default: return false
      }
    }
    return !isInClass && !pattern.isEmpty
  }

  /// Patterns without a test in the runner of August 2026. They are in the list for Debian's
  /// runner, each of whose tests fails without them.
  private static let ofOldRunners = [
    "*-ECDSA_P224*", "CurveTest-*-P-224-*", "Resume-Server-OmitPSKsOnSecondClientHello",
    "Downgrade-TLS1[01]-Client",
  ]

  @Test(arguments: names)
  func `the list of disabled runner tests has the test names of old and new runners`(name: String)
    throws
  {
    let disabled = try #require(try Self.value(name)["DisabledTests"]?.object)
    let current = [
      "Client-SignDefault-*SHA1-*", "TLS-TLS12-*_CBC_SHA256-*", "Downgrade-TLS1*-Client-TLS",
      "*-VerifyDefault-ML-DSA-*", "*MLKEM1024*", "TwoMLKEMs", "CheckClientCertificateTypes",
      "NoCommonAlgorithms*", "PostQuantumNotEnabledByDefaultInClients",
    ]
    for pattern in Self.ofOldRunners + current { #expect(disabled[pattern] != nil, "\(pattern)") }
    #expect(disabled["CheckClientCertificateTypes"]?.string?.contains("7.4.6") == true)
    // An identity whose issuer the server does not list is sent: these tests pass.
    #expect(disabled["TLS1[23]-Client-ClientAuth-ECDSA"] == nil)
  }

  @Test(arguments: names)
  func `the runner's configuration contains each named group of the library`(name: String) throws {
    let groups = try #require(try Self.value(name)["AllCurves"]?.array)
    #expect(
      Set(groups.compactMap { $0.int.flatMap(UInt16.init(exactly:)) })
        == Set(TLS.NamedGroup.allCases.map(\.rawValue)))
  }

  @Test func `each error text in the runner's configuration is a text that the shim prints`() throws
  {
    let errors = try #require(try Self.value("shim-2025.json")["ErrorMap"]?.object)
    #expect(errors.count > 50)
    let lines = Self.errors.map { ShimFailure($0).line }
    #expect(lines.contains { $0.hasPrefix(":SUITE_WAS_OFFERED:ILLEGAL_PARAMETER:REFUSED: ") })
    // Errors of the shim itself have words of their own.
    let own = [":CERTIFICATE_VERIFY_FAILED:", ":UNEXPECTED_RESUMPTION:"]
    for (error, words) in errors {
      let words = try #require(words.array?.map { $0.string ?? "" })
      #expect(!words.isEmpty && Set(words).count == words.count)
      for word in words {
        #expect(word.hasPrefix(":") && word.hasSuffix(":") && word.utf8.count > 2, "\(error)")
        #expect((lines + own).contains { $0.contains(word) }, "\(error): \(word)")
        #expect(word != ShimList.refusal, "\(error) has no word of its own")
      }
    }
  }

  /// Errors of every kind that the runner tests.
  private static let errors: [TLSError] =
    TLS.Rule.allCases.map { .broken($0) } + [
      .malformedAlert(byteCount: 1), .forgedRecord, .notTLS(firstBytes: [1]),
      .unexpectedRecord(type: 0), .recordTooLong, .tooMany(.tickets), .missingExtension(0),
      .noExtendedMasterSecret, .nothingInCommon(.suite), .wrongSignature, .wrongFinished,
      .wrongKeyShare(.x25519, .malformedPoint), .truncated, .alerted(22), .alerted(30),
      .alerted(40), .unsolicitedExtension(0), .unsupportedVersion(0x0302), .secondRetryRequest,
      .badCertificate(.noCertificate),
    ]

  @Test func `each runner version gets the configuration in a form that it can read`() throws {
    let list = try ShimList(Self.file("shim-2025.json"))
    #expect(try list.text(in: .words) == Self.file("shim-2025.json"))
    #expect(try list.text(in: .oneWord) == Self.file("shim.json"))
    let plain = try #require(try Self.value("shim.json")["ErrorMap"]?.object)
    let words = plain.map { $0.value.string }
    #expect(words.allSatisfy { $0?.isEmpty == false })
    #expect(words.contains(ShimList.refusal) && words.contains(":WRONG_SIGNATURE:"))
  }

  @Test func `the form of the runner's configuration is read from the runner's sources`() throws {
    for (declaration, form) in [
      ("\tErrorMap map[string]string\n", .oneWord), ("\tErrorMap map[string][]string\n", .words),
    ] as [(String, ShimList.WordForm)] {
      let folder = try TemporaryFolder()
      #expect(throws: ShimList.Failure.unknownRunner(folder: folder.path)) {
        try ShimList.form(ofRunnerIn: folder.path)
      }
      _ = try folder.write(Array("type Other struct {\n".utf8), to: "common.go")
      _ = try folder.write(Array(declaration.utf8), to: "runner.txt")
      #expect(throws: ShimList.Failure.self) { try ShimList.form(ofRunnerIn: folder.path) }
      _ = try folder.write(Array("type C struct {\n\(declaration)}\n".utf8), to: "runner.go")
      #expect(try ShimList.form(ofRunnerIn: folder.path) == form)
    }
  }

  @Test(arguments: [
    ("[]", ""), ("{}", "ErrorMap"), (#"{"ErrorMap": {":A:": ":B:"}}"#, ":A:"),
    (#"{"ErrorMap": {":A:": []}}"#, ":A:"), (#"{"ErrorMap": {":A:": [":B:", 1]}}"#, ":A:"),
  ])
  func `a runner configuration without error texts is rejected`(text: String, key: String) {
    #expect(throws: ShimList.Failure.malformed(key: key)) { try ShimList(Array(text.utf8)) }
  }
}
