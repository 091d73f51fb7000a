#if !HTTPTypes
  /// The error of a conversion to or from swift-http-types, which requires the package trait
  /// `HTTPTypes`.
  @available(*, unavailable, message: "enable the trait HTTPTypes of the package apus")
  public struct HTTPTypesError {}
#endif
