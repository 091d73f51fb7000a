import ApusASN1
import ApusBytes
import ApusCrypto
import ApusNet
import Testing

@testable import ApusX509

/// RFC 7292, with files that OpenSSL has made.
@Suite struct PKCS12Tests {
  @Test(arguments: ["p256", "p384", "ed25519", "rsa"])
  func `a PKCS 12 file lists the certificate of its key before other certificates`(name: String)
    throws
  {
    let store = try read(name)
    let own = try X509.Certificate(pem: text("keystores/\(name).pem"))
    let authority = try X509.Certificate(pem: text("keystores/authority.pem"))
    #expect(store.certificates.map(\.der) == [own.der, authority.der])
    let pem = Array(try text("keys/\(name).pem").utf8)
    let key = try SigningKey(pem: pem.span)
    #expect(store.key.publicKey == key.publicKey)
    let message = Array("message".utf8)
    let algorithm = try #require(store.key.supportedAlgorithms.first)
    let signature = try store.key.signature(for: message.span, algorithm, using: SystemRandom())
    let isValid = key.publicKey.isValid(
      signature: signature.span, algorithm, for: message.span)
    #expect(isValid)
  }

  @Test(arguments: [
    "mac-sha1", "mac-sha256", "mac-sha384", "mac-sha512", "aes128", "aes192", "aes256",
    "plain-certificates", "plain",
  ])
  func `PKCS 12 files with each authentication code and each AES cipher are read`(name: String)
    throws
  {
    let store = try read(name)
    #expect(store.certificates.count == 1)
  }

  @Test func `a PKCS 12 password can be empty or any Unicode text`() throws {
    #expect(try read("empty", password: "").certificates.count == 1)
    #expect(try read("unicode", password: "Zürich 🗝").certificates.count == 1)
    #expect(failure("empty", password: "apus") == .wrongPassword)
    #expect(failure("unicode", password: "Zurich 🗝") == .wrongPassword)
    let noText: [UInt8] = [0xff, 0xfe]
    #expect(failure(try bytes("p256"), password: noText) == .wrongPassword)
  }

  @Test func `a wrong PKCS 12 password is reported as a wrong password`() throws {
    for name in ["p256", "mac-sha1", "plain"] {
      for password in ["", "Apus", "apus ", "apu"] {
        #expect(failure(name, password: password) == .wrongPassword)
      }
    }
  }

  @Test func `a PKCS 12 file with Triple DES is read only if legacy encryption is allowed`() throws
  {
    let tripleDES = X509.PKCS12.Problem.legacyEncryption(.pbeWithSHAAnd3KeyTripleDESCBC)
    let passwords = [
      ("legacy", "apus"), ("legacy-key", "apus"), ("legacy-empty", ""),
      ("legacy-unicode", "Zürich 🗝"),
    ]
    for (name, password) in passwords {
      #expect(failure(name, password: password) == tripleDES)
      #expect(failure(name, password: password, isLegacyAllowed: true) == nil, "\(name)")
      #expect(failure(name, password: password + "x", isLegacyAllowed: true) == .wrongPassword)
    }
    let (der, password) = (try bytes("legacy"), Array("apus".utf8))
    let store = try X509.PKCS12(
      der.span, password: password.span, allowingLegacyEncryption: true)
    let own = try X509.Certificate(pem: text("keystores/p256.pem"))
    let authority = try X509.Certificate(pem: text("keystores/authority.pem"))
    #expect(store.certificates.map(\.der) == [own.der, authority.der])
    #expect(try own.verificationKey() == store.key.publicKey)
    #expect(tripleDES.description.contains("supported only with legacy encryption allowed"))
  }

  @Test(arguments: ["legacy-rc2-40", "legacy-rc2-128", "legacy-2des", "legacy-pbes2-3des"])
  func `PKCS 12 files with old ciphers are read only if legacy encryption is allowed`(
    _ name: String
  ) throws {
    guard case .legacyEncryption = failure(name) else {
      Issue.record("\(name) is not rejected by default")
      return
    }
    let (der, password) = (try bytes(name), Array("apus".utf8))
    let store = try X509.PKCS12(
      der.span, password: password.span, allowingLegacyEncryption: true)
    let own = try X509.Certificate(pem: text("keystores/p256.pem"))
    #expect(store.certificates == [own])
    #expect(try own.verificationKey() == store.key.publicKey)
    #expect(failure(name, password: "other", isLegacyAllowed: true) == .wrongPassword)
  }

