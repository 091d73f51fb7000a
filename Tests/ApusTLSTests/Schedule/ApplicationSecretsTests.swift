import ApusBytes
import ApusCrypto
import Testing

@testable import ApusTLS

/// RFC 8446 sections 7.1, 7.2 and 7.5, for both hash functions.
@Suite struct ApplicationSecretsTests {
  private static let suites: [TLS.CipherSuite] = [.aes128GCM, .aes256GCM, .chaCha20Poly1305]

  @Test(arguments: suites)
  func `a KeyUpdate derives the next traffic secret from the current secret`(
    suite: TLS.CipherSuite
  ) throws {
    let secrets = application(suite.hash)
    let count = suite.hash.digestByteCount
    let first = secrets.client.bytes
    let nothing: [UInt8] = []
    let next = try HKDF.expandLabel(
      suite.hash, key: SecretBytes(copying: first.span), label: "traffic upd",
      context: nothing.span, byteCount: count)
    let second = TrafficSecret(suite.hash, SecretBytes(copying: first.span)).next()
    #expect(second.bytes == next.bytes && first.count == count)
  }

  @Test(arguments: suites)
  func `exported keying material equals the formula of RFC 8446`(
    suite: TLS.CipherSuite
  ) throws {
    let hash = suite.hash
    let secrets = application(hash)
    let (nothing, context): ([UInt8], [UInt8]) = ([], [1, 2, 3])
    let exporter = secrets.exporter.withBytes { SecretBytes(copying: $0) }
    let (nothingDigest, contextDigest) = (
      hash.digest(of: nothing.span), hash.digest(of: context.span)
    )
    let base = try HKDF.expandLabel(
      hash, key: exporter, label: "EXPERIMENTAL", context: nothingDigest.span,
      byteCount: hash.digestByteCount)
    let expected = try HKDF.expandLabel(
      hash, key: base, label: "exporter", context: contextDigest.span, byteCount: 100)
    let material = try secrets.exporter.keyingMaterial(
      "EXPERIMENTAL", context: context.span, byteCount: 100)
    #expect(material.bytes == expected.bytes)
    let other = try secrets.exporter.keyingMaterial(
      "EXPERIMENTAL", context: nothing.span, byteCount: 100)
    #expect(material.bytes != other.bytes)
  }

  @Test func `an exporter label or length above its limit throws an error`() throws {
    let secrets = application(.sha256)
    let (label, nothing) = (String(repeating: "x", count: 249), [UInt8]())
    let most = try secrets.exporter.keyingMaterial(label, context: nothing.span, byteCount: 8160)
    #expect(most.count == 8160)
    #expect(throws: TLSError.exportRefused(.inputTooLong(byteCount: 250, limit: 249))) {
      _ = try secrets.exporter.keyingMaterial(label + "x", context: nothing.span, byteCount: 1)
        .count
    }
    #expect(throws: TLSError.exportRefused(.outputByteCountOutOfRange(8161, limit: 8160))) {
      _ = try secrets.exporter.keyingMaterial("x", context: nothing.span, byteCount: 8161).count
    }
  }

  @Test func `all secrets of a connection differ and depend on the transcript`() {
    let one = application(.sha384)
    let other = application(.sha384, digest: 9)
    let (noNonce, nonce): ([UInt8], [UInt8]) = ([], [0])
    let secrets = [
      one.client.bytes, one.server.bytes, one.exporter.withBytes { $0.copy() },
      one.resumptionSecret(after: [1]).preSharedKey(nonce: noNonce.span).bytes,
      one.resumptionSecret(after: [2]).preSharedKey(nonce: noNonce.span).bytes,
      one.resumptionSecret(after: [1]).preSharedKey(nonce: nonce.span).bytes,
      other.client.bytes, other.server.bytes,
    ]
    #expect(Set(secrets).count == secrets.count)
  }

  private func application(_ hash: HashAlgorithm, digest: UInt8 = 2) -> ApplicationSecrets {
    let shared = SecretBytes(copying: [UInt8](repeating: 1, count: 32).span)
    let early = EarlySecret(hash)
    let handshake = early.handshakeSecrets(shared, after: [1])
    return handshake.applicationSecrets(after: [digest])
  }
}
