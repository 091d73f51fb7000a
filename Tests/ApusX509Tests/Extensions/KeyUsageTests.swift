import ApusX509
import Testing

/// The allowed uses of a key. RFC 5280 section 4.2.1.3.
@Suite struct KeyUsageTests {
  @Test(
    arguments: [
      ("03020780", .digitalSignature), ("03020106", [.certificateSigning, .crlSigning]),
      ("0303070080", .decipherOnly), ("030205a0", [.digitalSignature, .keyEncipherment]),
    ] as [(String, X509.KeyUsage.Uses)])
  func `a written key usage is read back unchanged`(_ hex: String, _ uses: X509.KeyUsage.Uses)
    throws
  {
    let value = try X509.KeyUsage.read(hex)
    #expect(value.uses == uses)
    #expect(try X509.KeyUsage(uses) == value)
    #expect(value.der == (try bytes(of: hex)))
  }

  @Test(arguments: ["03030706 00", "030200 06", "03020006"])
  func `a key usage with trailing zeros is read and written unchanged`(_ hex: String) throws {
    let value = try X509.KeyUsage.read(hex)
    #expect(value.uses == [.certificateSigning, .crlSigning])
    #expect(value.der == (try bytes(of: hex)))
    #expect(value != (try X509.KeyUsage([.certificateSigning, .crlSigning])))
  }

  @Test(arguments: ["030100", "03020700", "03020000", "0300", "03020181", "03020880", "0403020780"])
  func `a key usage without any use is rejected`(_ hex: String) throws {
    #expect(try X509.KeyUsage.refusal(hex) != nil)
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.KeyUsage([]) }
  }

  @Test func `a key usage with too many bits is rejected`() throws {
    #expect(try X509.KeyUsage.read("0309 00 0000000000000001").uses.rawValue == 1 << 63)
    #expect(try X509.KeyUsage.refusal("030a 07 800000000000000080") != nil)
  }

  @Test func `a key usage is described by the names of its uses`() throws {
    let value = try X509.KeyUsage([.digitalSignature, .crlSigning])
    #expect(value.description == "digitalSignature, cRLSign")
    #expect(try X509.KeyUsage(.init(rawValue: 1 << 9)).description == "(9)")
    #expect(value.contains(.crlSigning) && !value.contains([.crlSigning, .keyAgreement]))
  }
}
