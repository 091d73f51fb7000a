internal import ApusAuthentication
internal import ApusHTTP
internal import ApusNet

/// A response to a call: its content has the head, and owns the connection.
struct OpenResponse: Sendable {
  let content: Content

  /// What few answers have.
  final class Rare: Sendable {
    let refusal: AuthenticationError?
    let storage: Storage?

    init(refusal: AuthenticationError?, _ storage: Storage?) {
      self.refusal = refusal
      self.storage = storage
    }
  }

  /// The facts of a response from the cache.
  struct Storage {
    /// The fields of the response that has just validated the stored one; nil if there was none.
    var validation: HTTP.Fields?
  }

  /// Creates the response of a request from its connection.
  init(_ content: Content) { self.content = content }

  /// Creates a response from the cache, which the server may just have validated.
  init(stored content: Content, validatedBy validation: HTTP.Fields? = nil) {
    self.init(content)
    content.rare = Rare(refusal: nil, Storage(validation: validation))
  }

  /// Creates a response of interceptors, which may have it from the cache.
  init(
    _ answer: HTTPSession.InterceptedAnswer, to prepared: PreparedRequest,
    _ storage: Storage? = nil
  ) {
    switch answer.received.source {
    case .here(let bytes, let trailers):
      self.init(
        Content(.bytes(bytes), nil, trailers: trailers, of: answer.head, to: prepared))
    case .coming(let pending):
      // Pending content has no other type.
      let content = (pending as? Content) ?? Content(.bytes([]), nil, of: answer.head, to: prepared)
      content.change(to: answer.head, to: prepared)
      self.init(content)
    }
    content.rare = storage.map { Rare(refusal: nil, $0) }
  }

  /// Creates the response that interceptors have returned unchanged, if it is that of a request.
  init?(unchanged received: ReceivedAnswer, to prepared: PreparedRequest) {
    guard let changeCount = received.changeCount, case .coming(let pending) = received.source,
      let content = pending as? Content, content.changeCount == changeCount,
      content.prepared === prepared
    else { return nil }
    self.content = content
  }

  /// The status, the version and the fields, without those about removed codings.
  var head: HTTP.ResponseHead {
    get { content.head }
    nonmutating set { content.head = newValue }
  }

  /// The request in the form that was answered, after all changes.
  var prepared: PreparedRequest { content.prepared }

  /// The response in the form that interceptors get, which no later change reaches.
  var received: ReceivedAnswer {
    ReceivedAnswer(head, .coming(content), changeCount: content.changeCount)
  }

  /// The reason that a challenge was not answered, if the response is one.
  var refusal: AuthenticationError? {
    get { content.rare?.refusal }
    nonmutating set { content.rare = Rare(refusal: newValue, storage) }
  }

  /// The cache's facts; nil if the response is the server's.
  var storage: Storage? { content.rare?.storage }

  /// A Boolean value that indicates whether the response is from the cache.
  ///
  /// The fields then belong to another exchange.
  var isStored: Bool { storage != nil }

  /// The fields of the response with which the server validated the stored one.
  var validation: HTTP.Fields? { storage?.validation }

  /// A Boolean value that indicates whether it may lead to another request.
  var isRedirect: Bool { RedirectRules.mayRedirect(head) }
}

extension OpenResponse {
  /// Notes the timeline of the call, and the coder of its session.
  func note(_ timeline: (any AnyObject & Sendable)?, _ coder: (any Sendable)?) {
    if let timeline { head.carrier.timeline = timeline }
    if let coder { head.carrier.coder = coder }
  }

  /// Returns the error of a response whose status is not accepted, and notes it.
  func unaccepted(_ body: [UInt8], _ limit: Int) -> HTTPSessionError {
    let reason = HTTPSessionError.Reason.status(head.status.code)
    content.note(.refused(HTTPSessionError(reason, request: prepared.whole), by: nil))
    let error = HTTPSessionError(
      reason, request: prepared.whole, response: response(body).response.bounded(by: limit),
      underlying: refusal)
    return content.call?.complete(error) ?? error
  }
}

extension OpenResponse {
  /// Returns all content, up to a limit, and reports the progress if requested.
  func collect(
    _ session: HTTPSession, _ progress: ((TransferProgress) -> Void)? = nil
  ) async throws(HTTPSessionError) -> [UInt8] {
    do throws(HTTPSessionError.Reason) {
      return try await content.collect(
        limit: session.configuration.limits.collectedByteCount, progress)
    } catch {
      throw failed(error, session)
    }
  }

  /// Returns the whole content, up to a limit, if all of it was received; nil otherwise.
  func collectNow(_ session: HTTPSession) throws(HTTPSessionError) -> [UInt8]? {
    do throws(HTTPSessionError.Reason) {
      return try content.collectNow(limit: session.configuration.limits.collectedByteCount)
    } catch {
      throw failed(error, session)
    }
  }

  /// Returns the response with its content, which was collected.
  func response(_ body: [UInt8]) -> CollectedResponse { CollectedResponse(content, body) }

  /// Returns the error of a call whose content broke off, with the received part.
  func failed(_ reason: HTTPSessionError.Reason, _ session: HTTPSession) -> HTTPSessionError {
    // Another task reads the content then.
    let body =
      reason == .bodyOutOfScope
      ? [] : content.received(limit: session.configuration.limits.byteCountInErrors)
    let error = HTTPSessionError(
      session.told(reason), request: prepared.whole,
      response: HTTP.Response(head, body: body)
    ).after(.init(byteCount: content.progress.completed, expected: content.progress.total))
    return content.call?.complete(error) ?? error
  }
}

extension HTTPSession {
  /// Returns the reason that callers see: the session's shutdown has its own.
  func told(_ reason: HTTPSessionError.Reason) -> HTTPSessionError.Reason {
    guard case .network(let fault) = reason, fault.isClosedHere, case .network(let pool) = engine,
      pool.isForced
    else { return reason }
    return .shutDown
  }
}

extension HTTP.Response {
  /// Returns the response with as much of its content as an error keeps.
  func bounded(by limit: Int) -> HTTP.Response {
    guard body.count > limit else { return self }
    var response = self
    response.body = Array(body.prefix(limit))
    return response
  }
}

extension HTTP.ResponseHead {
  /// The head with the URL that links are relative to, if there are any.
  consuming func notingLinks(from url: HTTP.URL) -> HTTP.ResponseHead {
    guard fields.contains(.link) else { return self }
    var head = self
    head.carrier.url = url
    return head
  }
}
