import ApusNet
import ApusTLS
import ApusX509
import Testing

/// A client's identity in one PKCS #12 file. RFC 7292.
@Suite struct IdentityPKCS12Tests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    + "/Fixtures/keystores/"

  private static func identity(
    _ name: String, _ password: String, isLegacyAllowed: Bool = false
  ) throws -> Result<TLS.Identity, TLS.IdentityError> {
    let store = try Files.contents(of: folder + name)
    let secret = Array(password.utf8)
    return Result { () throws(TLS.IdentityError) in
      try TLS.Identity(
        pkcs12: store.span, password: secret.span, allowingLegacyEncryption: isLegacyAllowed)
    }
  }

  @Test(arguments: ["p256.p12", "p384.p12", "ed25519.p12", "rsa.p12"])
  func `the first certificate of a PKCS 12 file belongs to its private key`(
    _ name: String
  ) throws {
    let identity = try Self.identity(name, "apus").get()
    #expect(!identity.schemes.isEmpty)
    guard case .held(let key) = identity.key else {
      Issue.record("the key is elsewhere")
      return
    }
    #expect(try identity.leaf.verificationKey() == key.publicKey)
  }

  @Test func `a PKCS 12 file with Triple DES is read only if the caller permits it`() throws {
    let certificate = try Self.identity("p256.p12", "apus").get().leaf
    let identity = try Self.identity("legacy.p12", "apus", isLegacyAllowed: true).get()
    #expect(identity.leaf == certificate)
    #expect(throws: TLS.IdentityError.self) { try Self.identity("legacy.p12", "apus").get() }
  }

  @Test func `the error for a wrong PKCS 12 password does not show the password`() throws {
    let result = try Self.identity("p256.p12", "planted")
    let error = #expect(throws: TLS.IdentityError.self) { try result.get() }
    #expect(error.map { "\($0)".contains("planted") } == false)
  }
}
