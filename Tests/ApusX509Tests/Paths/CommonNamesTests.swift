import ApusASN1
import ApusNames
import Testing

@testable import ApusX509

/// Common names and alternative names. CA/Browser Forum Baseline Requirements 7.1.4.3.
@Suite struct CommonNamesTests {
  private typealias Trio = RequirementTests.Trio

  /// The rule that a server breaks under a profile, if it breaks one.
  private static func fault(
    _ attributes: KeyValuePairs<OID, String>, _ names: [String],
    under profile: X509.Profile = .web
  ) throws -> X509.Fault? {
    var trio = try Trio()
    trio.leaf.subject = X509.Name(attributes)
    let listed = try names.map { name -> X509.GeneralName in
      if let address = try? IPv4Address(name) { return .ipv4(address) }
      if let address = try? IPv6Address(name) { return .ipv6(address) }
      return .dns(try X509.IA5Text(name))
    }
    trio.leaf.alternativeName = X509.Extension(
      .subjectAlternativeName(try X509.SubjectAlternativeName(listed)))
    switch try trio.answer(under: profile) {
    case .success: return nil
    case .failure(let failure): return failure.fault
    }
  }

  @Test(arguments: [
    ("a.example", "a.example"), ("*.a.example", "*.a.example"), ("192.0.2.1", "192.0.2.1"),
    ("2001:db8::1", "2001:db8:0:0::1"), ("::ffff:192.0.2.1", "::ffff:c000:201"),
    ("::ffff:c000:201", "::ffff:192.0.2.1"),
  ])
  func `a common name in the spelling of its alternative name is trusted`(
    name: String, listed: String
  ) throws {
    for profile in [X509.Profile.web, .baseline] {
      #expect(try Self.fault([.commonName: name], [listed, "b.example"], under: profile) == nil)
    }
  }

  private static let spellings = [
    ("A.example", "a.example"), ("a.example.", "a.example"), ("a.example", "A.example"),
    ("*.A.example", "*.a.example"), ("bücher.example", "xn--bcher-kva.example"),
    ("*.bücher.example", "*.xn--bcher-kva.example"),
    ("192.000.002.001", "192.0.2.1"), ("192.0.2.1.", "192.0.2.1"), ("192.0.513", "192.0.2.1"),
    ("0xc0.0x00.0x02.0x01", "192.0.2.1"), ("0xC0000201", "192.0.2.1"), ("c0000201", "192.0.2.1"),
    ("c0.00.02.01", "192.0.2.1"), ("3221225985", "192.0.2.1"), ("0300.0.02.01", "192.0.2.1"),
    ("010.0.0.1", "8.0.0.1"), ("010.0.0.1", "10.0.0.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("192.0.2.1", "::ffff:192.0.2.1"),
    ("2001:DB8::1", "2001:db8::1"), ("2001:0db8::1", "2001:db8::1"),
    ("2001:db8:0:0:0:0:0:1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
    ("2001:db8:0:0:1::1", "2001:db8::1:0:0:1"), ("::FFFF:192.0.2.1", "::ffff:192.0.2.1"),
  ]

  @Test(arguments: spellings)
  func `a common name that is an alternative name in another spelling is rejected`(
    name: String, listed: String
  ) throws {
    for subject: KeyValuePairs<OID, String> in [
      [.commonName: name], [.organizationName: "Example", .commonName: name],
    ] {
      #expect(
        try Self.fault(subject, [listed, "b.example"]) == .broken(.commonNameSpelling))
      #expect(
        try Self.fault(subject, [listed, "b.example"], under: .baseline)
          == .broken(.commonNameIsAlternative))
    }
  }

  @Test(arguments: [
    ("b.example", "a.example"), ("xn--nxasmq6b.com", "xn--n3h.com"), ("server", "a.example"),
    ("sub.a.example", "a.example"), ("xa.example", "a.example"), ("a.example.net", "a.example"),
    ("192.0.2.2", "192.0.2.1"), ("192.0.2.2", "a.example"), ("2001:db8::2", "2001:db8::1"),
    ("2001:00db8::1", "2001:db8::1"), ("::1%lo", "::1"), ("1.2.3.999", "192.0.2.1"),
    ("0x7f.1", "192.0.2.1"),
  ])
  func `a subject with only a common name outside the alternative names is rejected`(
    name: String, listed: String
  ) throws {
    let subjects: [KeyValuePairs<OID, String>] = [
      [.commonName: name], [.countryName: "SE", .commonName: name],
    ]
    for subject in subjects {
      #expect(try Self.fault(subject, [listed]) == .broken(.noForeignCommonName))
    }
    let named: KeyValuePairs<OID, String> = [.organizationName: "Example", .commonName: name]
    #expect(try Self.fault(named, [listed]) == nil)
    #expect(
      try Self.fault(named, [listed], under: .baseline) == .broken(.commonNameIsAlternative))
  }

  @Test(arguments: [
    ("a.example", "foo.bar.a.example"), ("A.example", "www.a.example"),
    ("a.example", "192.0.2.1"), ("server", "2001:db8::1"),
  ])
  func `only baseline rejects a common name above listed hosts or with only addresses`(
    name: String, listed: String
  ) throws {
    #expect(try Self.fault([.commonName: name], [listed]) == nil)
    #expect(
      try Self.fault([.commonName: name], [listed], under: .baseline)
        == .broken(.commonNameIsAlternative))
  }

  @Test func `a subject without a common name is trusted`() throws {
    #expect(try Self.fault([.countryName: "SE"], ["a.example"], under: .baseline) == nil)
  }

  @Test func `a long or malformed common name is not read as an IP address`() {
    for text in ["", ".", "..", "1..2", "a", "1.2.3.4.5", "256.1.1.1", "0x", "[", "]", "[]", "+1"] {
      #expect(SpelledAddress.values(of: Array(text.utf8)).isEmpty, "\(text)")
    }
    let long = [UInt8](repeating: UInt8(ascii: "1"), count: 100_000)
    #expect(SpelledAddress.values(of: long).isEmpty)
    #expect(SpelledAddress.values(of: Array("4294967296".utf8)).isEmpty)
    #expect(
      SpelledAddress.values(of: Array("4294967295".utf8)).contains(
        .v4(IPv4Address(255, 255, 255, 255))))
  }
}
