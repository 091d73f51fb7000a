internal import ApusBytes

extension HTTPSessionError {
  /// The reason that the SHA-256 digest of saved content was rejected.
  public enum DigestFault: Equatable, Sendable, CustomStringConvertible {
    /// The session requested the SHA-256 digest of the content, but the server did not send the
    /// digest.
    case notStated
    /// The SHA-256 digest of the content differs from the expected or declared digest.
    case mismatch(expected: [UInt8], found: [UInt8])

    public var description: String {
      switch self {
      case .notStated: "the response has no SHA-256 digest of the content (Repr-Digest field)"
      case .mismatch(let expected, let found):
        "the content has the SHA-256 digest \(Hex.encode(found)) instead of the "
          + "expected \(Hex.encode(expected))"
      }
    }
  }
}
