import ApusASN1
import ApusX509
import Testing

/// What a leaf's key is, and what it is for. RFC 5280 sections 4.1.2.7 and 4.2.1.3.
@Suite struct CertificateJudgeTests {
  private let root: TestAuthority

  init() throws {
    root = try TestAuthority(root: .authority("root"))
  }

  private func fault(_ change: (inout Recipe) throws -> Void) throws -> X509.Fault? {
    let leaf = try root.issue(.leaf("www.example.org").changed(change))
    let verifier = X509.Verifier(anchors: X509.Anchors([root.certificate]))
    do throws(X509.Rejection) {
      _ = try verifier.verify(leaf, for: .unnamedServer, at: Recipe.moment)
      return nil
    } catch {
      return error.fault
    }
  }

  /// A key of RSA with a modulus of so many bits, all of them ones.
  private func rsa(bitCount: Int) -> X509.PublicKey {
    var modulus = [UInt8](repeating: 0xff, count: (bitCount + 7) / 8)
    modulus[0] >>= UInt8(modulus.count * 8 - bitCount)
    var writer = DERWriter()
    writer.writeSequence { numbers in
      numbers.writeInteger(magnitude: modulus)
      numbers.writeInteger(magnitude: [1, 0, 1])
    }
    return X509.PublicKey(X509.Algorithm(.rsaEncryption, .null), bits: writer.bytes)
  }

  @Test func `a modulus has 2048 bits, and not one less`() throws {
    #expect(try fault { $0.publicKey = rsa(bitCount: 2048) } == nil)
    #expect(try fault { $0.publicKey = rsa(bitCount: 2047) } == .weakKey(bitCount: 2047))
    #expect(try fault { $0.publicKey = rsa(bitCount: 1024) } == .weakKey(bitCount: 1024))
  }

  @Test(arguments: [OID.dsa, .x25519])
  func `a key that signs nothing is no server's`(algorithm: OID) throws {
    let key = X509.PublicKey(X509.Algorithm(algorithm), bits: [UInt8](repeating: 9, count: 32))
    #expect(try fault { $0.publicKey = key } == .forbiddenKey(algorithm))
  }

  @Test func `a key that is for certificates alone serves nobody`() throws {
    let usage = try X509.KeyUsage([.certificateSigning, .crlSigning])
    let fault = try fault {
      $0.keyUsage = X509.Extension(.keyUsage(usage), isCritical: true)
    }
    #expect(fault == .keyMayNotServe(usage))
  }
}
