import ApusBytes

/// Recorded randomness: each call gets the next bytes, and fails if none are left or the length
/// differs.
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
