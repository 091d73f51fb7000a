internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// Which redirects a session follows, and how far.
  ///
  /// Each request that a redirect leads to is built anew. To another origin go of the caller's own
  /// fields only those that say what is accepted, which part of it, and what the content is;
  /// cookies, credentials and the session's own fields go where they belong.
  ///
  /// RFC 9110 section 15.4.
  public struct RedirectPolicy: Sendable {
    /// How many redirects of one call are followed; zero returns the first one as the response.
    public var limit = 10
    /// Whether a redirect from `https` to `http` is followed.
    public var allowsDowngrade = false
    /// Whether content goes along when 307 or 308 lead to another origin.
    public var sendsContentToOtherOrigins = false
    /// Asks the program about each redirect before it is followed.
    ///
    /// The closure returns the request that is sent next: the proposed one, a changed one, or nil,
    /// which makes the redirect itself the response. What it throws ends the call.
    public var onRedirect: (@Sendable (ProposedRedirect) async throws -> HTTP.Request?)?

    /// Makes the usual policy: ten redirects, none of them from `https` to `http`.
    public init() {}

    /// Returns redirects as they are.
    public static let none: RedirectPolicy = {
      var policy = RedirectPolicy()
      policy.limit = 0
      return policy
    }()
  }

  /// A redirect that a server asks for, before it is followed.
  public struct ProposedRedirect: Sendable {
    /// The response that asks for it.
    public let response: HTTP.ResponseHead
    /// The URL that was asked.
    public let source: HTTP.URL
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
    /// How many redirects were followed before.
    public let count: Int
  }
}
