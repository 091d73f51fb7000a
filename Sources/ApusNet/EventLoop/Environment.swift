public import ApusBytes

/// What a client takes from outside besides bytes: the time, and random numbers.
///
/// The loops of a client have the same time, and end waits by it.
public struct Environment: Sendable {
  /// What tells the time.
  public let time: TimeSource
  /// Where random bytes come from.
  public let random: any RandomSource

  /// The clocks and the random numbers of the system, unless others are named.
  public init(time: TimeSource = .system, random: any RandomSource = SystemRandom()) {
    self.time = time
    self.random = random
  }

  /// The system's own.
  public static let system = Environment()
}
