#if !Tracing
  /// Spans for swift-distributed-tracing, which needs the trait `Tracing`.
  @available(*, unavailable, message: "enable the trait Tracing of the package apus")
  public struct TracingInterceptor {}
#endif
