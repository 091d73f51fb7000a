#if !Configuration
  /// The keys of swift-configuration, which needs the trait `Configuration`.
  @available(*, unavailable, message: "enable the trait Configuration of the package apus")
  public struct ConfigurationKeys {}
#endif
