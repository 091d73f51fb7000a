extension X509.PublicKey: CustomStringConvertible {
  /// The kind of the public key and its size, such as `P-256`, `RSA 2048` and `Ed25519`.
  public var description: String {
    let summary = X509.KeySummary(self)
    if let curve = summary.curve { return curve }
    guard summary.modulus != nil, let count = summary.bitCount else { return summary.kind }
    return "\(summary.kind) \(count)"
  }
}
