import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 7468 sections 10 and 11.
@Suite struct PrivateKeyFormTests {
  @Test(arguments: [
    (KeyFile.pkcs1, PrivateKeyForm.pkcs1), (KeyFile.rsa, .pkcs8), (KeyFile.sec1, .sec1),
    (KeyFile.p256, .pkcs8), (KeyFile.ed25519, .pkcs8), (KeyFile.x25519, .pkcs8),
    (KeyFile.lockedSHA256, .encryptedPKCS8), (KeyFile.lockedSHA1, .encryptedPKCS8),
  ])
  func `the PEM label and the DER of a private key indicate the same key format`(
    _ text: String, _ form: PrivateKeyForm
  ) throws {
    let bytes = Array(text.utf8)
    let label = try #require(try PEM.sections(of: bytes.span).last?.label)
    #expect(PrivateKeyForm(label) == form)
    let der = try KeyFile.der(text)
    let guess = PrivateKeyForm(guessedFrom: der.span)
    #expect(guess == form)
  }

  @Test func `PEM labels and DER of other objects indicate no private key format`() throws {
    for label in [PEM.Label.certificate, .publicKey, .ecParameters, .rsaPublicKey] {
      #expect(PrivateKeyForm(label) == nil)
    }
    for text in [KeyFile.p256Public, KeyFile.ed25519Public] {
      let der = try KeyFile.der(text)
      let guess = PrivateKeyForm(guessedFrom: der.span)
      #expect(guess == nil)
    }
    let nothing: [UInt8] = []
    let guess = PrivateKeyForm(guessedFrom: nothing.span)
    #expect(guess == nil)
  }
}
