extension Caching {
  /// A point in time by the wall clock, and by a steady clock that never goes backwards.
  ///
  /// A wall clock can be set back, so the wall clock cannot measure a duration reliably. The steady
  /// clock measures durations between two points in time of the same era. An era is the time
  /// between two starts of the machine.
  public struct Moment: Hashable, Sendable {
    /// A time of a monotonic clock, which never goes backwards.
    public struct Steady: Hashable, Sendable {
      /// The era of the monotonic clock, such as the time since a start of the machine. The times
      /// of two different eras cannot be compared.
      public let era: UInt64
      /// The number of seconds since the monotonic clock started.
      public let seconds: Int64

      /// Creates a time of the steady clock in an era.
      ///
      /// - Parameters:
      ///   - era: The number of the era, such as a start of the machine.
      ///   - seconds: The seconds since the start of the era.
      public init(era: UInt64, seconds: Int64) {
        self.era = era
        self.seconds = seconds
      }

      /// Returns the number of seconds since an earlier monotonic time. The value is `nil` if the
      /// two times have different eras.
      fileprivate func seconds(since earlier: Steady) -> Int64? {
        let (difference, overflows) = seconds.subtractingReportingOverflow(earlier.seconds)
        return era == earlier.era && !overflows && difference >= 0 ? difference : nil
      }
    }

    /// The date and time by the wall clock.
    public let wall: HTTP.Date
    /// The time by the monotonic clock. The value is `nil` if the machine has no monotonic clock.
    public let steady: Steady?

    /// Creates a point in time from a wall clock time and an optional monotonic clock time.
    ///
    /// - Parameters:
    ///   - wall: The date and time by the wall clock.
    ///   - steady: The time since the start of the machine. The value is `nil` if the time is
    ///     unknown.
    public init(_ wall: HTTP.Date, steady: Steady? = nil) {
      self.wall = wall
      self.steady = steady
    }

    /// Returns the number of seconds since an earlier point in time. The value is `nil` if no clock
    /// can measure the duration.
    ///
    /// If the two clocks disagree, the method returns the longer duration. A wall clock that was
    /// set back therefore makes no response younger. Between two eras, the method detects a wall
    /// clock that was set back only if its time is before the earlier point in time.
    ///
    /// - Parameter earlier: The moment before this moment.
    public func seconds(since earlier: Moment) -> Int64? {
      // Dates have years from 0 to 9999, so the difference of two dates cannot overflow.
      let onWall = wall.secondsSinceEpoch - earlier.wall.secondsSinceEpoch
      guard let onSteady = earlier.steady.flatMap({ steady?.seconds(since: $0) }) else {
        return onWall < 0 ? nil : onWall
      }
      return max(onWall, onSteady)
    }
  }
}
