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

    /// The facts of the request that no interceptor changes; boxed, because each interceptor copies
    /// it.
    private final class Facts: Sendable {
      let source: any OutgoingRequest
      let isWhole: Bool
      let sentCount: Int
      let redirects: [HTTP.Redirect]
      let host: any InterceptorHost
      let call: any InterceptedCall

      init(
        _ source: any OutgoingRequest, isWhole: Bool, _ sentCount: Int,
        _ redirects: [HTTP.Redirect], _ host: any InterceptorHost, _ call: any InterceptedCall
      ) {
        self.source = source
        self.isWhole = isWhole
        self.sentCount = sentCount
        self.redirects = redirects
        self.host = host
        self.call = call
      }
    }

    /// The change that interceptors made to the request.
    private indirect enum Change {
      case none
      case request(HTTP.Request)
    }

    /// Creates a request in the sent form if `isWhole`, otherwise in the caller's.
    init(
      _ source: any OutgoingRequest, isWhole: Bool, sent count: Int,
      after redirects: [HTTP.Redirect], _ host: any InterceptorHost, _ call: any InterceptedCall
    ) {
      facts = Facts(source, isWhole: isWhole, count, redirects, host, call)
    }

    /// The request, as the preceding interceptors have changed it.
    ///
    /// Interceptors of requests see its whole URL as target; interceptors of calls see the
    /// caller's.
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

    /// The target, which is the whole URL if the request is about to be sent.
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

    /// The URL of the request.
    public var url: HTTP.URL { facts.source.url }
    /// The path of the URL.
    public var path: String { url.path }
    /// A Boolean value that indicates whether the server is neither the base's nor in `origins`.
    public var isForeignOrigin: Bool { !facts.source.isOwn }
    /// The number of requests that the call has sent before this one.
    public var sentCount: Int { facts.sentCount }
    /// The redirects that have led here, the first one first.
    public var redirects: [HTTP.Redirect] { facts.redirects }

    /// The number of the call, counted from 1 in each session; events have the same number.
    public var callNumber: Int { facts.call.interception(facts.host.makeCallNumber).number }

    /// Calls a closure when the call has ended.
    ///
    /// A call ends when the content of its response was read to its end, or was dropped, and when
    /// it fails: the error says why. The closure is called once, also in a task that reads the
    /// content later, and must return quickly. After the end it is called at once, without an error
    /// unless another closure waited for the end.
    ///
    /// - Parameter body: The closure, which receives the error of a call that failed, or nil.
    public func onEnd(_ body: @escaping @Sendable (HTTPSessionError?) -> Void) {
      facts.call.interception(facts.host.makeCallNumber).onEnd(body)
    }

    private var deadline: Deadline { facts.call.deadline }

    /// The remaining time of the call; nil if it is unlimited.
    public var timeLeft: Duration? { deadline.remaining(from: facts.host.time.now) }

    /// Checks that the time of the call is not over.
    func expectTime() throws(HTTPSessionError) {
      guard deadline != .never, deadline <= facts.host.time.now else { return }
      throw HTTPSessionError(.timedOut(.total), request: request)
    }

    /// The request after the interceptors; nil if none has changed it.
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

    /// The services that the session provides to its own interceptors.
    var services: CallServices {
      get throws(NetError) {
        CallServices(
          nursery: facts.host.nursery, loop: try facts.host.loopOfFiles(),
          deadline: deadline)
      }
    }
  }
}

/// A request that is about to be sent, with all that was added to it.
protocol OutgoingRequest: AnyObject, Sendable {
  /// The request as it was made.
  var request: HTTP.Request { get }
  var url: HTTP.URL { get }
  /// The fields of the request that is sent.
  var fields: HTTP.Fields { get }
  /// A Boolean value that indicates whether the server is one of the session's own.
  var isOwn: Bool { get }
  /// The request with its whole URL, and with the fields that are sent.
  var outgoing: HTTP.Request { get }
}

/// A call, as interceptors need it.
protocol InterceptedCall: AnyObject, Sendable {
  /// The moment when the time of the call is over.
  var deadline: Deadline { get }
  /// Returns the number and the end of the call, for which the first request needs a number.
  func interception(_ makeNumber: () -> Int) -> CallInterception
}

/// The parts of a session that interceptors use.
protocol InterceptorHost: AnyObject, Sendable {
  var nursery: Nursery { get }
  var time: TimeSource { get }
  func loopOfFiles() throws(NetError) -> EventLoop
  /// Returns the number of the next call.
  func makeCallNumber() -> Int
}

/// The services that a session provides to its own interceptors.
struct CallServices: Sendable {
  /// The session's own tasks.
  let nursery: Nursery
  /// The loop that keeps deadlines.
  let loop: EventLoop
  /// The deadline of the call.
  let deadline: Deadline
}
