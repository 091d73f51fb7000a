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
      "the server sent more than \(limit) redirects (redirects.limit sets the limit)"
    case .downgrade(let origin):
      "the server redirects from https to \(origin), where the request would be sent "
        + "unencrypted; redirects.allowsDowngrade = true allows the redirect"
    case .location(let error): "the server redirects to an invalid URL: \(error)"
    case .severalLocations: "the redirect has several Location fields with different URLs"
    case .contentToOtherOrigin(let origin):
      "the redirect would send the request's content to another origin, \(origin); "
        + "redirects.sendsContentToOtherOrigins = true allows the redirect"
    }
  }
}
