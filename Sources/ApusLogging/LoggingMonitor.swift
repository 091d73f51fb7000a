#if !Logging
  /// A monitor for swift-log, which needs the trait `Logging`.
  @available(*, unavailable, message: "enable the trait Logging of the package apus")
  public struct LoggingMonitor {}
#endif
