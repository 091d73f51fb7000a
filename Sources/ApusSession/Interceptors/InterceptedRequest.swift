internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// A request that interceptors can inspect and change before the session sends it.
  public struct InterceptedRequest: Sendable {
    private let facts: Facts
    private var change = Change.none
    /// The signers that change the request after the cache lookup.
    private(set) var signers: [RequestSigner] = []

    /// The facts about the request that no interceptor changes, in an object because each
    /// interceptor copies them.
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

    /// The change that preceding interceptors have made to the request.
    private indirect enum Change {
      case none
      case request(HTTP.Request)
    }

    /// Creates a request in the form that is sent if `isWhole` is true, and otherwise in the
    /// caller's form.
    init(
      _ source: any OutgoingRequest, isWhole: Bool, sent count: Int,
      after redirects: [HTTP.Redirect], _ host: any InterceptorHost, _ call: any InterceptedCall
    ) {
      facts = Facts(source, isWhole: isWhole, count, redirects, host, call)
    }

    /// The request, with the changes of the preceding interceptors.
    ///
    /// In request interceptors, the target is the whole URL. In call interceptors, the target is
    /// the caller's target.
    public var request: HTTP.Request {
      get {
        if case .request(let request) = change { return request }
        return facts.isWhole ? facts.source.outgoing : facts.source.request
      }
      set { change = .request(newValue) }
    }

    /// The method of the request.
    public var method: HTTP.Method {
      get {
        if case .request(let request) = change { return request.method }
        return facts.source.request.method
      }
      set { request.method = newValue }
    }

    /// The target of the request, which is the whole URL in request interceptors.
    public var target: HTTP.Target {
      get { request.target }
      set { request.target = newValue }
    }

    /// The header fields of the request.
    public var headers: HTTP.Fields {
      get {
        if case .request(let request) = change { return request.headers }
        return facts.isWhole ? facts.source.fields : facts.source.request.headers
      }
      set { request.headers = newValue }
    }

    /// The body of the request.
    public var body: HTTP.Body {
      get {
        if case .request(let request) = change { return request.body }
        return facts.source.request.body
      }
      set { request.body = newValue }
    }

    /// The URL of the request.
    public var url: HTTP.URL { facts.source.url }
    /// The path of the request URL.
    public var path: String { url.path }
    /// A Boolean value that indicates whether the server is foreign to the session.
    ///
    /// The origin of a foreign server is neither the origin of the base URL nor an origin in
    /// `origins`.
    public var isForeignOrigin: Bool { !facts.source.isOwn }
    /// The number of requests that the call has sent before this request.
    public var sentCount: Int { facts.sentCount }
    /// The redirects that have led to this request, the first redirect first.
    public var redirects: [HTTP.Redirect] { facts.redirects }

    /// The number of the call, counted from 1 in each session; events have the same number.
    public var callNumber: Int { facts.call.interception(facts.host.makeCallNumber).number }

    /// Calls a closure when the call has ended.
    ///
    /// A call ends when its response content is read to its end or discarded, or when the call
    /// fails. The closure is called once, and receives the error if the call failed. The closure
    /// may be called in a task that reads the content later, and must return quickly. If the call
    /// has already ended, the closure is called at once, and receives no error unless another
    /// closure waited for the end.
    ///
    /// - Parameter body: The closure, which receives the error of a failed call, or `nil` if the
    ///   call succeeded.
    public func onEnd(_ body: @escaping @Sendable (HTTPSessionError?) -> Void) {
      facts.call.interception(facts.host.makeCallNumber).onEnd(body)
    }

    private var deadline: Deadline { facts.call.deadline }

    /// The remaining time of the call, or `nil` if the call has no time limit.
    public var timeLeft: Duration? { deadline.remaining(from: facts.host.time.now) }

    /// Throws an error if the call's time limit has expired.
    func expectTime() throws(HTTPSessionError) {
      guard deadline != .never, deadline <= facts.host.time.now else { return }
      throw HTTPSessionError(.timedOut(.total), request: request)
    }

    /// The request after the interceptors, or `nil` if no interceptor has changed the request.
    var changed: HTTP.Request? {
      if case .request(let request) = change { return request }
      return nil
    }

    /// A Boolean value that indicates whether no interceptor has changed the request.
    var isUnchanged: Bool {
      if case .none = change { signers.isEmpty } else { false }
    }

    /// Adds a signer that changes the request immediately before it is sent.
    mutating func add(_ signer: RequestSigner) { signers.append(signer) }

    /// The services that the session provides to its built-in interceptors.
    var services: CallServices {
      get throws(NetError) {
        CallServices(
          nursery: facts.host.nursery, loop: try facts.host.loopOfFiles(),
          deadline: deadline)
      }
    }
  }
}

/// A request that is about to be sent, including the session's header fields, cookies and
/// credential.
protocol OutgoingRequest: AnyObject, Sendable {
  /// The request before the session adds its header fields, cookies and credential.
  var request: HTTP.Request { get }
  var url: HTTP.URL { get }
  /// The header fields of the request in the form that is sent.
  var fields: HTTP.Fields { get }
  /// A Boolean value that indicates whether the server is one of the session's own servers.
  var isOwn: Bool { get }
  /// The request with its whole URL as target, and with the header fields that are sent.
  var outgoing: HTTP.Request { get }
}

/// The interface of a call for interceptors.
protocol InterceptedCall: AnyObject, Sendable {
  /// The deadline of the call's time limit.
  var deadline: Deadline { get }
  /// Returns the number of the call, and the registered closures for the end of the call.
  ///
  /// - Parameter makeNumber: A function that returns a number for the call if the call has no
  ///   number yet.
  func interception(_ makeNumber: () -> Int) -> CallInterception
}

/// The interface of a session for interceptors.
protocol InterceptorHost: AnyObject, Sendable {
  var nursery: Nursery { get }
  var time: TimeSource { get }
  func loopOfFiles() throws(NetError) -> EventLoop
  /// Returns the number for the next call of the session.
  func makeCallNumber() -> Int
}

/// The services that a session provides to its built-in interceptors.
struct CallServices: Sendable {
  /// The container of the tasks that belong to the session.
  let nursery: Nursery
  /// The event loop for the session's deadlines.
  let loop: EventLoop
  /// The deadline of the call.
  let deadline: Deadline
}

/// A closure that changes a request immediately before it is sent, after the lookup in the cache.
///
/// A request signature covers the conditional fields that the cache adds, and differs from request
/// to request. Therefore, the cache identifies the user by the signer's identity instead of the
/// signature.
struct RequestSigner: Sendable {
  /// The closure that signs a request.
  typealias Work =
    nonisolated(nonsending) @Sendable (inout HTTPSession.InterceptedRequest) async throws -> Void

  /// The identity of the signing key, or `nil` if the program has named no key.
  let identity: String?
  let sign: Work
}
