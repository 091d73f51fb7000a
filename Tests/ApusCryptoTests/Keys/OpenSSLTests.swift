import ApusBytes
import ApusCrypto
import TestSupport
import Testing

/// New keys of Debian's `openssl` are read by Apus, and keys of Apus by `openssl`.
@Suite(.enabled(if: OpenSSL.isExpected, "openssl is not installed"))
struct OpenSSLTests {
  private let message = Array("apus and openssl".utf8)

  struct Kind: Sendable, CustomTestStringConvertible {
    let options: String
    let algorithm: SignatureAlgorithm
    var sign = "dgst -sha256 -sign key.pem -out theirs message"
    var verify = "dgst -sha256 -verify public.pem -signature ours message"

    var testDescription: String { options }

    func padded(_ sigopt: String) -> Kind {
      var kind = self
      kind.sign = "dgst -sha256 \(sigopt) -sign key.pem -out theirs message"
      kind.verify = "dgst -sha256 \(sigopt) -verify public.pem -signature ours message"
      return kind
    }
  }

  private static let pss = "-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest"

  static let kinds = [
    Kind(options: "EC -pkeyopt ec_paramgen_curve:P-256", algorithm: .ecdsa(.sha256)),
    Kind(options: "EC -pkeyopt ec_paramgen_curve:P-384", algorithm: .ecdsa(.sha256)),
    Kind(options: "EC -pkeyopt ec_paramgen_curve:P-521", algorithm: .ecdsa(.sha256)),
    Kind(options: "RSA -pkeyopt rsa_keygen_bits:2048", algorithm: .rsaPKCS1(.sha256)),
    Kind(options: "RSA -pkeyopt rsa_keygen_bits:2048", algorithm: .rsaPSS(.sha256)).padded(pss),
    Kind(options: "RSA-PSS -pkeyopt rsa_keygen_bits:2048", algorithm: .rsaPSS(.sha256))
      .padded(pss),
    Kind(
      options: "ED25519", algorithm: .ed25519,
      sign: "pkeyutl -sign -rawin -inkey key.pem -in message -out theirs",
      verify: "pkeyutl -verify -rawin -pubin -inkey public.pem -in message -sigfile ours"),
  ]

  @Test(arguments: kinds)
  func `OpenSSL and Apus accept the signatures of each other`(_ kind: Kind) throws {
    let openssl = try OpenSSL()
    try openssl.write(message, to: "message")
    try openssl.run("genpkey -algorithm \(kind.options) -out key.pem")
    try openssl.run("pkey -in key.pem -pubout -out public.pem")
    try openssl.run("pkey -in key.pem -pubout -outform DER -out public.der")
    try openssl.run(kind.sign)
    let (text, spki, theirs) = (
      try openssl.read("key.pem"), try openssl.read("public.der"), try openssl.read("theirs")
    )
    let key = try SigningKey(pem: text.span)
    let publicKey = try VerificationKey(spki: spki.span)
    #expect(key.publicKey == publicKey && publicKey.spki == spki)
    let isValid = publicKey.isValid(
      signature: theirs.span, kind.algorithm, for: message.span)
    #expect(isValid)
    let ours = try key.signature(for: message.span, kind.algorithm, using: SystemRandom())
    try openssl.write(ours, to: "ours")
    try openssl.run(kind.verify)
  }

  @Test(arguments: ["SHA256", "SHA384", "SHA512"])
  func `an OpenSSL key with the default encryption is decrypted`(_ function: String) throws {
    let openssl = try OpenSSL()
    try openssl.run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem")
    try openssl.run("pkey -in key.pem -pubout -outform DER -out public.der")
    try openssl.run(
      "pkcs8 -topk8 -in key.pem -v2 aes-256-cbc -v2prf hmacWith\(function)"
        + " -passout 'pass:schöner wohnen' -out locked.pem")
    let (text, spki) = (try openssl.read("locked.pem"), try openssl.read("public.der"))
    let password = Array("schöner wohnen".utf8)
    let key = try SigningKey(pem: text.span, password: password.span)
    #expect(key.publicKey.spki == spki)
  }

  @Test(arguments: ["ec -in key.pem -out old.pem", "ec -in key.pem -outform DER -out old.der"])
  func `an elliptic curve key of OpenSSL in SEC 1 form is read`(_ conversion: String) throws {
    let openssl = try OpenSSL()
    try openssl.run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out key.pem")
    try openssl.run("pkey -in key.pem -pubout -outform DER -out public.der")
    try openssl.run(conversion)
    let spki = try openssl.read("public.der")
    if conversion.hasSuffix(".pem") {
      let text = try openssl.read("old.pem")
      #expect(try SigningKey(pem: text.span).publicKey.spki == spki)
    } else {
      let der = try openssl.read("old.der")
      #expect(try SigningKey(der: der.span).publicKey.spki == spki)
    }
  }

  @Test func `an RSA key of OpenSSL in PKCS 1 form is read`() throws {
    let openssl = try OpenSSL()
    try openssl.run("genrsa -traditional -out key.pem 2048")
    try openssl.run("pkey -in key.pem -pubout -outform DER -out public.der")
    let (text, spki) = (try openssl.read("key.pem"), try openssl.read("public.der"))
    #expect(try SigningKey(pem: text.span).publicKey.spki == spki)
  }

  private func expectReadable(_ key: consuming SigningKey) throws {
    let openssl = try OpenSSL()
    let spki = key.publicKey.spki
    try openssl.write(key.pkcs8.array, to: "key.der")
    try openssl.run("pkey -inform DER -in key.der -noout -check")
    try openssl.run("pkey -inform DER -in key.der -pubout -outform DER -out public.der")
    #expect(try openssl.read("public.der") == spki)
  }

  @Test func `OpenSSL reads the private keys that Apus writes`() throws {
    try expectReadable(.p256(P256.PrivateKey.generate(using: SystemRandom())))
    try expectReadable(.p384(P384.PrivateKey.generate(using: SystemRandom())))
    try expectReadable(.p521(P521.PrivateKey.generate(using: SystemRandom())))
    let text = try Fixture.bytes("keys/rsa.pem")
    try expectReadable(SigningKey(pem: text.span))
  }

  @Test func `OpenSSL reads an Ed25519 key that Apus writes`() throws {
    let openssl = try OpenSSL()
    let key = SigningKey.ed25519(try Ed25519.PrivateKey.generate(using: SystemRandom()))
    try openssl.write(key.pkcs8.array, to: "key.der")
    try openssl.run("pkey -inform DER -in key.der -pubout -outform DER -out public.der")
    #expect(try openssl.read("public.der") == key.publicKey.spki)
  }

  @Test func `OpenSSL and Apus compute the same shared secret`() throws {
    let openssl = try OpenSSL()
    let ours = try X25519.PrivateKey.generate(using: SystemRandom())
    try openssl.write(ours.pkcs8.array, to: "ours.der")
    try openssl.run("pkey -inform DER -in ours.der -pubout -out ours.pem")
    try openssl.run("genpkey -algorithm X25519 -out theirs.pem")
    try openssl.run("pkey -in theirs.pem -pubout -outform DER -out theirs.der")
    try openssl.run("pkeyutl -derive -inkey theirs.pem -peerkey ours.pem -out secret")
    let spki = try openssl.read("theirs.der")
    let secret = try ours.sharedSecret(with: X25519.PublicKey(spki: spki.span))
    #expect(secret.array == (try openssl.read("secret")))
  }
}
