internal import CApus

/// The failure to get random bytes; the operation must not continue without them.
public enum RandomError: Error, Equatable, Sendable {
  /// The kernel's generator answered with this errno.
  case unavailable(errno: Int32)
}

extension RandomError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let errno): "the random generator of the kernel failed (errno \(errno))"
    }
  }
}

/// A source of random bytes; it is an argument, so that a test can replay them.
public protocol RandomSource: Sendable {
  /// Overwrites every byte with a random one, or throws and the bytes must not be used.
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError)
}

extension RandomSource {
  /// Returns that many random bytes.
  public func bytes(_ count: Int) throws(RandomError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    try fill(&span)
    return bytes
  }
}

/// The kernel's generator, `getrandom`: the only source that ships.
public struct SystemRandom: RandomSource {
  /// Makes the source, which has no state.
  public init() {}

  public func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
    // SAFETY: C writes exactly the bytes of the span, within this call.
    let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe apus_random(buffer.baseAddress, buffer.count)
    }
    guard result == 0 else { throw .unavailable(errno: Int32(truncatingIfNeeded: -result)) }
  }
}
