#if !ServiceLifecycle
  /// A session as a service, which needs the trait `ServiceLifecycle`.
  @available(*, unavailable, message: "enable the trait ServiceLifecycle of the package apus")
  public struct SessionService {}
#endif
