internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// The settings of a session, which are fixed when the session is created.
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
    /// The settings for the lookup of host names.
    public var dns = HostNames()
    /// The settings of TLS, of trust, and of the client's identity.
    public var tls = TLSSettings()
    /// The rules for the servers that the session may connect to; the default is `anywhere`.
    public var egress = EgressRules.anywhere
    /// The local address and the socket options of the session's connections.
    public var sockets = Sockets()
    /// The proxies for the session's requests; the default is none.
    public var proxies = Proxies.none
    /// The maximum sizes of responses.
    public var limits = ContentLimits()
    /// The default header fields of every request. A request's own fields have priority over these
    /// fields.
    ///
    /// The default has `Accept: */*`, and the program's name as `User-Agent`. Set a header field to
    /// nil to remove the field.
    ///
    ///     $0.headers["User-Agent"] = nil
    ///
    /// The session sends these fields to the base URL's origin and to `origins`. A request to any
    /// other origin contains the fields of the request itself. Of the session's fields, a request
    /// to another origin contains only `Accept`, `Accept-Encoding`, `Accept-Language` and
    /// `User-Agent`, because any other field may be a secret. The session restricts the fields of
    /// the request serializer in the same way.
    public var headers: HTTP.Fields = [.accept: "*/*", .userAgent: ProcessFacts.userAgent]
    /// The additional origins that receive the session's own header fields; the default is none.
    ///
    ///     $0.origins = ["https://files.example.com"]
    public var origins: [String] = []
    /// The status codes that calls accept; `.success` by default.
    ///
    /// Any other status code is an error that contains the response. The `accepting:` parameter of
    /// a call replaces this setting for the call.
    public var acceptedStatuses: HTTP.AcceptedStatuses = .success
    /// The coder that reads and writes JSON for the verb functions; the default is a `JSONCoder`.
    public var json: any JSONCoding = JSONCoder()
    /// The media types that the HTTP verb functions accept as JSON; nil accepts all media types.
    ///
    /// The default is `JSONResponseSerializer.mediaTypes`. Media types with a matching suffix, such
    /// as `application/problem+json`, are also accepted.
    public var jsonTypes: [String]? = JSONResponseSerializer.mediaTypes
    /// The serializer of the session's requests; the default is an `HTTPRequestSerializer`.
    ///
    /// The serializer's fields, options and compression apply to every request of an HTTP verb
    /// function. The request serializer's style or closure determines the form of queries and
    /// forms. The function `request` uses the format of the request serializer. A serializer
    /// without a style of its own uses the style of `parameters`.
    public var requestSerializer: any RequestSerializer = HTTPRequestSerializer(.plain) {
      didSet { requestSerializer.http.adopt(sessionStyle) }
    }
    /// The serializer that makes the values for the HTTP verb functions with a type.
    ///
    /// The response serializer alone decides which responses are acceptable. If the serializer is
    /// nil, the default, the session decodes JSON with `json`, and checks `acceptedStatuses` and
    /// `jsonTypes`.
    public var responseSerializer: (any ResponseSerializer)?
    /// The form of parameters in queries and forms; the default is `.plain`.
    ///
    /// The property contains the style of `requestSerializer`. A serializer that is assigned later
    /// also uses this style, unless the serializer has a style of its own.
    ///
    ///     $0.parameters = .afnetworking
    public var parameters: RequestParameters.Style {
      get { requestSerializer.http.style }
      set {
        sessionStyle = newValue
        requestSerializer.http.style = newValue
      }
    }
    /// The parameter style for request serializers without a style of their own.
    private(set) var sessionStyle = RequestParameters.Style.plain
    /// The rules for redirects; the default follows ten redirects, and none from `https` to `http`.
    public var redirects = RedirectPolicy()
    /// The policy that retries failed requests; the default is none.
    public var retry = HTTP.RetryPolicy.none
    /// The minimum content length of requests that wait for a 100 (Continue) response.
    ///
    /// If the value is nil, the default, no request waits for a 100 (Continue) response. If the
    /// value is set, a request with long content or with content of unknown length has the field
    /// `Expect: 100-continue`. If the server does not respond, the session sends the content after
    /// `timeouts.expectContinue`. If the server responds with status 417, the session sends the
    /// request again without the field. The session does not change a request with its own `Expect`
    /// field.
    public var expectContinueByteCount: Int?
    /// The maximum rate of requests to each host; nil, the default, for no limit.
    public var rateLimit: RateLimit?
    /// The HTTP authentication settings; the default has no credentials.
    public var authentication = AuthenticationSettings()
    /// The storage of sent and received cookies; nil, the default, for no cookies.
    public var cookies: CookieStorage?
    /// The hosts that require TLS by `Strict-Transport-Security`; nil, the default, for none.
    ///
    ///     $0.strictTransport = HTTPSession.StrictTransport()
    public var strictTransport: StrictTransport?
    /// The cache of responses; nil, the default, for no cache.
    public var cache: ResponseCache?
    /// The destination of the session's downloads.
    public var downloads = DownloadSettings()
    /// The interceptors of requests, in the order in which they run; the default is none.
    ///
    /// An interceptor receives the complete request, with the session's fields, cookies and
    /// credentials. The cache runs after the last interceptor, so interceptors also receive
    /// responses from the cache. After a redirect or a challenge, the interceptors run again for
    /// the next request.
    public var interceptors: [Interceptor] = []
    /// The interceptors of whole calls; none by default.
    ///
    /// Call interceptors run before the session adds its own header fields to a request.
    public var callInterceptors: [Interceptor] = []
    /// A Boolean value that indicates whether servers may send compressed content.
    ///
    /// The session decodes compressed content. The default is true. The session does not change a
    /// request with its own `Accept-Encoding` or `Range` field, and does not decode the response to
    /// such a request.
    public var decodesContent = true
    /// The monitors that are notified of all events, in the order of the array; the default is
    /// none.
    public var monitors: [any Monitor] = []
    /// A Boolean value that indicates whether responses have a timeline even without a monitor.
    ///
    /// The default is false.
    public var keepsTimelines = false
    /// A Boolean value that indicates whether requests have a `traceparent` field.
    ///
    /// The default is false. A call continues the trace of its request's own `traceparent` field or
    /// of `TraceContext.current`. A call without an existing trace begins a new trace. Each attempt
    /// of a call is a separate span. A redirect to a foreign server ends the trace. The
    /// `traceparent` field has the format of W3C Trace Context.
    public var sendsTraceContext = false
    /// A closure that is called for each informational response, such as status 103.
    ///
    /// An informational response precedes the final response. The closure for informational
    /// responses must return quickly. The default is nil.
    public var onInformational: (@Sendable (HTTP.Request, HTTP.ResponseHead) -> Void)?

    /// Creates the default configuration.
    public init() {}
  }

  /// The maximum sizes of responses.
  public struct ContentLimits: Sendable, Hashable, Codable {
    /// The maximum number of bytes of content that is collected in memory; the default is 64 MiB.
    public var collectedByteCount = 64 << 20
    /// The maximum number of content bytes in an error; the default is 1 MiB.
    public var byteCountInErrors = 1 << 20
    /// The maximum number of bytes of a line of response content; the default is 1 MiB.
    public var lineByteCount = 1 << 20
    /// The limits of the head and the framing of an HTTP message, such as the number of header
    /// fields.
    public var message = HTTP.Limits()
    /// The limits of content decompression.
    public var decoding = HTTP.DecodingLimits()

    /// Creates the default limits of response content.
    public init() {}
  }
}

