import ApusBytes

/// Randomness that was written down before: each call gets the next run of bytes, and fails when
/// none is left or its length is another.
final class ReplayedRandom: RandomSource, @unchecked Sendable {
  private var runs: [[UInt8]]

  init(_ runs: [[UInt8]]) { self.runs = runs.reversed() }

  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
    guard let run = runs.popLast(), run.count == bytes.count else {
      throw .unavailable(errno: 38)
    }
    for index in run.indices { bytes[index] = run[index] }
  }
}
