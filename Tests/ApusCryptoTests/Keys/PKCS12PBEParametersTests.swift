import ApusASN1
import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 7292 appendix C.
@Suite struct PKCS12PBEParametersTests {
  private static let tripleDES = "060a2a864886f70d010c0103"
  private static let good = "300d04080a58cf64530d823f020110"

  private static func failure(
    _ parameters: String, oid: String = tripleDES, data: [UInt8] = [UInt8](repeating: 0, count: 8),
    limit: Int = 64
  ) throws -> CryptoError? {
    let body = Bytes.hex(oid + parameters)
    let algorithm = [0x30, UInt8(body.count)] + body
    let der = algorithm + data
    var reader = DERReader(0..<algorithm.count)
    let identifier = try AlgorithmIdentifier(from: &reader, in: der.span)
    let password = Array("apus".utf8)
    do throws(CryptoError) {
      _ = try PKCS12PBEParameters(of: identifier, in: der.span).open(
        algorithm.count..<der.count, in: der.span, password: password.span, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test func `other algorithms and malformed PKCS 12 encryption parameters are rejected`() throws {
    #expect(
      try Self.failure(Self.good, oid: "060a2a864886f70d010c0101")
        == .unsupportedEncryption(try #require(OID("1.2.840.113549.1.12.1.1"))))
    #expect(
      try Self.failure("300d04080a58cf64530d823f020100")
        == .iterationCountOutOfRange(0, limit: PBKDF2.IterationCount.limit))
    #expect(
      try Self.failure("300f04080a58cf64530d823f0201100500")
        == .malformed(.trailingBytes(at: 29, count: 2)))
    #expect(try Self.failure("0500") != nil)
    #expect(try Self.failure("") != nil)
  }

  @Test func `encrypted PKCS 12 data of partial blocks or above the limit is rejected`() throws {
    func data(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }
    #expect(try Self.failure(Self.good, data: []) == .wrongByteCount(0, expected: 8))
    #expect(try Self.failure(Self.good, data: data(9)) == .wrongByteCount(9, expected: 16))
    #expect(try Self.failure(Self.good, data: data(64)) == .wrongPassword)
    #expect(
      try Self.failure(Self.good, data: data(72)) == .inputTooLong(byteCount: 72, limit: 64))
  }
}
