/// The lint rules for public keys.
extension X509.Lint {
  static let keys: [X509.Lint] = [
    X509.Lint(
      "key-malformed", .error, "RFC 5280 section 4.1.2.7",
      "the public key of a certificate must be valid for its algorithm"
    ) { subject in
      subject.key.curve == nil ? subject.key.problem.map { "\($0)" } : nil
    },
    X509.Lint(
      "key-kind", .warning, "\(baseline) 7.1.3.1",
      "the public key of a certificate should be an RSA or elliptic curve key"
    ) { subject in
      ["RSA", "EC"].contains(subject.key.kind) ? nil : subject.key.kind
    },
    X509.Lint(
      "key-curve", .error, "\(baseline) 6.1.5",
      "the curve of an elliptic curve key must be P-256, P-384 or P-521"
    ) { subject in
      guard let curve = subject.key.curve else { return nil }
      return ["P-256", "P-384", "P-521"].contains(curve) ? nil : curve
    },
    X509.Lint(
      "rsa-short", .error, "\(baseline) 6.1.5", "an RSA key must have at least 2048 bits"
    ) { subject in
      guard subject.key.modulus != nil, let count = subject.key.bitCount else { return nil }
      return count < 2048 ? "the RSA key has \(count) bits" : nil
    },
    X509.Lint(
      "rsa-odd-size", .error, "\(baseline) 6.1.5",
      "an RSA modulus must have a whole number of bytes"
    ) { subject in
      guard subject.key.modulus != nil, let count = subject.key.bitCount else { return nil }
      return count % 8 == 0 ? nil : "the RSA modulus has \(count) bits"
    },
    X509.Lint(
      "rsa-exponent-small", .warning, "\(baseline) 6.1.6",
      "the public exponent of an RSA key should be at least 65537"
    ) { subject in
      subject.key.smallExponent.flatMap { $0 < 65_537 ? "\($0)" : nil }
    },
    X509.Lint(
      "rsa-exponent-even", .error, "\(baseline) 6.1.6",
      "the public exponent of an RSA key must be odd, and not 1",
      brokenIf: { subject in
        guard let last = subject.key.exponent?.last else { return false }
        return last % 2 == 0 || subject.key.smallExponent == 1
      }),
    X509.Lint(
      "rsa-small-factor", .error, "\(baseline) 6.1.6",
      "an RSA modulus must have no prime factor below 752"
    ) { subject in
      guard let modulus = subject.key.modulus else { return nil }
      return smallPrimes.first { prime in
        // The remainder is below 752, so the dividend is below 2^18 and cannot overflow.
        modulus.reduce(0) { ($0 << 8 | Int($1)) % prime } == 0
      }.map { "\($0)" }
    },
  ]

  private static let smallPrimes: [Int] = (2..<752).filter { number in
    (2..<number).allSatisfy { number % $0 != 0 }
  }
}
