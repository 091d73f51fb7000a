internal import CApus

/// The error that the system has no random bytes. The operation must not continue without random
/// bytes.
public enum RandomError: Error, Equatable, Sendable {
  /// The kernel's random number generator failed with this error number.
  case unavailable(errno: Int32)
}

extension RandomError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let errno): "the random generator of the kernel failed (errno \(errno))"
    }
  }
}

/// A source of random bytes. The source is an argument of each operation, so a test can repeat the
/// same bytes.
public protocol RandomSource: Sendable {
  /// Overwrites every byte with a random byte. If the method throws an error, the bytes must not be
  /// used.
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError)
}

extension RandomSource {
  /// Returns the given number of random bytes.
  public func bytes(_ count: Int) throws(RandomError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    try fill(&span)
    return bytes
  }
}

/// The random number generator of the kernel, `getrandom`, which is the only random source outside
/// tests.
public struct SystemRandom: RandomSource {
  /// Creates a random source that calls the kernel.
  public init() {}

  public func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
    // SAFETY: C writes exactly the bytes of the span, only during this call.
    let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe apus_random(buffer.baseAddress, buffer.count)
    }
    guard result == 0 else { throw .unavailable(errno: Int32(truncatingIfNeeded: -result)) }
  }
}
