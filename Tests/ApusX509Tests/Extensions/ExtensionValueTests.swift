import ApusX509
import Testing

/// Invalid values of the smaller extensions. RFC 5280 section 4.2.
@Suite struct ExtensionValueTests {
  @Test func `an extended key usage with no purpose or too many purposes is rejected`() throws {
    #expect(try X509.ExtendedKeyUsage.refusal("3000") != nil)
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.ExtendedKeyUsage([]) }
    let limit = X509.ExtendedKeyUsage.limit
    let most = [OID](repeating: .serverAuthentication, count: limit)
    let value = try X509.ExtendedKeyUsage(most)
    #expect(try X509.ExtendedKeyUsage(value.der.span) == value)
    #expect(value.contains(.serverAuthentication) && !value.contains(.anyExtendedKeyUsage))
    #expect(throws: X509Error.tooMany(.value(.extendedKeyUsage), limit: limit)) {
      try X509.ExtendedKeyUsage(most + [.clientAuthentication])
    }
    let more = tlv(0x30, (0...limit).flatMap { _ in [6, 1, 0x2a] as [UInt8] })
    #expect(throws: X509Error.tooMany(.value(.extendedKeyUsage), limit: limit)) {
      try X509.ExtendedKeyUsage(more.span)
    }
  }

  @Test func `a key identifier with an issuer but no serial number is rejected`() throws {
    let issuer = "a103 8201 61"
    #expect(try X509.AuthorityKeyIdentifier.read("3000").keyIdentifier == nil)
    #expect(try X509.AuthorityKeyIdentifier.read("3003 8001 05").keyIdentifier == [5])
    let both = try X509.AuthorityKeyIdentifier.read("3008 \(issuer) 8201 81")
    #expect(both.issuer?.serialNumber.isNegative == true)
    #expect(both.der == (try bytes(of: "3008 \(issuer) 8201 81")))
    for hex in ["3005 \(issuer)", "3003 8201 05", "3005 a100 8201 05", "3008 8201 81 \(issuer)"] {
      #expect(try X509.AuthorityKeyIdentifier.refusal(hex) != nil, "\(hex)")
    }
    #expect(throws: X509Error.forbidden(.notEmpty)) {
      try X509.AuthorityKeyIdentifier.Issuer([], X509.SerialNumber([1]))
    }
  }

  @Test func `a distribution point without a name and without a CRL issuer is rejected`() throws {
    for hex in ["3002 3000", "3006 3004 8102 0560", "3006 3004 a002 a000", "3004 3002 a000"] {
      #expect(try X509.CRLDistributionPoints.refusal(hex) != nil, "\(hex)")
    }
    #expect(try X509.CRLDistributionPoints.read("3000").points.isEmpty)
    let issuer = try X509.CRLDistributionPoints.read("3007 3005 a203 8201 61")
    #expect(issuer.points[0].crlIssuer.count == 1 && issuer.points[0].name == nil)
    #expect(throws: X509Error.forbidden(.pointHasNameOrIssuer)) {
      try X509.DistributionPoint(nil, reasons: .keyCompromise)
    }
  }

  @Test func `the URIs of information access services are found by their access method`() throws {
    let url = try X509.IA5Text("http://a")
    let value = try X509.AuthorityInformationAccess([
      X509.AccessDescription(.ocspAccess, .uri(url)),
      X509.AccessDescription(.issuersAccess, .dns(url)),
    ])
    #expect(value.ocspResponders == [url] && value.issuers.isEmpty)
    #expect(try X509.AuthorityInformationAccess.read("3000").descriptions.isEmpty)
  }

  @Test func `a private key usage period without a start and an end is rejected`() throws {
    let moment = Hex.encode(Array("20300101000000Z".utf8))
    let value = try X509.PrivateKeyUsagePeriod.read("3011 810f \(moment)")
    #expect(value.notBefore == nil && value.notAfter == 1_893_456_000)
    #expect(value.der == (try bytes(of: "3011 810f \(moment)")))
    for hex in ["3000", "3011 820f \(moment)", "3003 8001 00"] {
      #expect(try X509.PrivateKeyUsagePeriod.refusal(hex) != nil, "\(hex)")
    }
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.PrivateKeyUsagePeriod() }
    #expect(throws: X509Error.forbidden(.yearOfFourDigits)) {
      try X509.PrivateKeyUsagePeriod(through: .max)
    }
  }

  @Test func `a TLS feature with a number of more than sixteen bits is rejected`() throws {
    #expect(try X509.TLSFeature.read("3003 020105").requiresStapledResponse)
    #expect(try X509.TLSFeature.read("3005 0203 00ffff").features == [0xffff])
    for hex in ["3005 0203 010000", "3003 0201ff", "3003 040105"] {
      #expect(try X509.TLSFeature.refusal(hex) != nil, "\(hex)")
    }
    let limit = X509.TLSFeature.limit
    let more = tlv(0x30, (0...limit).flatMap { _ in [2, 1, 5] as [UInt8] })
    #expect(throws: X509Error.tooMany(.value(.tlsFeature), limit: limit)) {
      try X509.TLSFeature(more.span)
    }
  }

  @Test func `an extension without content is rejected if its value is not a NULL`() throws {
    #expect(try X509.OCSPNoCheck.read("0500") == X509.OCSPNoCheck())
    for hex in ["050100", "0400", "", "05000500"] {
      #expect(try X509.OCSPNoCheck.refusal(hex) != nil)
      #expect(try X509.PrecertificatePoison.refusal(hex) != nil)
    }
  }

  @Test func `the usual subject key identifier is the SHA-1 digest of the key's bits`() {
    #expect(X509.SubjectKeyIdentifier(of: Sample.key).bytes.count == 20)
  }
}
