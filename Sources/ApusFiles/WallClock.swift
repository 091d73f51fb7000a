internal import CApusSystem

/// The clock on the wall, which can be set; what certificates count by.
public enum WallClock {
  /// Seconds since the start of 1970.
  public static var secondsSinceEpoch: Int64 { apus_wall_clock_seconds() }

  /// Milliseconds since the start of 1970.
  public static var millisecondsSinceEpoch: Int64 { apus_wall_clock_milliseconds() }
}
