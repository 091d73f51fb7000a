import ApusBytes
import ApusCrypto
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// Client identities. RFC 8446 section 4.4.2.
@Suite struct IdentityTests {
  private static let keys =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    + "/Fixtures/keys/"

  private static func key(_ name: String) throws -> [UInt8] {
    try Files.contents(of: keys + name)
  }

  /// The password of the encrypted files.
  private static let password = Array("apus".utf8)

  /// Returns the PEM of a certificate for the key of a file.
  private static func chain(for name: String) throws -> [UInt8] {
    let text = try key(name)
    let key = try SigningKey(pem: text.span, password: password.span)
    let identity = try TestAuthority(keys: .ed25519).client("worker", key: key)
    return Array(identity.chain.map(\.pem).joined().utf8)
  }

  @Test(
    arguments: [
      ("p256.pem", [.ecdsaSECP256R1SHA256, .ecdsaSECP384R1SHA384, .ecdsaSECP521R1SHA512]),
      ("p256.sec1.pem", [.ecdsaSECP256R1SHA256, .ecdsaSECP384R1SHA384, .ecdsaSECP521R1SHA512]),
      ("p384.pem", [.ecdsaSECP384R1SHA384, .ecdsaSECP256R1SHA256, .ecdsaSECP521R1SHA512]),
      ("p521.pem", [.ecdsaSECP521R1SHA512, .ecdsaSECP256R1SHA256, .ecdsaSECP384R1SHA384]),
      ("ed25519.pem", [.ed25519]), ("ed25519.locked.pem", [.ed25519]),
      (
        "rsa.pem",
        [
          .rsaPSSRSAESHA256, .rsaPSSRSAESHA384, .rsaPSSRSAESHA512, .rsaPKCS1SHA256,
          .rsaPKCS1SHA384, .rsaPKCS1SHA512,
        ]
      ),
      ("rsa-pss.pem", [.rsaPSSPSSSHA256, .rsaPSSPSSSHA384, .rsaPSSPSSSHA512]),
      ("rsa-pss-sha384.pem", [.rsaPSSPSSSHA384]),
    ] as [(String, [TLS.SignatureScheme])])
  func `PEM files are read to the certificate chain, the key and the key's schemes`(
    name: String, schemes: [TLS.SignatureScheme]
  ) throws {
    let chain = try Self.chain(for: name)
    let text = try Self.key(name)
    let identity = try TLS.Identity(
      pemChain: chain.span, pemKey: text.span, password: Self.password.span)
    #expect(identity.chain.count == 2 && identity.schemes == schemes)
    guard case .held(let key) = identity.key else {
      Issue.record("not held")
      return
    }
    let content: [UInt8] = [1, 2, 3]
    let signature = try key.signature(for: content.span, by: schemes[0], using: SystemRandom())
    #expect(!signature.isEmpty)
    for scheme in TLS.SignatureScheme.allCases where !schemes.contains(scheme) {
      #expect(throws: TLS.IdentityError.unsupportedScheme(scheme)) {
        try key.signature(for: content.span, by: scheme, using: SystemRandom())
      }
    }
  }

  @Test func `the error for a mismatched private key names the certificate`() throws {
    let chain = try Self.chain(for: "p256.pem")
    let other = try Self.key("p384.pem")
    #expect(throws: TLS.IdentityError.keyMismatch(X509.Name([.commonName: "worker"]))) {
      try TLS.Identity(pemChain: chain.span, pemKey: other.span)
    }
    let certificates = X509.Bundle(chain).certificates().certificates
    let text = try Self.key("p256.pem")
    let reversed = Array(certificates.reversed().map(\.pem).joined().utf8)
    #expect(
      throws: TLS.IdentityError.keyMismatch(X509.Name([.commonName: "Apus test intermediate"]))
    ) {
      try TLS.Identity(pemChain: reversed.span, pemKey: text.span)
    }
  }

  @Test func `the error for an incomplete PEM file names the missing or malformed part`() throws {
    let chain = try Self.chain(for: "p256.pem")
    let key = try Self.key("p256.pem")
    #expect(throws: TLS.IdentityError.noCertificate) {
      try TLS.Identity(pemChain: key.span, pemKey: key.span)
    }
    #expect(throws: TLS.IdentityError.key(.noPrivateKey(found: .certificate))) {
      try TLS.Identity(pemChain: chain.span, pemKey: chain.span)
    }
    let locked = try Self.key("ed25519.locked.pem")
    #expect(throws: TLS.IdentityError.key(.passwordNeeded)) {
      try TLS.Identity(pemChain: chain.span, pemKey: locked.span)
    }
    let wrong = Array("apsu".utf8)
    #expect(throws: TLS.IdentityError.key(.wrongPassword)) {
      try TLS.Identity(pemChain: chain.span, pemKey: locked.span, password: wrong.span)
    }
    let torn = Array("-----BEGIN CERTIFICATE-----\nAA?=\n-----END CERTIFICATE-----\n".utf8)
    let error = #expect(throws: TLS.IdentityError.self) {
      try TLS.Identity(pemChain: torn.span, pemKey: key.span)
    }
    guard case .certificate(.pem, line: _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let empty: [UInt8] = []
    #expect(throws: TLS.IdentityError.noCertificate) {
      try TLS.Identity(pemChain: empty.span, pemKey: key.span)
    }
  }

  @Test func `a certificate chain with more than 16 certificates is rejected`() throws {
    let identity = try TestAuthority.alone("root").client("worker", key: .ed25519)
    guard case .held(let key) = identity.key else {
      Issue.record("not held")
      return
    }
    let leaf = identity.leaf
    let many = [X509.Certificate](repeating: leaf, count: TLS.Identity.certificateLimit)
    #expect(throws: Never.self) { try TLS.Identity(many, key) }
    #expect(throws: TLS.IdentityError.tooManyCertificates(limit: TLS.Identity.certificateLimit)) {
      try TLS.Identity(many + [leaf], key)
    }
    #expect(throws: TLS.IdentityError.noCertificate) { try TLS.Identity([], key) }
  }

  /// An external signer.
  private struct Elsewhere: TLS.Signer {
    func signature(for content: [UInt8], by scheme: TLS.SignatureScheme) async throws -> [UInt8] {
      content
    }
  }

  @Test func `an external signer can support a subset of the signature schemes of its key`() throws
  {
    let leaf = try TestAuthority.alone("root").client("worker", key: .ed25519).leaf
    let identity = try TLS.Identity([leaf], signer: Elsewhere())
    #expect(identity.schemes == [.ed25519])
    #expect(identity.description.contains("an external key"))
    #expect(throws: TLS.IdentityError.unsupportedScheme(.rsaPKCS1SHA256)) {
      try TLS.Identity([leaf], signer: Elsewhere(), schemes: [.rsaPKCS1SHA256])
    }
  }

  @Test func `the description of an identity shows no byte of the private key`() throws {
    let bytes = [UInt8](repeating: 0xa7, count: 32)
    let identity = try TestAuthority.alone("root").client(
      "worker", key: .ed25519(try Ed25519.PrivateKey(rawRepresentation: bytes.span)))
    guard case .held(let key) = identity.key else {
      Issue.record("not held")
      return
    }
    var dumped = ""
    dump(identity, to: &dumped)
    dump(key, to: &dumped)
    for text in ["\(key)", "\(identity)", "\(identity.key)", String(reflecting: key), dumped] {
      #expect(text.contains("a private key of Ed25519") || text == dumped)
      for secret in ["a7a7", "A7A7", "167, 167", Base64.encode(bytes)] {
        #expect(!text.contains(secret))
      }
    }
    #expect(dumped.contains("HeldKey") || dumped.contains("a private key of Ed25519"))
  }
}