  @Test func `the error for an unsupported PKCS 12 cipher has commands to convert the file`() throws
  {
    for isLegacyAllowed in [false, true] {
      let problem = failure("refused.rc4", isLegacyAllowed: isLegacyAllowed)
      #expect(problem == .legacyEncryption(try oid("1.2.840.113549.1.12.1.1")))
    }
    #expect(failure("refused.rc4") == .legacyEncryption(try oid("1.2.840.113549.1.12.1.1")))
    #expect(failure("legacy-pbes2-3des") == .legacyEncryption(try oid("1.2.840.113549.3.7")))
    let words = try #require(failure("refused.rc4")).description
    #expect(words.contains("openssl pkcs12 -legacy -in OLD"))
    #expect(words.contains("openssl pkcs12 -export"))
  }

  @Test func `the error for an incomplete PKCS 12 file names the missing part`() {
    #expect(failure("refused.no-code") == .noCode)
    #expect(failure("refused.no-key") == .noKey)
    #expect(failure("refused.no-certificate") == .noCertificateOfKey)
  }

  private func key(_ name: String, password: String) throws(X509Error) -> SigningKey {
    let der = (try? bytes(name)) ?? []
    let word = Array(password.utf8)
    return try X509.PKCS12.key(in: der.span, password: word.span)
  }

  @Test func `a PKCS 12 key is read without its certificate, but with all other checks`() throws {
    let key = try key("refused.no-certificate", password: "apus")
    #expect(failure("refused.no-certificate") == .noCertificateOfKey)
    let whole = try read("p256")
    let publicKey = whole.key.publicKey
    let same = try self.key("p256", password: "apus")
    #expect(same.publicKey == publicKey && key.publicKey == publicKey)
    for (name, word, problem) in [
      ("refused.no-key", "apus", X509.PKCS12.Problem.noKey),
      ("refused.no-code", "apus", .noCode), ("p256", "other", .wrongPassword),
    ] {
      do throws(X509Error) {
        _ = try self.key(name, password: word)
        Issue.record("\(name) was read")
      } catch {
        #expect(error == .keyStore(problem))
      }
    }
  }

