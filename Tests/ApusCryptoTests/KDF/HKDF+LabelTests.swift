import ApusBytes
import Testing

@testable import ApusCrypto

/// The key schedule of RFC 8448 section 3, from the two key shares to the traffic keys.
@Suite struct HKDFLabelTests {
  private let nothing = SHA256.digest(of: [])
  /// Of ClientHello and ServerHello.
  private let hello = "860c06edc07858ee8e78f0e7428c58edd6b43f2ca3e6e95f02ed063cf0e1cad8"
  /// Of all messages up to the server's Finished.
  private let serverFinished = "9608102a0f1ccc6db6250b7b7e417b1a000eaada3daae4777a7686c9ff83df13"
  /// Of all messages up to the client's Finished.
  private let clientFinished = "209145a96ee8e2a122ff810047cc952684658d6049e86429426db87c54ad143d"

  @Test func `the early secret of RFC 8448 gives the published derived secret`() throws {
    let early = earlySecret()
    #expect(early.hex == "33ad0a1c607ec03b09e6cd9893680ce210adf300aa1f2660e1b22e10f170f92a")
    #expect(
      try derive(early, "derived", nothing).hex
        == "6f2615a108c702c5678f54fc9dbab69716c076189c48250cebeac3576c3611ba")
  }

  @Test func `the key shares of RFC 8448 give the published handshake secrets`() throws {
    let handshake = try handshakeSecret()
    #expect(handshake.hex == "1dc826e93606aa6fdc0aadc12f741b01046aa6b99f691ed221a9f0ca043fbeac")
    let client = try derive(handshake, "c hs traffic", try Hex.decode(hello))
    let server = try derive(handshake, "s hs traffic", try Hex.decode(hello))
    #expect(client.hex == "b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21")
    #expect(server.hex == "b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38")
    try expectKeys(client, "dbfaa693d1762c5b666af5d950258d01", "5bd3c71b836e0b76bb73265f")
    try expectKeys(server, "3fce516009c21727d0f2e4e86ee403bc", "5d313eb2671276ee13000b30")
    #expect(
      try derive(server, "finished", []).hex
        == "008d3b66f816ea559f96b537e885c31fc068bf492c652f01f288a1d8cdc19fc8")
    #expect(
      try derive(client, "finished", []).hex
        == "b80ad01015fb2f0bd65ff7d4da5d6bf83f84821d1f87fdc7d3c75b5a7b42d9c4")
  }

  @Test func `the handshake secret of RFC 8448 gives the published traffic secrets`() throws {
    let derived = try derive(try handshakeSecret(), "derived", nothing)
    #expect(derived.hex == "43de77e0c77713859a944db9db2590b53190a65b3ee2e4f12dd7a0bb7ce254b4")
    let master = HKDF.extract(.sha256, salt: derived, secret: SecretBytes(zeros: 32))
    #expect(master.hex == "18df06843d13a08bf2a449844c5f8a478001bc4d4c627984d5a41da8d0402919")
    let transcript = try Hex.decode(serverFinished)
    #expect(
      try derive(master, "c ap traffic", transcript).hex
        == "9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5")
    let server = try derive(master, "s ap traffic", transcript)
    #expect(server.hex == "a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643")
    try expectKeys(server, "9f02283b6c9c07efc26bb9f2ac92e356", "cf782b88dd83549aadf1e984")
    #expect(
      try derive(master, "exp master", transcript).hex
        == "fe22f881176eda18eb8f44529e6792c50c9a3f89452f68d8ae311b4309d3cf50")
    let resumption = try derive(master, "res master", try Hex.decode(clientFinished))
    #expect(resumption.hex == "7df235f2031d2a051287d02b0241b0bfdaf86cc856231f2d5aba46c434ec196c")
    #expect(
      try derive(resumption, "resumption", [0, 0]).hex
        == "4ecd0eb6ec3b4d87f5d6028f922ca4c5851a277fd41311c9e62d2c9492e1c4f3")
  }

  @Test func `an HKDF label, context or output above its limit is rejected`() throws {
    let key = SecretBytes(zeros: 32)
    let (label, context) = (String(repeating: "x", count: 249), [UInt8](repeating: 0, count: 255))
    let both = try HKDF.expandLabel(
      .sha256, key: key, label: label, context: context.span, byteCount: 32)
    #expect(both.count == 32)
    #expect(throws: CryptoError.inputTooLong(byteCount: 250, limit: 249)) {
      _ = try HKDF.expandLabel(
        .sha256, key: key, label: label + "x", context: context.span, byteCount: 32
      ).count
    }
    #expect(throws: CryptoError.inputTooLong(byteCount: 256, limit: 255)) {
      _ = try HKDF.expandLabel(
        .sha256, key: key, label: label, context: (context + [0]).span, byteCount: 32
      ).count
    }
    let nothing: [UInt8] = []
    #expect(throws: CryptoError.outputByteCountOutOfRange(8161, limit: 8160)) {
      _ = try HKDF.expandLabel(.sha256, key: key, label: "", context: nothing.span, byteCount: 8161)
        .count
    }
  }

  private func earlySecret() -> SecretBytes {
    HKDF.extract(.sha256, salt: SecretBytes(zeros: 0), secret: SecretBytes(zeros: 32))
  }

  private func handshakeSecret() throws -> SecretBytes {
    let key = try Hex.decode("49af42ba7f7994852d713ef2784bcbcaa7911de26adc5642cb634540e7ea5005")
    let share = try Hex.decode("c9828876112095fe66762bdbf7c672e156d6cc253b833df1dd69b1b04e751f0f")
    let client = try X25519.PrivateKey(rawRepresentation: key.span)
    let server = try X25519.PublicKey(rawRepresentation: share.span)
    let shared = try client.sharedSecret(with: server)
    return HKDF.extract(
      .sha256, salt: try derive(earlySecret(), "derived", nothing), secret: shared)
  }

  private func derive(
    _ secret: borrowing SecretBytes, _ label: String, _ context: [UInt8]
  ) throws -> SecretBytes {
    try HKDF.expandLabel(.sha256, key: secret, label: label, context: context.span, byteCount: 32)
  }

  private func expectKeys(
    _ secret: borrowing SecretBytes, _ key: String, _ nonce: String
  ) throws {
    let context: [UInt8] = []
    for (label, expected) in [("key", key), ("iv", nonce)] {
      let byteCount = expected.utf8.count / 2
      let derived = try HKDF.expandLabel(
        .sha256, key: secret, label: label, context: context.span, byteCount: byteCount)
      #expect(derived.hex == expected)
    }
  }
}
