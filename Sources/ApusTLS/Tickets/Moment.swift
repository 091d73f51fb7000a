public import ApusX509

extension TLS {
  /// A time of day by the clock of Unix, fine enough for the age of a ticket.
  public struct Moment: Hashable, Comparable, Sendable {
    /// Milliseconds since the start of 1970, below zero before it.
    public let millisecondsSinceEpoch: Int64

    /// A moment by the clock of Unix.
    public init(millisecondsSinceEpoch: Int64) {
      self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// The moment as certificates count, in whole seconds.
    public var second: X509.Moment {
      let (seconds, rest) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1000)
      return X509.Moment(secondsSinceEpoch: rest < 0 ? seconds - 1 : seconds)
    }

    public static func < (left: Moment, right: Moment) -> Bool {
      left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }
  }
}
