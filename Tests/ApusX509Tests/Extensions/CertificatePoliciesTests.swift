import ApusX509
import Testing

/// Under which policies a certificate was issued. RFC 5280 sections 4.2.1.4, 4.2.1.5, 4.2.1.11 and
/// 4.2.1.14.
@Suite struct CertificatePoliciesTests {
  private static let policy: [UInt8] = tlv(0x30, [6, 2, 0x2a, 3])

  @Test func `certificate policies with a repeated policy are rejected`() throws {
    let twice = Hex.encode(tlv(0x30, Self.policy + Self.policy))
    #expect(
      try X509.CertificatePolicies.refusal(twice)
        == .broken(.noDuplicates, .value(.certificatePolicies), at: 8))
    let policy = try X509.CertificatePolicies.Policy(.anyPolicy)
    #expect(throws: X509Error.forbidden(.noDuplicates)) {
      try X509.CertificatePolicies([policy, policy])
    }
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.CertificatePolicies([]) }
  }

  @Test func `certificate policies above the maximum number are rejected`() throws {
    let limit = X509.CertificatePolicies.limit
    func list(_ count: Int) -> [UInt8] {
      let each = (0..<count).map { (number: Int) -> [UInt8] in
        tlv(0x30, [6, 3, 0x2a, UInt8(number / 127), UInt8(number % 127)])
      }
      return tlv(0x30, each.flatMap(\.self))
    }
    let (most, more) = (list(limit), list(limit + 1))
    let value = try X509.CertificatePolicies(most.span)
    #expect(value.policies.count == limit && value.der == most)
    #expect(throws: X509Error.tooMany(.value(.certificatePolicies), limit: limit)) {
      try X509.CertificatePolicies(more.span)
    }
  }

  @Test(arguments: [
    "3000", "3006 3004 0602 2a03 05", "3008 3006 0602 2a03 3000",
    // A statement that is not IA5, and a notice that is none.
    "3016 3014 0602 2a03 300e 300c 0608 2b06010505070201 0500",
    "3016 3014 0602 2a03 300e 300c 0608 2b06010505070202 0500",
  ])
  func `malformed lists of certificate policies are rejected`(_ hex: String) throws {
    #expect(try X509.CertificatePolicies.refusal(hex) != nil)
  }

  @Test func `a policy notice with accented letters is read and written unchanged`() throws {
    let notice = tlv(0x30, tlv(0x1a, [0x63, 0xe9]))
    let id = try bytes(of: "0608 2b06010505070202")
    let der = tlv(
      0x30, tlv(0x30, [6, 2, 0x2a, 3] + tlv(0x30, tlv(0x30, id + notice))))
    let value = try X509.CertificatePolicies(der.span)
    #expect(value.der == der)
    guard case .notice(let notice) = value.policies[0].qualifiers[0] else {
      return #expect(Bool(false), "no notice")
    }
    #expect(notice.text?.content == [0x63, 0xe9])
    #expect(value.contains(try #require(OID("1.2.3"))) && !value.contains(.anyPolicy))
  }

  @Test func `a policy mapping from or to anyPolicy is rejected`() throws {
    for hex in [
      "300c 300a 0602 2a03 0604 551d2000", "300c 300a 0604 551d2000 0602 2a03",
    ] {
      #expect(
        try X509.PolicyMappings.refusal(hex)
          == .broken(.anyPolicyNotMapped, .value(.policyMappings), at: 2))
    }
    #expect(throws: X509Error.forbidden(.anyPolicyNotMapped)) {
      try X509.PolicyMappings.Mapping(issuer: .anyPolicy, subject: .domainValidated)
    }
    #expect(try X509.PolicyMappings.refusal("3000") != nil)
  }

  @Test func `policy constraints without a number or with a negative number are rejected`() throws {
    #expect(try X509.PolicyConstraints.read("3003 800100").requireExplicitPolicy == 0)
    #expect(try X509.PolicyConstraints.read("3003 810105").inhibitPolicyMapping == 5)
    for hex in ["3000", "3003 8001ff", "3006 810100 800100", "3003 020100"] {
      #expect(try X509.PolicyConstraints.refusal(hex) != nil, "\(hex)")
    }
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.PolicyConstraints() }
    #expect(throws: X509Error.forbidden(.notNegative)) {
      try X509.PolicyConstraints(requireExplicitPolicy: -1)
    }
    #expect(try X509.InhibitAnyPolicy.read("020103").skippedCount == 3)
    #expect(
      try X509.InhibitAnyPolicy.refusal("0201ff")
        == .broken(.notNegative, .value(.inhibitAnyPolicy), at: 0))
    #expect(throws: X509Error.forbidden(.notNegative)) { try X509.InhibitAnyPolicy(after: -1) }
  }
}
