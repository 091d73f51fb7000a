/// Why a primitive refused its input.
public enum CryptoError: Error, Equatable, Sendable {
  /// A message's tag does not fit it, or it is too short to have one; nothing was released.
  case authenticationFailed
  /// An input of so many bytes where at most `limit` are allowed.
  case inputTooLong(byteCount: Int, limit: Int)
  /// An input of so many bytes where exactly `expected` are needed.
  case wrongByteCount(Int, expected: Int)
}

extension CryptoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .authenticationFailed: "the message is not authentic"
    case .inputTooLong(let count, let limit): "\(count) bytes where at most \(limit) are allowed"
    case .wrongByteCount(let count, let expected): "\(count) bytes where \(expected) are needed"
    }
  }
}
