internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// How a session behaves; it is fixed when the session is made.
  public struct Configuration: Sendable {
    /// How long each phase may take.
    public var timeouts = Timeouts()
    /// How many connections there may be.
    public var pool = PoolLimits()
    /// How the names of hosts become addresses.
    public var dns = HostNames()
    /// Whom to trust over TLS, and who the session is itself.
    public var tls = TLSSettings()
    /// Which servers may be connected to: all of them, unless rules say otherwise.
    public var egress = EgressRules.anywhere
    /// Where connections come from, and how the kernel treats them.
    public var sockets = Sockets()
    /// Which requests go through which proxies: none, unless proxies are named or asked for.
    public var proxies = Proxies.none
    /// How much of an answer is accepted.
    public var limits = ContentLimits()
    /// Fields of every request that does not set them itself.
    ///
    /// At first these are `Accept: */*`, and the program's name as `User-Agent`. Either is removed
    /// by nil.
    ///
    ///     $0.headers["User-Agent"] = nil
    ///
    /// They go to the base's origin, and to `origins`. To others a request goes with the fields of
    /// its own, and of these with `Accept`, `Accept-Encoding`, `Accept-Language` and `User-Agent`
    /// alone, since any other may be a secret. The same holds for fields of the request serializer.
    public var headers: HTTP.Fields = [.accept: "*/*", .userAgent: ProcessFacts.userAgent]
    /// Origins besides the base's that the session's own fields go to.
    ///
    ///     $0.origins = ["https://files.example.com"]
    public var origins: [String] = []
    /// The statuses with which calls return and the closures of streams run; `.success` by default.
    ///
    /// Any other status is an error that has the response. `accepting:` of a call replaces the
    /// setting for that call.
    public var acceptedStatuses: HTTP.AcceptedStatuses = .success
    /// How the verbs read and write JSON.
    public var json: any JSONCoding = JSONCoder()
    /// The media types that the verbs take for JSON; nil stands for all.
    ///
    /// With them those are taken that are built on them, such as `application/problem+json`.
    public var jsonTypes: [String]? = JSONResponseSerializer.mediaTypes
    /// The serializer of the session's requests; the default is an `HTTPRequestSerializer`.
    ///
    /// Its fields, options and compression hold for every request of a verb, and its style, or its
    /// function, writes queries and forms. Its format is that of `request`. A serializer whose
    /// style was never set takes `parameters`.
    public var requestSerializer: any RequestSerializer = HTTPRequestSerializer(.plain) {
      didSet { requestSerializer.http.adopt(sessionStyle) }
    }
    /// What the verbs that name a type make values with.
    ///
    /// It alone says which answers are acceptable. Nil stands for JSON, by `acceptedStatuses`,
    /// `jsonTypes` and `json`.
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
    /// Which redirects are followed.
    public var redirects = RedirectPolicy()
    /// When requests that have failed are sent once more; never, unless that is asked for.
    public var retry = HTTP.RetryPolicy.none
    /// From how many bytes on content waits until its server asks for it; nil for never.
    ///
    /// Such a request says `Expect: 100-continue`, and so does one whose content has no known
    /// length. Where the server is silent, the content is sent after `timeouts.expectContinue`, and
    /// where it answers 417 the request is sent again without that. A request that says itself what
    /// it expects is left alone.
    public var expectContinueByteCount: Int?
    /// How many requests each host is sent in a time; nil for as many as there are.
    public var rateLimit: RateLimit?
    /// How servers are shown who it is that asks.
    public var authentication = AuthenticationSettings()
    /// The cookies that go with requests, and where those of responses are kept; nil keeps none.
    public var cookies: CookieStorage?
    /// The hosts that are asked over TLS alone, once they have said so; nil keeps none.
    ///
    ///     $0.strictTransport = HTTPSession.StrictTransport()
    public var strictTransport: StrictTransport?
    /// What keeps responses and answers requests from them; nil keeps none.
    public var cache: ResponseCache?
    /// The destination of downloads.
    public var downloads = DownloadSettings()
    /// Code that each request passes before it is sent, the first one first.
    ///
    /// It sees the fields of the session, cookies and credentials too. The cache follows the last
    /// one, so that it sees responses from the cache as well. After a redirect or a challenge, the
    /// next request passes it again.
    public var interceptors: [Interceptor] = []
    /// Code that each call passes once, before anything is added to its request.
    public var callInterceptors: [Interceptor] = []
    /// Whether servers may compress content, which is then decoded.
    ///
    /// A request that says itself which codings it accepts, or asks for a range, is left alone, and
    /// so is the answer to it.
    public var decodesContent = true
    /// The monitors that are told of every event of the session, in this order.
    public var monitors: [any Monitor] = []
    /// Whether responses have a timeline although nothing monitors the session.
    public var keepsTimelines = false
    /// Whether requests say which trace they belong to, by `traceparent`.
    ///
    /// A call continues the trace of its request's own field, or of `TraceContext.current`, or
    /// begins one. Each attempt is a step of its own. A redirect to a server that is not one of the
    /// session's own takes the trace no further. W3C Trace Context.
    public var sendsTraceContext = false
    /// Told of responses before the final one, such as 103; it must be quick.
    public var onInformational: (@Sendable (HTTP.Request, HTTP.ResponseHead) -> Void)?

    /// Creates the default configuration.
    public init() {}
  }

  /// How much of an answer is accepted.
  public struct ContentLimits: Sendable, Hashable, Codable {
    /// Bytes of content that are collected in memory.
    public var collectedByteCount = 64 << 20
    /// Bytes of content that an error keeps of an answer.
    public var byteCountInErrors = 1 << 20
    /// Bytes of one line, where content is read line by line.
    public var lineByteCount = 1 << 20
    /// The parts of a message's head and framing.
    public var message = HTTP.Limits()
    /// How far compressed content may unfold.
    public var decoding = HTTP.DecodingLimits()

    /// Creates the default limits.
    public init() {}
  }
}
