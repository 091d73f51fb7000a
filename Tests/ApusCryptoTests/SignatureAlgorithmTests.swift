import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 4055 sections 3.1 and 5, RFC 5758 section 3.2, RFC 8410 section 3.
@Suite struct SignatureAlgorithmTests {
  private func read(_ der: [UInt8]) throws -> SignatureAlgorithm {
    var reader = DERReader(der.span)
    let identifier = try AlgorithmIdentifier(from: &reader, in: der.span)
    return try SignatureAlgorithm(identifier, in: der.span)
  }

  private func read(
    _ oid: OID, parameters: (inout DERWriter) -> Void = { _ in }
  ) throws -> SignatureAlgorithm {
    try read(KeyFile.der { $0.writeAlgorithm(oid, parameters: parameters) })
  }

  private static let all =
    HashAlgorithm.allCases.flatMap { hash in
      [SignatureAlgorithm.ecdsa(hash), .rsaPKCS1(hash), .rsaPSS(hash)]
    } + [.ed25519]

  @Test(arguments: all)
  func `a signature algorithm is encoded to DER and decoded to the same algorithm`(
    _ algorithm: SignatureAlgorithm
  ) throws {
    #expect(try read(KeyFile.der { algorithm.write(to: &$0) }) == algorithm)
  }

  /// The algorithm of a certificate that OpenSSL 3.0 signed with `-sigopt rsa_padding_mode:pss`.
  @Test func `the encoding of RSASSA-PSS equals the encoding by OpenSSL`() throws {
    let der = Bytes.hex(
      "304106092a864886f70d01010a3034a00f300d06096086480165030402010500a11c301a06092a864886f70d"
        + "010108300d06096086480165030402010500a203020120")
    #expect(try read(der) == .rsaPSS(.sha256, saltByteCount: 32))
    #expect(KeyFile.der { SignatureAlgorithm.rsaPSS(.sha256).write(to: &$0) } == der)
  }

  @Test func `RSA algorithms have NULL parameters, and other algorithms have none`() throws {
    #expect(try read(.sha384WithRSAEncryption) { $0.writeNull() } == .rsaPKCS1(.sha384))
    #expect(throws: CryptoError.wrongParameters(.sha384WithRSAEncryption)) {
      try read(.sha384WithRSAEncryption)
    }
    for oid in [OID.ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512, .ed25519] {
      #expect(throws: Never.self) { try read(oid) }
      #expect(throws: CryptoError.wrongParameters(oid)) { try read(oid) { $0.writeNull() } }
    }
    #expect(throws: CryptoError.wrongParameters(.rsassaPSS)) { try read(.rsassaPSS) }
    #expect(throws: CryptoError.wrongParameters(.rsassaPSS)) {
      try read(.rsassaPSS) { $0.writeNull() }
    }
  }

  @Test(arguments: [
    OID.md2WithRSAEncryption, .md5WithRSAEncryption, .sha1WithRSAEncryption, .ecdsaWithSHA1,
    .dsaWithSHA1,
  ])
  func `the error for a broken signature algorithm names the algorithm`(_ oid: OID) throws {
    let error = CryptoError.brokenAlgorithm(oid)
    #expect(throws: error) { try read(oid) { $0.writeNull() } }
    #expect(error.description.contains(try #require(oid.name)))
  }

  @Test func `the error for an unknown signature algorithm names the algorithm`() {
    for oid in [OID.sha224WithRSAEncryption, .ecdsaWithSHA224, .dsaWithSHA256, .ed448, .sha256] {
      #expect(throws: CryptoError.unsupportedAlgorithm(oid)) { try read(oid) }
    }
  }

  private func pss(
    _ hash: OID?, mask: OID?, salt: Int?, trailer: Int? = nil
  ) throws -> SignatureAlgorithm {
    try read(.rsassaPSS) { algorithm in
      algorithm.writeSequence { fields in
        if let hash { fields.writeExplicit(0) { $0.writeAlgorithm(hash) { $0.writeNull() } } }
        if let mask {
          fields.writeExplicit(1) {
            $0.writeAlgorithm(.mgf1) { $0.writeAlgorithm(mask) { $0.writeNull() } }
          }
        }
        if let salt { fields.writeExplicit(2) { $0.writeInteger(salt) } }
        if let trailer { fields.writeExplicit(3) { $0.writeInteger(trailer) } }
      }
    }
  }

  @Test func `PSS with two hash functions, another salt length or trailer 2 is rejected`() throws {
    #expect(try pss(.sha384, mask: .sha384, salt: 48) == .rsaPSS(.sha384))
    for salt in [nil, 0, 31, 33, 47, 49] {
      #expect(throws: CryptoError.wrongParameters(.rsassaPSS)) {
        try pss(.sha384, mask: .sha384, salt: salt)
      }
    }
    #expect(throws: CryptoError.wrongParameters(.rsassaPSS)) {
      try pss(.sha384, mask: .sha256, salt: 48)
    }
    #expect(throws: CryptoError.wrongParameters(.rsassaPSS)) {
      try pss(.sha384, mask: nil, salt: 48)
    }
    #expect(throws: CryptoError.wrongParameters(.rsassaPSS)) {
      try pss(.sha384, mask: .sha384, salt: 48, trailer: 2)
    }
    #expect(throws: CryptoError.brokenAlgorithm(.sha1)) { try pss(nil, mask: nil, salt: nil) }
    #expect(throws: CryptoError.unsupportedAlgorithm(.sha224)) {
      try pss(.sha224, mask: .sha224, salt: 28)
    }
  }
}
