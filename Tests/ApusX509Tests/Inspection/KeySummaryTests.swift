import ApusX509
import Testing

/// Any key has a summary.
@Suite struct KeySummaryTests {
  private static func summary(_ key: X509.PublicKey) throws -> X509.KeySummary {
    var content = try Sample.content()
    content.publicKey = key
    return X509.KeySummary(try content.certificate(signature: Sample.signature))
  }

  @Test func `the summary of an unusable RSA key contains the bit count of the modulus`() throws {
    var writer = DERWriter()
    writer.writeSequence { key in
      key.write(.integer, content: [0x01, 0xff])
      key.write(.integer, content: [0x01, 0x00, 0x01])
    }
    let key = X509.PublicKey(X509.Algorithm(.rsaEncryption, .null), bits: writer.bytes)
    let summary = try Self.summary(key)
    #expect(summary.kind == "RSA" && summary.bitCount == 9 && summary.modulus == [1, 0xff])
    #expect(summary.smallExponent == 65537 && summary.problem == nil)
    #expect("\(summary)" == "RSA, 9 bits")
    #expect(X509.KeySummary(key) == summary && "\(key)" == "RSA 9")
  }

  @Test func `the summary of a key on an unsupported curve names the curve`() throws {
    let curve = try #require(OID("1.3.132.0.10"))
    let key = X509.PublicKey(X509.Algorithm(.ecPublicKey, .oid(curve)), bits: [4, 1, 2])
    let summary = try Self.summary(key)
    #expect("\(summary)" == "EC secp256k1" && "\(key)" == "secp256k1")
    #expect(summary.problem != nil && summary.bitCount == nil)
  }

  @Test func `the summary of a key with an unknown algorithm contains the algorithm's OID`() throws
  {
    let oid = try #require(OID("1.2.3.4"))
    let summary = try Self.summary(X509.PublicKey(X509.Algorithm(oid), bits: [1]))
    #expect(summary.kind == "1.2.3.4" && summary.problem == nil)
    #expect(try Self.summary(Sample.key).kind == "Ed25519")
    #expect("\(Sample.key)" == "Ed25519")
    #expect("\(X509.PublicKey(X509.Algorithm(oid), bits: [1]))" == "1.2.3.4")
    let p256 = try X509.PublicKey(Authority.key().publicKey)
    #expect("\(p256)" == "P-256")
  }
}
