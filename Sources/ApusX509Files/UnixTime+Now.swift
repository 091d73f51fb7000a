public import ApusASN1
internal import ApusFiles

extension UnixTime {
  /// The current time of the system's clock, in milliseconds.
  public static var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: WallClock.millisecondsSinceEpoch)
  }
}
