import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 4055 section 3.1.
@Suite struct RSASSAPSSParametersTests {
  private func parameters(
    _ fields: (inout DERWriter) -> Void
  ) throws -> RSASSAPSSParameters {
    let der = KeyFile.der { $0.writeAlgorithm(.rsassaPSS) { $0.writeSequence(fields) } }
    var reader = DERReader(der.span)
    let algorithm = try AlgorithmIdentifier(from: &reader, in: der.span)
    return try RSASSAPSSParameters(of: algorithm, in: der.span)
  }

  private func writeHash(_ oid: OID, to writer: inout DERWriter) {
    writer.writeAlgorithm(oid) { $0.writeNull() }
  }

  @Test func `the hash, mask and salt length of PSS parameters are read`() throws {
    let read = try parameters { fields in
      fields.writeExplicit(0) { writeHash(.sha256, to: &$0) }
      fields.writeExplicit(1) { $0.writeAlgorithm(.mgf1) { writeHash(.sha384, to: &$0) } }
      fields.writeExplicit(2) { $0.writeInteger(32) }
    }
    #expect(read.hash == .sha256)
    #expect(read.maskHash == .sha384)
    #expect(read.saltByteCount == 32)
    #expect(read.trailerField == 1)
  }

  @Test func `a hash function in PSS parameters can omit its NULL`() throws {
    let read = try parameters { $0.writeExplicit(0) { $0.writeAlgorithm(.sha512) } }
    #expect(read.hash == .sha512)
    #expect(throws: CryptoError.wrongParameters(.sha512)) {
      try parameters { $0.writeExplicit(0) { $0.writeAlgorithm(.sha512) { $0.writeInteger(1) } } }
    }
  }

  @Test func `an encoded default value in PSS parameters is rejected`() {
    let start = 15
    #expect(throws: CryptoError.malformed(.encodedDefault(at: start + 2))) {
      try parameters { $0.writeExplicit(0) { writeHash(.sha1, to: &$0) } }
    }
    #expect(throws: CryptoError.malformed(.encodedDefault(at: start + 2))) {
      try parameters { $0.writeExplicit(2) { $0.writeInteger(20) } }
    }
    #expect(throws: CryptoError.malformed(.encodedDefault(at: start + 2))) {
      try parameters { $0.writeExplicit(3) { $0.writeInteger(1) } }
    }
    #expect(throws: CryptoError.malformed(.encodedDefault(at: start + 15))) {
      try parameters {
        $0.writeExplicit(1) { $0.writeAlgorithm(.mgf1) { writeHash(.sha1, to: &$0) } }
      }
    }
  }

  @Test func `an invalid mask or salt in PSS parameters is rejected`() {
    #expect(throws: CryptoError.unsupportedAlgorithm(.sha256)) {
      try parameters { $0.writeExplicit(1) { writeHash(.sha256, to: &$0) } }
    }
    #expect(throws: CryptoError.wrongParameters(.mgf1)) {
      try parameters { $0.writeExplicit(1) { $0.writeAlgorithm(.mgf1) } }
    }
    #expect(throws: CryptoError.wrongParameters(.rsassaPSS)) {
      try parameters { $0.writeExplicit(2) { $0.writeInteger(-1) } }
    }
    #expect(throws: CryptoError.malformed(.trailingBytes(at: 15, count: 2))) {
      try parameters { $0.writeNull() }
    }
  }
}
