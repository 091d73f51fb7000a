extension Caching {
  /// A point in time: by the wall clock, and by a steady clock that never goes backwards.
  ///
  /// The wall clock can be set, so it cannot measure durations. The steady clock can, if both
  /// moments are in one era: one start of the machine.
  public struct Moment: Hashable, Sendable {
    /// A time of a clock that never goes backwards.
    public struct Steady: Hashable, Sendable {
      /// The run of the clock; times of two eras cannot be compared.
      public let era: UInt64
      /// Seconds since the clock began.
      public let seconds: Int64

      /// A time of an era.
      ///
      /// - Parameters:
      ///   - era: The number of the era, such as a start of the machine.
      ///   - seconds: The seconds since the start of the era.
      public init(era: UInt64, seconds: Int64) {
        self.era = era
        self.seconds = seconds
      }

      /// The number of seconds since an earlier time; nil if it is unknown.
      fileprivate func seconds(since earlier: Steady) -> Int64? {
        let (difference, overflows) = seconds.subtractingReportingOverflow(earlier.seconds)
        return era == earlier.era && !overflows && difference >= 0 ? difference : nil
      }
    }

    /// The time by the clock on the wall.
    public let wall: HTTP.Date
    /// The time by the steady clock; nil if there is none.
    public let steady: Steady?

    /// A moment by one clock or both.
    ///
    /// - Parameters:
    ///   - wall: The time of the calendar.
    ///   - steady: The time since the machine's start; nil if it is unknown.
    public init(_ wall: HTTP.Date, steady: Steady? = nil) {
      self.wall = wall
      self.steady = steady
    }

    /// Returns the number of seconds since an earlier moment; nil if no clock can tell it.
    ///
    /// If the clocks disagree, the longer time counts: a clock that was set back makes no response
    /// younger. A clock that was set back between two eras is noticed only if it now shows a time
    /// before the earlier moment.
    ///
    /// - Parameter earlier: The moment before this one.
    public func seconds(since earlier: Moment) -> Int64? {
      // Dates lie in the years 0 to 9999, so that the difference is far from overflowing.
      let onWall = wall.secondsSinceEpoch - earlier.wall.secondsSinceEpoch
      guard let onSteady = earlier.steady.flatMap({ steady?.seconds(since: $0) }) else {
        return onWall < 0 ? nil : onWall
      }
      return max(onWall, onSteady)
    }
  }
}
