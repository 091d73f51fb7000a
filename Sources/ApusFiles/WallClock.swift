internal import CApusSystem

/// The wall clock of the system, which a user can set. Certificates are verified at its time.
public enum WallClock {
  /// The number of seconds since the start of 1970.
  public static var secondsSinceEpoch: Int64 { apus_wall_clock_seconds() }

  /// The number of milliseconds since the start of 1970.
  public static var millisecondsSinceEpoch: Int64 { apus_wall_clock_milliseconds() }
}
