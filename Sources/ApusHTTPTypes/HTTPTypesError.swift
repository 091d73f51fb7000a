#if !HTTPTypes
  /// An error of a conversion, which needs the trait `HTTPTypes`.
  @available(*, unavailable, message: "enable the trait HTTPTypes of the package apus")
  public struct HTTPTypesError {}
#endif