extension HTTPSession {
  /// The settings for the destination of a session's downloads.
  ///
  ///     let api = try HTTPSession("https://api.example.com/") {
  ///       $0.downloads.destination = "/srv/dumps/"
  ///     }
  ///     try await api.download("dumps/today.tar", options: .resume)
  public struct DownloadSettings: Sendable {
    /// The folder of every download without a destination of its own; nil, the default, for none.
    ///
    /// The option `.createFolders` creates the folder if the folder is missing.
    public var destination: String?
    /// A closure that chooses the file or the folder of every download; nil, the default, for none.
    ///
    ///     $0.downloads.place = { request, head in "/srv/incoming/" }
    ///
    /// The closure receives the request with its whole URL, and the head of an accepted response.
    /// The session calls the closure before it writes content. A path that the closure returns
    /// overrides the path or closure of the call. If the closure returns nil, the session uses the
    /// path or closure of the call. An error that the closure throws is the `underlying` error of
    /// the call's error.
    public var place: (@Sendable (HTTP.Request, HTTP.ResponseHead) throws -> String?)?

    /// Creates download settings that leave the destination to each call.
    public init() {}
  }
}

extension ConnectionSettings {
  /// Creates the connection settings from the configuration of a session.
  init(_ configuration: HTTPSession.Configuration) {
    self.init()
    timeouts = configuration.timeouts
    pool = configuration.pool
    dns = configuration.dns
    egress = configuration.egress
    sockets = configuration.sockets
    proxies = configuration.proxies
    tls = configuration.tls
    message = configuration.limits.message
  }
}
