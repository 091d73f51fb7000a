#if !Metrics
  /// A monitor for swift-metrics, which needs the trait `Metrics`.
  @available(*, unavailable, message: "enable the trait Metrics of the package apus")
  public struct MetricsMonitor {}
#endif
