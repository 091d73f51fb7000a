internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// The rules for the redirects that a session follows.
  ///
  /// Each request after a redirect is built from the start. To another origin, the caller's own
  /// fields are sent only if they state the accepted content, its range or the type of the
  /// request's content; cookies, credentials and the session's own fields are sent only to their
  /// own origins.
  ///
  /// RFC 9110 section 15.4.
  public struct RedirectPolicy: Sendable {
    /// The maximum number of redirects of one call; the default is ten.
    ///
    /// With zero, the first redirect is the response.
    public var limit = 10
    /// A Boolean value that indicates whether a redirect from `https` to `http` is followed.
    ///
    /// The default is false.
    public var allowsDowngrade = false
    /// A Boolean value that indicates whether 307 and 308 may send content to another origin.
    ///
    /// The default is false.
    public var sendsContentToOtherOrigins = false
    /// A closure that is called with each redirect before it is followed.
    ///
    /// It returns the next request: the proposed one, a changed one, or nil to make the redirect
    /// itself the response. The default, nil, follows each redirect that the policy allows. An
    /// error that it throws ends the call.
    public var onRedirect: (@Sendable (ProposedRedirect) async throws -> HTTP.Request?)?

    /// Creates the default policy: ten redirects, none of them from `https` to `http`.
    public init() {}

    /// A policy that returns every redirect as the response.
    public static let none: RedirectPolicy = {
      var policy = RedirectPolicy()
      policy.limit = 0
      return policy
    }()
  }

  /// A redirect of a server, before it is followed.
  public struct ProposedRedirect: Sendable {
    /// The response with the redirect.
    public let response: HTTP.ResponseHead
    /// The URL of the request.
    public let source: HTTP.URL
    /// The URL that would be requested next.
    public let destination: HTTP.URL
    /// The request that would be sent next, with its whole URL as target.
    public let request: HTTP.Request
    /// The redirected request, with its method and content.
    ///
    /// By RFC 9110, a POST becomes a GET after 301, 302 and 303. This keeps it a POST:
    ///
    ///     $0.redirects.onRedirect = { redirect in
    ///       var next = redirect.request
    ///       next.method = redirect.redirected.method
    ///       next.body = redirect.redirected.body
    ///       return next
    ///     }
    public let redirected: HTTP.Request
    /// The number of redirects that were followed before.
    public let count: Int
  }
}
