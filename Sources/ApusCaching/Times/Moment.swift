extension Caching {
  /// When something happens: by the clock on the wall, and by one that never goes backwards.
  ///
  /// The clock on the wall can be set, and then says nothing of how long something took. The steady
  /// clock says it, as long as both moments are of one era: one start of the machine.
  public struct Moment: Hashable, Sendable {
    /// A time of a clock that never goes backwards.
    public struct Steady: Hashable, Sendable {
      /// Which run of the clock it is; times of two eras cannot be compared.
      public let era: UInt64
      /// Seconds since the clock began.
      public let seconds: Int64

      /// A time of an era.
      public init(era: UInt64, seconds: Int64) {
        self.era = era
        self.seconds = seconds
      }

      /// How many seconds have passed; nil where that cannot be said.
      fileprivate func seconds(since earlier: Steady) -> Int64? {
        let (difference, overflows) = seconds.subtractingReportingOverflow(earlier.seconds)
        return era == earlier.era && !overflows && difference >= 0 ? difference : nil
      }
    }

    /// The time by the clock on the wall.
    public let wall: HTTP.Date
    /// The time by the steady clock; nil where there is none.
    public let steady: Steady?

    /// A moment by one clock or both.
    public init(_ wall: HTTP.Date, steady: Steady? = nil) {
      self.wall = wall
      self.steady = steady
    }

    /// Returns how many seconds have passed since an earlier moment; nil where no clock can say it.
    ///
    /// Where the clocks disagree, the longer time counts: a clock that was set back makes nothing
    /// younger. One that was set back between two eras is noticed only if it now shows a time
    /// before the earlier moment.
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
