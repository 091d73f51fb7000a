internal import ApusBytes

extension HTTPSessionError {
  /// Why saved content is not believed to be what it was to be.
  public enum DigestFault: Equatable, Sendable, CustomStringConvertible {
    /// The server was asked for the SHA-256 of its content, and has not stated one.
    case notStated
    /// The SHA-256 of the content differs from the one that was expected or stated.
    case mismatch(expected: [UInt8], found: [UInt8])

    public var description: String {
      switch self {
      case .notStated: "the server states no SHA-256 of its content (Repr-Digest)"
      case .mismatch(let expected, let found):
        "the content's SHA-256 is \(Hex.encode(found)), and not \(Hex.encode(expected))"
      }
    }
  }
}
