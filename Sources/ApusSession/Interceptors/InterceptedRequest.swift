internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// A request on its way through interceptors.
  public struct InterceptedRequest: Sendable {
    private let facts: Facts
    private var change = Change.none
    /// The code that signs the request after the cache.
    private(set) var signers: [RequestSigner] = []

    /// What is true of the request however it is changed; boxed, since each interceptor passes it
    /// on.
    private final class Facts: Sendable {
      let source: any OutgoingRequest
      let isWhole: Bool
      let sentCount: Int
      let redirects: [HTTP.Redirect]
      let host: any InterceptorHost
      let deadline: Deadline

      init(
        _ source: any OutgoingRequest, isWhole: Bool, _ sentCount: Int,
        _ redirects: [HTTP.Redirect], _ host: any InterceptorHost, _ deadline: Deadline
      ) {
        self.source = source
        self.isWhole = isWhole
        self.sentCount = sentCount
        self.redirects = redirects
        self.host = host
        self.deadline = deadline
      }
    }

    /// What interceptors have made of the request.
    private indirect enum Change {
      case none
      case request(HTTP.Request)
    }

    /// A request as it is sent if `isWhole`, and else as the caller has made it.
    init(
      _ source: any OutgoingRequest, isWhole: Bool, sent count: Int,
      after redirects: [HTTP.Redirect], _ host: any InterceptorHost, until deadline: Deadline
    ) {
      facts = Facts(source, isWhole: isWhole, count, redirects, host, deadline)
    }

    /// The request: with its whole URL as target where it is about to be sent, and for an
    /// interceptor of calls as the caller has made it.
    public var request: HTTP.Request {
      get {
        if case .request(let request) = change { return request }
        return facts.isWhole ? facts.source.outgoing : facts.source.request
      }
      set { change = .request(newValue) }
    }

    /// The method.
    public var method: HTTP.Method {
      get {
        if case .request(let request) = change { return request.method }
        return facts.source.request.method
      }
      set { request.method = newValue }
    }

    /// The target, which is the whole URL where the request is about to be sent.
    public var target: HTTP.Target {
      get { request.target }
      set { request.target = newValue }
    }

    /// The fields.
    public var headers: HTTP.Fields {
      get {
        if case .request(let request) = change { return request.headers }
        return facts.isWhole ? facts.source.fields : facts.source.request.headers
      }
      set { request.headers = newValue }
    }

    /// The content.
    public var body: HTTP.Body {
      get {
        if case .request(let request) = change { return request.body }
        return facts.source.request.body
      }
      set { request.body = newValue }
    }

    /// The URL that is asked.
    public var url: HTTP.URL { facts.source.url }
    /// Whether it goes to a server that is neither the base's nor named in `origins`.
    public var isForeignOrigin: Bool { !facts.source.isOwn }
    /// How many requests the call has sent before this one.
    public var sentCount: Int { facts.sentCount }
    /// The redirects that have led here, the first one first.
    public var redirects: [HTTP.Redirect] { facts.redirects }

    /// How long the call may still take; nil where nothing bounds it.
    public var timeLeft: Duration? { facts.deadline.remaining(from: facts.host.time.now) }

    /// Checks that the time of the call is not over.
    func expectTime() throws(HTTPSessionError) {
      guard facts.deadline != .never, facts.deadline <= facts.host.time.now else { return }
      throw HTTPSessionError(.timedOut(.request), request: request)
    }

    /// The request that comes out of the interceptors; nil if none has changed it.
    var changed: HTTP.Request? {
      if case .request(let request) = change { return request }
      return nil
    }

    /// A Boolean value that is true until an interceptor changes the request.
    var isUnchanged: Bool {
      if case .none = change { signers.isEmpty } else { false }
    }

    /// Lets a signer change the request right before it is sent.
    mutating func add(_ signer: RequestSigner) { signers.append(signer) }

    /// What the session lends to the interceptors that come with it.
    var services: CallServices {
      get throws(NetError) {
        CallServices(
          nursery: facts.host.nursery, loop: try facts.host.loopOfFiles(),
          deadline: facts.deadline)
      }
    }
  }
}

/// A request that is about to be sent, with all that was added to it.
protocol OutgoingRequest: AnyObject, Sendable {
  /// The request as it was made.
  var request: HTTP.Request { get }
  var url: HTTP.URL { get }
  /// The fields with which it is sent.
  var fields: HTTP.Fields { get }
  /// Whether it goes to one of the session's own servers.
  var isOwn: Bool { get }
  /// The request with its whole URL, and with the fields with which it is sent.
  var outgoing: HTTP.Request { get }
}

/// A session, as interceptors need it.
protocol InterceptorHost: AnyObject, Sendable {
  var nursery: Nursery { get }
  var time: TimeSource { get }
  func loopOfFiles() throws(NetError) -> EventLoop
}

/// What a session lends to the interceptors that come with it.
struct CallServices: Sendable {
  /// The session's own tasks.
  let nursery: Nursery
  /// What keeps deadlines.
  let loop: EventLoop
  /// Until when the call may take.
  let deadline: Deadline
}
