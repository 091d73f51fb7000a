internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// The settings of a session; they are fixed when the session is created.
  ///
  ///     let api = try HTTPSession("https://api.example.com/") {
  ///       $0.timeouts.total = .seconds(20)
  ///       $0.retry = .idempotent()
  ///     }
  public struct Configuration: Sendable {
    /// The timeouts of the phases of a request.
    public var timeouts = Timeouts()
    /// The limits of the connection pool.
    public var pool = PoolLimits()
    /// The settings of name lookup.
    public var dns = HostNames()
    /// The TLS trust settings and the client's identity.
    public var tls = TLSSettings()
    /// The rules for the servers that the session may connect to; the default is `anywhere`.
    public var egress = EgressRules.anywhere
    /// The local address of connections, and their socket options.
    public var sockets = Sockets()
    /// The proxies for requests; the default is none.
    public var proxies = Proxies.none
    /// The maximum sizes of responses.
    public var limits = ContentLimits()
    /// The fields of every request that does not set them itself.
    ///
    /// The default has `Accept: */*`, and the program's name as `User-Agent`. Set either to nil to
    /// remove it.
    ///
    ///     $0.headers["User-Agent"] = nil
    ///
    /// They are sent to the base's origin and to `origins`. A request to any other origin has its
    /// own fields, and of these only `Accept`, `Accept-Encoding`, `Accept-Language` and
    /// `User-Agent`, because any other field may be a secret. The same applies to the fields of the
    /// request serializer.
    public var headers: HTTP.Fields = [.accept: "*/*", .userAgent: ProcessFacts.userAgent]
    /// Origins, in addition to the base's, that get the session's own fields; the default is none.
    ///
    ///     $0.origins = ["https://files.example.com"]
    public var origins: [String] = []
    /// The statuses that calls accept; `.success` by default.
    ///
    /// Any other status is an error that has the response. `accepting:` of a call replaces the
    /// setting for that call.
    public var acceptedStatuses: HTTP.AcceptedStatuses = .success
    /// The coder that reads and writes JSON for the verbs; the default is a `JSONCoder`.
    public var json: any JSONCoding = JSONCoder()
    /// The media types that the verbs accept as JSON; nil accepts all.
    ///
    /// The default is `JSONResponseSerializer.mediaTypes`. Types with a matching suffix, such as
    /// `application/problem+json`, are also accepted.
    public var jsonTypes: [String]? = JSONResponseSerializer.mediaTypes
    /// The serializer of the session's requests; the default is an `HTTPRequestSerializer`.
    ///
    /// Its fields, options and compression apply to every request of a verb, and its style, or its
    /// function, writes queries and forms. Its format is that of `request`. A serializer whose
    /// style was never set takes `parameters`.
    public var requestSerializer: any RequestSerializer = HTTPRequestSerializer(.plain) {
      didSet { requestSerializer.http.adopt(sessionStyle) }
    }
    /// The serializer that makes values for the verbs with a type.
    ///
    /// The serializer alone decides which responses are acceptable. If it is nil, the default,
    /// values are decoded from JSON by `acceptedStatuses`, `jsonTypes` and `json`.
    public var responseSerializer: (any ResponseSerializer)?
    /// The form of parameters in queries and forms; the default is `.plain`.
    ///
    /// It is the style of `requestSerializer`, and of each one that is assigned later, unless that
    /// has a style of its own.
    ///
    ///     $0.parameters = .afnetworking
    public var parameters: RequestParameters.Style {
      get { requestSerializer.http.style }
      set {
        sessionStyle = newValue
        requestSerializer.http.style = newValue
      }
    }
    /// The style for serializers without one.
    private(set) var sessionStyle = RequestParameters.Style.plain
    /// The rules for redirects; the default follows ten, and none from `https` to `http`.
    public var redirects = RedirectPolicy()
    /// The policy that retries failed requests; the default is none.
    public var retry = HTTP.RetryPolicy.none
    /// The minimum content length of requests that wait for the server's consent.
    ///
    /// Nil, the default, means that no request waits. Otherwise, such a request has the field
    /// `Expect: 100-continue`, and so does a request whose content has no known length. If the
    /// server sends no response, the content is sent after `timeouts.expectContinue`. If it
    /// responds with 417, the request is sent again without the field. A request with its own
    /// `Expect` field is not changed.
    public var expectContinueByteCount: Int?
    /// The maximum rate of requests to each host; nil, the default, for no limit.
    public var rateLimit: RateLimit?
    /// The HTTP authentication settings; the default has no credentials.
    public var authentication = AuthenticationSettings()
    /// The storage of cookies, which are sent and received; nil, the default, for no cookies.
    public var cookies: CookieStorage?
    /// The hosts that require TLS by `Strict-Transport-Security`; nil, the default, for none.
    ///
    ///     $0.strictTransport = HTTPSession.StrictTransport()
    public var strictTransport: StrictTransport?
    /// The cache of responses; nil, the default, for no cache.
    public var cache: ResponseCache?
    /// The destination of downloads.
    public var downloads = DownloadSettings()
    /// The interceptors of requests, in the order in which they run; the default is none.
    ///
    /// An interceptor sees the fields of the session, cookies and credentials too. The cache
    /// follows the last one, so that they see responses from the cache as well. After a redirect or
    /// a challenge, they run again for the next request.
    public var interceptors: [Interceptor] = []
    /// The interceptors of whole calls, which run before the session's additions; none by default.
    public var callInterceptors: [Interceptor] = []
    /// A Boolean value that indicates whether servers may compress content, which is then decoded.
    ///
    /// The default is true. A request with an `Accept-Encoding` or `Range` field of its own is not
    /// changed, and its response is not decoded.
    public var decodesContent = true
    /// The monitors that are notified of all events, in this order; the default is none.
    public var monitors: [any Monitor] = []
    /// A Boolean value that indicates whether responses have a timeline even without a monitor.
    ///
    /// The default is false.
    public var keepsTimelines = false
    /// A Boolean value that indicates whether requests have a `traceparent` field.
    ///
    /// The default is false. A call continues the trace of its request's own field or of
    /// `TraceContext.current`, or begins a trace. Each attempt is a separate span. A redirect to a
    /// foreign server ends the trace. W3C Trace Context.
    public var sendsTraceContext = false
    /// A closure that is called for each response before the final one, such as 103.
    ///
    /// It must be quick. The default is nil.
    public var onInformational: (@Sendable (HTTP.Request, HTTP.ResponseHead) -> Void)?

    /// Creates the default configuration.
    public init() {}
  }

  /// The maximum sizes of responses.
  public struct ContentLimits: Sendable, Hashable, Codable {
    /// The maximum number of bytes of content that is collected in memory; the default is 64 MiB.
    public var collectedByteCount = 64 << 20
    /// The maximum number of bytes of content that an error keeps; the default is 1 MiB.
    public var byteCountInErrors = 1 << 20
    /// The maximum number of bytes of a line that is read from content; the default is 1 MiB.
    public var lineByteCount = 1 << 20
    /// The limits of a message's head and framing.
    public var message = HTTP.Limits()
    /// The limits of decompression.
    public var decoding = HTTP.DecodingLimits()

    /// Creates the default limits.
    public init() {}
  }
}
