import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509
import TestSupport
import Testing

/// Files of PKCS #12 that are written, and trust stores. RFC 7292.
@Suite struct PKCS12WritingTests {
  private let password = Array("apuspass".utf8)

  private static let root =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures/"

  private func bytes(_ name: String) throws -> [UInt8] {
    try Files.contents(of: Self.root + name)
  }

  private func certificate(_ name: String) throws -> X509.Certificate {
    try X509.Certificate(pem: String(decoding: bytes("keystores/\(name).pem"), as: UTF8.self))
  }

  private func key(_ name: String) throws -> SigningKey {
    let pem = try bytes("keys/\(name).pem")
    return try SigningKey(pem: pem.span)
  }

  /// A written file of a key and a chain.
  private func written(_ chain: [X509.Certificate], _ name: String) throws -> [UInt8] {
    let key = try key(name)
    let password = password
    return try X509.PKCS12.file(
      chain, key: key, password: password.span, iterations: 16, using: SystemRandom())
  }

  /// The certificates of a trust store, or the problem of it.
  private func trusted(
    _ file: [UInt8], _ password: String?
  ) -> Result<[X509.Certificate], X509Error> {
    let word = password.map { Array($0.utf8) }
    return Result { () throws(X509Error) in
      guard let word else { return try X509.PKCS12.certificates(in: file.span, password: nil) }
      return try X509.PKCS12.certificates(in: file.span, password: word.span)
    }
  }

  /// The certificates of a key, or the problem of the file.
  private func opened(
    _ file: [UInt8], _ password: String
  ) -> Result<[X509.Certificate], X509Error> {
    let word = Array(password.utf8)
    return Result { () throws(X509Error) in
      try X509.PKCS12(file.span, password: word.span).certificates
    }
  }

  private func problem(
    _ problem: X509.PKCS12.Problem
  ) -> Result<[X509.Certificate], X509Error> { .failure(.keyStore(problem)) }

  @Test(arguments: ["p256", "p384", "ed25519", "rsa"])
  func `a written PKCS 12 file is read back with the same key and certificates`(name: String) throws
  {
    let chain = [try certificate(name), try certificate("authority")]
    let file = try written(chain, name)
    #expect(opened(file, "apuspass") == .success(chain))
    #expect(opened(file, "apus") == problem(.wrongPassword))
    let word = password
    let read = try X509.PKCS12(file.span, password: word.span).key.publicKey
    let own = try key(name).publicKey
    #expect(read == own)
  }

  @Test func `a PKCS 12 file is not written if the first certificate is not for the key`() throws {
    for chain in [[], [try certificate("authority"), try certificate("p256")]] {
      #expect(throws: X509Error.keyStore(.noCertificateOfKey)) { try written(chain, "p256") }
    }
  }

  @Test func `a written trust store is read back with the same certificates`() throws {
    let certificates = [try certificate("authority"), try certificate("p256")]
    let word = password
    let file = try X509.PKCS12.trustStore(
      certificates, password: word.span, iterations: 16, using: SystemRandom())
    #expect(trusted(file, "apuspass") == .success(certificates))
    #expect(trusted(file, nil) == problem(.passwordNeeded))
    #expect(opened(file, "apuspass") == problem(.noKey))
  }

  @Test func `trust stores that Java has written are read`() throws {
    let found = try trusted(bytes("keystores/java-trust.p12"), "apuspass").get()
    #expect(Set(found) == [try certificate("authority"), try certificate("p256")])
    // Java 18 has its own roots in a file without a password.
    let plain = try bytes("keystores/java-plain.p12")
    #expect(trusted(plain, nil) == .success([try certificate("authority")]))
    #expect(trusted(plain, "apuspass") == problem(.noCode))
  }

  @Test func `the private key in a trust store is not decrypted`() throws {
    let file = try bytes("keystores/p256.p12")
    let own = [try certificate("p256"), try certificate("authority")]
    #expect(trusted(file, "apus") == .success(own))
    #expect(trusted(file, "apux") == problem(.wrongPassword))
    let plain = try bytes("keystores/plain.p12")
    #expect(trusted(plain, "apus") == .success([own[0]]))
    #expect(trusted(plain, nil) == .success([own[0]]))
  }

  @Test func `an empty password opens a PKCS 12 file with the NULL password`() throws {
    let file = try bytes("keystores/null-password.p12")
    #expect(opened(file, "") == .success([try certificate("p256")]))
    #expect(opened(file, "\0") == problem(.wrongPassword))
  }

  @Test func `a written PKCS 7 message is read back with the same certificates`() throws {
    let certificates = [try certificate("authority"), try certificate("p256")]
    let file = X509.PKCS7.message(certificates)
    let message = try X509.PKCS7(file.span)
    #expect(Set(message.certificates) == Set(certificates.map(\.der)))
    #expect(message.signerCount == 0 && message.lists.isEmpty)
    let isLikely = X509.PKCS7.isLikely(file.span)
    #expect(isLikely)
    for count in 0..<file.count {
      let part = Array(file[..<count])
      #expect(throws: ASN1Error.self) { try X509.PKCS7(part.span) }
    }
  }

  @Test(.enabled(if: OpenSSL.isExpected, "openssl is not installed"))
  func `openssl reads PKCS 12 and PKCS 7 files that Apus has written`() throws {
    let openssl = try OpenSSL()
    let chain = [try certificate("p256"), try certificate("authority")]
    try openssl.write(written(chain, "p256"), to: "store.p12")
    try openssl.write(X509.PKCS7.message(chain), to: "chain.p7b")
    try openssl.run("pkcs12 -in store.p12 -passin pass:apuspass -nodes -out store.pem")
    try openssl.run("pkcs7 -in chain.p7b -inform DER -print_certs -out chain.pem")
    let pem = try openssl.read("store.pem")
    let read = try SigningKey(pem: pem.span).publicKey
    let own = try key("p256").publicKey
    #expect(read == own)
    #expect(X509.Bundle(pem).certificates().certificates == chain)
    let others = X509.Bundle(try openssl.read("chain.pem")).certificates().certificates
    #expect(Set(others) == Set(chain))
  }
}
