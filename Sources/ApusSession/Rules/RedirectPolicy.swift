internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// The rules for the redirects that a session follows.
  ///
  /// The session derives each request after a redirect from the caller's request. After a redirect
  /// to another origin, the session sends only those of the caller's fields that describe the
  /// accepted content, its range or the type of the request's content. The session sends cookies,
  /// credentials and its own fields only to their own origins.
  ///
  /// RFC 9110 section 15.4.
  public struct RedirectPolicy: Sendable {
    /// The maximum number of redirects of one call; the default is ten.
    ///
    /// If the limit is zero, the first redirect response is the response of the call.
    public var limit = 10
    /// A Boolean value that indicates whether a redirect from `https` to `http` is followed.
    ///
    /// The default is false.
    public var allowsDowngrade = false
    /// A Boolean value that indicates whether 307 and 308 may send content to other origins.
    ///
    /// The default is false.
    public var sendsContentToOtherOrigins = false
    /// A closure that is called with each redirect before the session follows it.
    ///
    /// The closure returns the next request, which is the proposed request or a changed request. If
    /// the closure returns nil, the redirect response is the response of the call. The default,
    /// nil, follows each redirect that the policy allows. An error that the closure throws ends the
    /// call.
    public var onRedirect: (@Sendable (ProposedRedirect) async throws -> HTTP.Request?)?

    /// Creates the default policy: ten redirects, but no redirect from `https` to `http`.
    public init() {}

    /// A redirect policy that returns every redirect response to the caller.
    public static let none: RedirectPolicy = {
      var policy = RedirectPolicy()
      policy.limit = 0
      return policy
    }()
  }

  /// A redirect of a server that the session has not followed yet.
  public struct ProposedRedirect: Sendable {
    /// The head of the response that contains the redirect.
    public let response: HTTP.ResponseHead
    /// The URL of the redirected request.
    public let source: HTTP.URL
    /// The URL of the next request.
    public let destination: HTTP.URL
    /// The request that the session proposes to send next, with its whole URL as target.
    public let request: HTTP.Request
    /// The redirected request, with its method and content.
    ///
    /// By RFC 9110, a POST request becomes a GET request after the status 301, 302 or 303. The
    /// following closure sends the POST again:
    ///
    ///     $0.redirects.onRedirect = { redirect in
    ///       var next = redirect.request
    ///       next.method = redirect.redirected.method
    ///       next.body = redirect.redirected.body
    ///       return next
    ///     }
    public let redirected: HTTP.Request
    /// The number of redirects that the call has followed before this redirect.
    public let count: Int
  }
}
