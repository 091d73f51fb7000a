import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 5480 section 2, RFC 8410 section 3: the keys of a key agreement, as SubjectPublicKeyInfo.
@Suite struct SubjectPublicKeyInfoOneKindTests {
  private let keys = [KeyFile.p256Public, KeyFile.p384Public, p521Public, x25519Public]

  /// Made by `openssl genpkey` and `openssl pkey -pubout` of OpenSSL 3.0 for this test.
  private static let p521Public = """
    -----BEGIN PUBLIC KEY-----
    MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQAOCz8EXdbseBgHeH04QVdjM5/HEgD
    45p7ACoghxuiu5QhBeNf2BufIQ7RftH8YVSnfGP1EywLjUxRVNtGleruwlQA3Q+D
    9I5JFFws4kbz4GU5tpOX+4WvYjrC6Cp04RQbFvk0+BL6o9qGriCj3AyI2WJ62NIf
    Nk54Y+XkayEhKpQ7Bj4=
    -----END PUBLIC KEY-----
    """

  /// The public key of `KeyFile.x25519`.
  private static let x25519Public = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VuAyEA9u9wXMzYDmQOcOMupBzP2mE6Mo4MO3ZuSZbcn+OP6QQ=
    -----END PUBLIC KEY-----
    """

  /// Reads DER as a key of P-256, P-384, P-521 or X25519, and returns its bytes without the
  /// structure.
  private func read(_ kind: Int, _ der: [UInt8]) throws -> [UInt8] {
    switch kind {
    case 0: try P256.PublicKey(spki: der.span).x963
    case 1: try P384.PublicKey(spki: der.span).x963
    case 2: try P521.PublicKey(spki: der.span).x963
    default: try X25519.PublicKey(spki: der.span).rawRepresentation
    }
  }

  @Test func `each public key type reads the keys of its own algorithm`() throws {
    for (kind, text) in keys.enumerated() {
      let der = try KeyFile.der(text)
      let bytes = try read(kind, der)
      #expect(Array(der.suffix(bytes.count)) == bytes)
    }
    let scalar = Array(try KeyFile.der(KeyFile.x25519).suffix(32))
    let secret = try X25519.PrivateKey(rawRepresentation: scalar.span)
    #expect(try read(3, KeyFile.der(Self.x25519Public)) == secret.publicKey.rawRepresentation)
  }

  @Test func `each public key type rejects the keys of other algorithms`() throws {
    let oids = [OID.secp256r1, .secp384r1, .secp521r1]
    for (kind, text) in keys.enumerated() {
      let der = try KeyFile.der(text)
      for other in keys.indices where other != kind {
        let error = #expect(throws: CryptoError.self) { try read(other, der) }
        switch (other, kind) {
        case (3, _): #expect(error == .wrongAlgorithm(.ecPublicKey, expected: .x25519))
        case (_, 3): #expect(error == .wrongAlgorithm(.x25519, expected: .ecPublicKey))
        default:
          let curves = [other, kind].compactMap { NamedCurve(oids[$0]) }
          #expect(error == .wrongCurve(curves[1], expected: curves[0]))
        }
      }
    }
  }

  @Test func `a compressed point is read, and a point off the curve is rejected`() throws {
    let der = try KeyFile.der(KeyFile.p256Public)
    let key = try P256.PublicKey(spki: der.span)
    let compressed = KeyFile.der { $0.writePublicKey(.p256, point: key.compressedX963) }
    #expect(try P256.PublicKey(spki: compressed.span) == key)
    var off = key.x963
    off[64] ^= 1
    #expect(throws: CryptoError.pointNotOnCurve) {
      try P256.PublicKey(spki: KeyFile.der { $0.writePublicKey(.p256, point: off) }.span)
    }
    #expect(throws: CryptoError.pointAtInfinity) {
      try P256.PublicKey(spki: KeyFile.der { $0.writePublicKey(.p256, point: [0]) }.span)
    }
  }

  @Test func `a public key with trailing bytes or wrong parameters is rejected`() throws {
    for (kind, text) in keys.enumerated() {
      let der = try KeyFile.der(text)
      #expect(throws: CryptoError.malformed(.trailingBytes(at: der.count, count: 1))) {
        try read(kind, der + [0])
      }
    }
    let point = Array(try KeyFile.der(KeyFile.p256Public).suffix(65))
    let withNull = KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeAlgorithm(.ecPublicKey) { $0.writeNull() }
        info.writeBitString(point)
      }
    }
    #expect(throws: CryptoError.curveNotNamed(at: 13)) { try read(0, withNull) }
  }
}
