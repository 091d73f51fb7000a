import ApusCrypto
import ApusX509
import Testing

/// The format of key pins. RFC 7469 section 2.4.
@Suite struct PinTests {
  @Test func `a key pin is the SHA-256 digest of the certificate's SubjectPublicKeyInfo`() throws {
    let certificate = try Sample.certificate()
    let digest = SHA256.digest(of: Array(certificate.der[certificate.publicKeyRange]))
    #expect(certificate.pin.digest == digest)
    #expect(certificate.pin == X509.Pin(Sample.key))
    #expect(certificate.pin == (try X509.Pin(digest: digest)))
  }

  @Test func `a printed key pin is read back unchanged`() throws {
    let pin = try X509.Pin(digest: Array(0..<32))
    #expect(pin.description == "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    #expect(try X509.Pin(pin.description) == pin)
    #expect(try X509.Pin(digest: Array(1...32)) != pin)
    #expect(MemoryLayout<X509.Pin>.size == 32)
  }

  @Test(arguments: [
    "", "sha256/", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
    "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=",
    "sha1/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8= ", "sha256/AAEC",
  ])
  func `text that is not a key pin is rejected`(_ text: String) {
    #expect(throws: X509Error.malformedPin) { try X509.Pin(text) }
  }

  @Test(arguments: [0, 31, 33]) func `a key pin must have exactly 32 bytes`(_ count: Int) {
    #expect(throws: X509Error.malformedPin) {
      try X509.Pin(digest: [UInt8](repeating: 0, count: count))
    }
  }
}