  @Test func `a truncated PKCS 12 file is rejected`() throws {
    let der = try bytes("plain")
    for count in 0..<der.count {
      let problem = failure(Array(der[..<count]), password: Array("apus".utf8))
      guard case .malformed = problem else {
        Issue.record("\(count) bytes: \(String(describing: problem))")
        continue
      }
    }
    #expect(
      failure(der + [0], password: Array("apus".utf8))
        == .malformed(.trailingBytes(at: der.count, count: 1)))
  }

  @Test func `a PKCS 12 file with a changed byte is rejected or has the same certificates`() throws
  {
    let der = try bytes("plain-certificates")
    let whole = try read("plain-certificates").certificates
    for index in der.indices {
      var damaged = der
      damaged[index] ^= 0x10
      // A rejection is expected; an accepted file must have the same content.
      guard let certificates = certificates(of: damaged) else { continue }
      #expect(certificates == whole, "byte \(index)")
    }
  }

  @Test func `a PKCS 12 file with too many iterations is rejected`() throws {
    // The iteration count of the authentication code is at the end.
    let der = try bytes("plain")
    #expect(der.suffix(3) == [2, 1, 16])
    let count = X509.PKCS12.iterationLimit
    let over: [UInt8] = [2, 3] + (0..<3).map { UInt8((count + 1) >> (8 * (2 - $0)) & 0xff) }
    #expect(
      failure(try grown(der, over), password: Array("apus".utf8))
        == .tooManyIterations(count + 1, limit: count))
    #expect(
      failure(try grown(der, [2, 1, 0]), password: Array("apus".utf8))
        == .tooManyIterations(0, limit: count))
    let many = try grown(der, [2, 4, 0x7f, 0xff, 0xff, 0xff])
    let problem = failure(many, password: Array("apus".utf8))
    #expect(problem == .tooManyIterations(0x7fff_ffff, limit: count))
    #expect(problem.map { "\($0)".contains("requires 2147483647 iterations") } == true)
  }

  @Test func `the iterations of all keys in a PKCS 12 file count toward one limit`() throws {
    // One code, one locked list of certificates, and one locked key: 16 each.
    let (der, password) = (try bytes("p256"), Array("apus".utf8))
    for (limit, asked) in [(48, nil), (47, 48), (31, 32), (15, 16)] {
      let problem = problem(der, password, iterationLimit: limit)
      #expect(problem == asked.map { .tooManyIterations($0, limit: limit) })
    }
  }

  @Test func `each digest of a derived PKCS 12 key counts its iterations toward the limit`() throws
  {
    // The code, and for the list and the key each two digests for 24 bytes and one for a vector.
    let (der, password) = (try bytes("legacy"), Array("apus".utf8))
    for (limit, asked) in [(16 * 7, nil), (16 * 7 - 1, 16 * 7), (16 * 4 - 1, 16 * 4)] {
      let problem = problem(der, password, iterationLimit: limit)
      #expect(problem == asked.map { .tooManyIterations($0, limit: limit) })
    }
  }

  private func problem(
    _ der: [UInt8], _ password: [UInt8], iterationLimit: Int
  ) -> X509.PKCS12.Problem? {
    do throws(X509Error) {
      _ = try X509.PKCS12.read(
        der.span, password: password.span, allowingSmallModulus: false,
        allowingLegacyEncryption: true, iterationLimit: iterationLimit
      ).certificates
    } catch {
      if case .keyStore(let problem) = error { return problem }
    }
    return nil
  }

  @Test func `a PKCS 12 file above the size limit is rejected`() {
    let zeros = [UInt8](repeating: 0x30, count: (1 << 20) + 1)
    #expect(failure(zeros, password: []) == .tooLong(limit: 1 << 20))
    #expect(failure(Array(zeros.dropLast()), password: []) != .tooLong(limit: 1 << 20))
  }

  // MARK: Support

  private func read(_ name: String, password: String = "apus") throws -> X509.PKCS12 {
    let (der, password) = (try bytes(name), Array(password.utf8))
    return try X509.PKCS12(der.span, password: password.span)
  }

  private func failure(
    _ name: String, password: String = "apus", isLegacyAllowed: Bool = false
  ) -> X509.PKCS12.Problem? {
    guard let der = try? bytes(name) else { return .noKey }
    return failure(der, password: Array(password.utf8), isLegacyAllowed: isLegacyAllowed)
  }

  private func failure(
    _ der: [UInt8], password: [UInt8], isLegacyAllowed: Bool = false
  ) -> X509.PKCS12.Problem? {
    do throws(X509Error) {
      _ = try X509.PKCS12(
        der.span, password: password.span, allowingLegacyEncryption: isLegacyAllowed
      ).certificates
    } catch {
      if case .keyStore(let problem) = error { return problem }
    }
    return nil
  }

  private func certificates(of der: [UInt8]) -> [X509.Certificate]? {
    let password = Array("apus".utf8)
    do throws(X509Error) {
      return try X509.PKCS12(der.span, password: password.span).certificates
    } catch {
      return nil
    }
  }

  /// The file with another last value, and lengths that fit it: of the file, and of the code.
  private func grown(_ der: [UInt8], _ last: [UInt8]) throws -> [UInt8] {
    let more = last.count - 3
    var grown = Array(der.dropLast(3) + last)
    let length = Int(grown[2]) << 8 + Int(grown[3]) + more
    (grown[2], grown[3]) = (UInt8(length >> 8), UInt8(length & 0xff))
    // MacData is the last SEQUENCE at the top: its header is where the content has ended.
    let content = 4 + 3
    let contentLength = Int(grown[content + 2]) << 8 + Int(grown[content + 3])
    let code = content + 4 + contentLength
    grown[code + 1] += UInt8(more)
    return grown
  }

  private func oid(_ dotted: String) throws -> OID { try #require(OID(dotted)) }

  private func bytes(_ name: String) throws -> [UInt8] {
    try Files.contents(of: Self.root + "/keystores/\(name).p12")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.contents(of: Self.root + "/" + path), as: UTF8.self)
  }

  private static let root =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures"
}
