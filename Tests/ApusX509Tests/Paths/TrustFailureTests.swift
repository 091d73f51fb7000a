import Testing

@testable import ApusX509

/// The descriptions of failed verifications. RFC 5280 section 6.1.
@Suite struct TrustFailureTests {
  @Test func `failed paths are stored up to a limit, and all failed paths are counted`() throws {
    let root = try TestAuthority(root: .authority("root"))
    let key = try TestKey()
    func rejection(_ count: Int) throws -> X509.TrustFailure? {
      let bag = try (0..<count).map { number in
        try root.issue(
          .authority("many").changed {
            $0.serialNumber = X509.SerialNumber([1, UInt8(number)])
            $0.validity = try X509.Validity(from: 0, through: 1)
          }, to: key)
      }
      let many = try TestAuthority(root: .authority("many"), key: key)
      let leaf = try many.issue(.leaf("www.example.org"))
      let verifier = X509.Verifier(anchors: X509.Anchors([root.certificate]))
      return #expect(throws: X509.TrustFailure.self) {
        try verifier.verify(leaf, intermediates: bag, for: .unnamedServer, at: Recipe.moment)
      }
    }
    let limit = X509.TrustFailure.pathLimit
    let full = try rejection(limit)
    #expect(full?.paths.count == limit && full?.omittedPathCount == 0)
    let over = try rejection(limit + 1)
    #expect(over?.paths.count == limit && over?.omittedPathCount == 1)
    #expect(over?.description.hasSuffix("(\(limit) more certificate paths were tried)") == true)
  }

  @Test func `a trust failure contains the certificate, the time, the rule and a hint`() throws {
    let root = try TestAuthority(root: .authority("root"))
    let leaf = try root.issue(
      .leaf("www.example.org").changed {
        $0.validity = try X509.Validity(from: 0, through: 1_800_000_000 - 3 * 86_400)
      })
    let verifier = X509.Verifier(anchors: X509.Anchors([root.certificate]), profile: .web)
    let rejection = #expect(throws: X509.TrustFailure.self) {
      try verifier.verify(leaf, for: .unnamedServer, at: Recipe.moment)
    }
    #expect(
      rejection?.description
        == "the certificate of \"CN=www.example.org\": the certificate expired 3 days ago, "
        + "at 2027-01-12T08:00:00Z (RFC 5280 section 4.1.2.5)")
    #expect(rejection?.paths[0].culprit == leaf)
    #expect(rejection?.explanation.contains("hint: renew the certificate") == true)
  }

  @Test func `a hostile certificate name cannot add lines to the explanation of a failure`() throws
  {
    let root = try TestAuthority(root: .authority("evil\nroot"))
    let leaf = try root.issue(.leaf("www.example.org"))
    let rejection = #expect(throws: X509.TrustFailure.self) {
      try X509.Verifier(anchors: X509.Anchors([X509.Anchor]())).verify(
        leaf, for: .unnamedServer, at: Recipe.moment)
    }
    #expect(rejection?.description.contains("\n") == false)
    #expect(rejection?.description.contains("evil\\0aroot") == true)
  }

  @Test func `the explanation of a failure has a maximum size for names of any length`() throws {
    let long = String(repeating: "Ü", count: 20_000)
    let name = X509.Name([
      .countryName: long, .organizationName: long, .organizationalUnitName: long,
      .commonName: long,
    ])
    let root = try TestAuthority(root: .authority("root"))
    let key = try TestKey()
    let bag = try (0..<32).map { number in
      try root.issue(
        .authority("many").changed {
          $0.subject = name
          $0.serialNumber = X509.SerialNumber([1, UInt8(number)])
          $0.validity = try X509.Validity(from: 0, through: 1)
        }, to: key)
    }
    let many = try TestAuthority(root: .authority("many").changed { $0.subject = name }, key: key)
    let leaf = try many.issue(.leaf("www.example.org").changed { $0.subject = name })
    let verifier = X509.Verifier(anchors: X509.Anchors([root.certificate]))
    let rejection = #expect(throws: X509.TrustFailure.self) {
      try verifier.verify(leaf, intermediates: bag, for: .unnamedServer, at: Recipe.moment)
    }
    let explanation = try #require(rejection).explanation
    #expect(rejection?.paths.count == 32 && X509.explanationByteLimit == 65_536)
    #expect(explanation.utf8.count <= X509.explanationByteLimit)
    #expect(try #require(rejection).description.utf8.count < 1000)
  }

  @Test func `a long object identifier in an error is truncated like a name`() throws {
    // An identifier of 60,000 bytes: each is an arc of its own.
    let long = try #require(OID("1.3" + String(repeating: ".6", count: 60_000)))
    let faults: [Any] = [
      X509.Fault.unknownCriticalExtension(long), X509.Fault.forbiddenKey(long),
      X509.Fault.wrongPurpose(long, found: Array(repeating: long, count: 100)),
      X509.PolicyFault.unknownQualifier(long),
      X509.PolicyFault.noValidPolicy(among: Array(repeating: long, count: 100)),
      X509Error.duplicateExtension(long, at: 1),
    ]
    for fault in faults { #expect("\(fault)".utf8.count < 10 * 140, "\(fault)") }
    #expect("\(X509.GeneralName.registeredID(long))".unicodeScalars.count == 128)
  }
}
