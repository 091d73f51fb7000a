import ApusBytes
import ApusCrypto
import CApus

/// The operations with shared keys and secret text.
enum SymmetricChecks {
  static var all: [Check] { ciphers + hashes + texts }

  /// Every tier of every cipher that this machine supports under valgrind.
  private static var ciphers: [Check] {
    let tiers = (0..<APUS_TIER_COUNT.rawValue).map { apus_tier(rawValue: $0) }
    let names = ["portable", "x86-128", "x86-256", "x86-512", "ARMv8"]
    return AEADAlgorithm.allCases.flatMap { algorithm in
      tiers.filter { AEADKey.isSupported(algorithm, $0) }.map { tier in
        ("\(algorithm), \(names[Int(tier.rawValue)])", { try isSealing(algorithm, tier) })
      }
    }
  }

  /// Messages of several lengths are restored, and a forged one is rejected.
  private static func isSealing(_ algorithm: AEADAlgorithm, _ tier: apus_tier) throws -> Bool {
    let bytes = Secret.hidden(count: algorithm.keyByteCount)
    let key = try AEADKey(algorithm, bytes.span, tier: tier)
    let (nonce, data) = (Pattern.bytes(12), Pattern.bytes(13))
    return try [0, 1, 16, 31, 255, 1500].allSatisfy { count in
      let text = Secret.hidden(count: count)
      var message = try key.seal(text.span, nonce: nonce.span, additionalData: data.span)
      let opened = try key.open(message.span, nonce: nonce.span, additionalData: data.span)
      message[count] ^= 1
      let forged = try? key.open(message.span, nonce: nonce.span, additionalData: data.span)
      return Secret.shown(opened) == Pattern.bytes(count) && forged == nil
    }
  }

  private static var hashes: [Check] {
    HashAlgorithm.allCases.flatMap { hash -> [Check] in
      let key = Secret.hidden(count: 200)
      return [
        (
          "HMAC and its comparison with \(hash)",
          {
            var hmac = HMAC(hash, key: key.span)
            hmac.update(Secret.hidden(count: 300).span)
            let code = hmac.finalize()
            hmac.update(Secret.hidden(count: 300).span)
            let isValid = hmac.isValid(code: code.span)
            hmac.update(Secret.hidden(count: 299).span)
            return isValid && !hmac.isValid(code: code.span)
          }
        ),
        (
          "HKDF with \(hash)",
          {
            let extracted = HKDF.extract(hash, salt: Pattern.bytes(8).span, secret: key.span)
            let expanded = try HKDF.expandLabel(
              hash, key: extracted, label: "key", context: Pattern.bytes(0).span, byteCount: 100)
            let shown = Secret.shown(expanded)
            let again = HKDF.extract(
              hash, salt: Pattern.bytes(8).span, secret: Pattern.bytes(200).span)
            return shown
              == Secret.shown(
                try HKDF.expandLabel(
                  hash, key: again, label: "key", context: Pattern.bytes(0).span, byteCount: 100))
          }
        ),
        (
          "the PRF of TLS 1.2 with \(hash)",
          {
            let secret = SecretBytes(copying: key.span)
            let derived = try TLS12PRF.derive(
              hash, secret: secret, label: "key expansion", seed: Pattern.bytes(40).span,
              byteCount: 100)
            return Secret.shown(derived).contains { $0 != 0 }
          }
        ),
      ]
    }
  }

  private static var texts: [Check] {
    [
      (
        "the base64 of a private key",
        {
          let bytes = Pattern.bytes(121)
          let text = Secret.hidden(Array(Base64.encode(bytes).utf8))
          return Secret.shown(try Base64.decode(text.span)) == bytes
        }
      ),
      (
        "comparison",
        {
          let (left, right) = (Secret.hidden(count: 33), Pattern.bytes(33))
          return ConstantTime.areEqual(left, right)
            && !ConstantTime.areEqual(left, right.dropLast() + [0])
        }
      ),
    ]
  }
}
