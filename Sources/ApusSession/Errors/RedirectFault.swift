public import ApusHTTP

extension HTTPSessionError {
  /// The reason that the session did not follow a redirect.
  public enum RedirectFault: Error, Equatable, Sendable {
    /// The number of redirects exceeds the limit.
    case tooMany(limit: Int)
    /// The redirect leads from an `https` URL to an `http` URL.
    case downgrade(to: HTTP.Origin)
    /// The `Location` field is not a URL to which the session can send a request.
    case location(HTTP.InvalidURL)
    /// The response has several `Location` fields with different values.
    case severalLocations
    /// The redirect would send the request's content to another origin.
    case contentToOtherOrigin(HTTP.Origin)
  }
}

extension HTTPSessionError.RedirectFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooMany(let limit):
      "the server redirects more than \(limit) times (redirects.limit)"
    case .downgrade(let origin):
      "the server redirects from https to \(origin), which would send the request unencrypted "
        + "(redirects.allowsDowngrade)"
    case .location(let error): "the server redirects to an invalid URL: \(error)"
    case .severalLocations: "the server redirects to several places at once"
    case .contentToOtherOrigin(let origin):
      "the server redirects with the request's content to \(origin), another origin "
        + "(redirects.sendsContentToOtherOrigins)"
    }
  }
}
