/// Signatures over the curves P-256, P-384 and P-521.
///
/// They are made and checked with the keys of `P256`, `P384` and `P521`.
///
/// A digest has 32, 48 or 64 bytes, those of SHA-256, SHA-384 and SHA-512, and any of them goes
/// with any curve: of a digest longer than the group's order the left-most bits count.
///
/// FIPS 186-5 section 6, and RFC 6979 for the nonce.
public enum ECDSA {
  /// How the two numbers of a signature are written.
  public enum Encoding: Sendable, Hashable {
    /// A DER sequence of two integers, as certificates and TLS have it. RFC 3279 section 2.2.3.
    case der
    /// Both numbers with all bytes of the order, one behind the other. IEEE P1363.
    case fixedSize
  }
}
