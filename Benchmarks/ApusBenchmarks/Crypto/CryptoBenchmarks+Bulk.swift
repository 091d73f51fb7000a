import ApusBytes
import ApusCrypto

/// The benchmarks of operations on any number of bytes.
extension CryptoBenchmarks {
  /// Returns the contests of ciphers. Each operation seals a complete message with 13 bytes of
  /// additional data in place, as in TLS.
  static func ciphers() throws -> [Contest] {
    let bars: [(AEADAlgorithm, String, String, [Int: Double])] = [
      (.aes128GCM, "AES-128-GCM", "aes-128-gcm", [1024: 1.0, 16_384: 1.8]),
      (.aes256GCM, "AES-256-GCM", "aes-256-gcm", [1024: 1.0, 16_384: 1.8]),
      (.chaCha20Poly1305, "ChaCha20-Poly1305", "chacha20-poly1305", [16_384: 0.6]),
    ]
    return try bars.flatMap { algorithm, name, peer, bars in
      try [64, 1024, 16_384].map { byteCount in
        Contest(
          peer: ["-bytes", "\(byteCount)", "-evp", peer, "-aead"], byteCount: byteCount,
          operations: [
            Contest.Operation(
              name: "\(name), \(byteCount) bytes", bar: bars[byteCount],
              work: try sealing(algorithm, byteCount))
          ])
      }
    }
  }

  private static func sealing(
    _ algorithm: AEADAlgorithm, _ byteCount: Int
  ) throws -> () throws -> UInt8 {
    let bytes = [UInt8](repeating: 7, count: algorithm.keyByteCount)
    let key = try AEADKey(algorithm, bytes.span)
    let nonce = [UInt8](repeating: 8, count: AEADAlgorithm.nonceByteCount)
    let data = [UInt8](repeating: 9, count: 13)
    var message = [UInt8](repeating: 0, count: byteCount + AEADAlgorithm.tagByteCount)
    return {
      var span = message.mutableSpan
      try key.sealInPlace(&span, nonce: nonce.span, additionalData: data.span)
      return span[byteCount]
    }
  }

  static func hashes() -> [Contest] {
    [1024, 16_384].flatMap { byteCount in
      let message = [UInt8](repeating: 7, count: byteCount)
      let works: [(String, String, Double?, () -> UInt8)] = [
        ("SHA-256", "sha256", 0.9, { SHA256.digest(of: message)[0] }),
        ("SHA-384", "sha384", nil, { SHA384.digest(of: message)[0] }),
        ("SHA-512", "sha512", nil, { SHA512.digest(of: message)[0] }),
      ]
      return works.map { name, peer, bar, work in
        Contest(
          peer: ["-bytes", "\(byteCount)", "-evp", peer], byteCount: byteCount,
          operations: [
            Contest.Operation(name: "\(name), \(byteCount) bytes", bar: bar, work: work)
          ])
      }
    }
  }
}
