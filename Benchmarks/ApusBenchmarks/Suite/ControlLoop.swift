import Glibc

/// A fixed piece of arithmetic whose time varies only if the machine is busy.
enum ControlLoop {
  /// Returns the milliseconds of several runs of the control loop.
  static func measure(_ count: Int = 11) -> [Double] {
    (0..<count).map { _ in
      let start = ContinuousClock.now
      var state: UInt64 = 88_172_645_463_325_252
      for _ in 0..<4_000_000 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
      }
      precondition(state != 0, "the loop is not optimised away")
      return (ContinuousClock.now - start) / .milliseconds(1)
    }
  }
}
