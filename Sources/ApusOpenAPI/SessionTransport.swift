#if !OpenAPI
  /// The transport of a generated client, which needs the trait `OpenAPI`.
  @available(*, unavailable, message: "enable the trait OpenAPI of the package apus")
  public struct SessionTransport {}
#endif
