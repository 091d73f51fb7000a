internal import ApusAuthentication
internal import ApusHTTP
internal import ApusNet

/// A response with its head and with its content, which owns the connection.
struct OpenResponse: Sendable {
  /// The status, the version and the fields, without those about removed codings.
  var head: HTTP.ResponseHead
  let content: Content
  /// The request in the form that was answered, after all changes.
  let prepared: PreparedRequest
  /// The rare properties, which are boxed to keep a response small.
  private var rare: Rare?

  private final class Rare: Sendable {
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
  init(
    _ head: consuming HTTP.ResponseHead, _ content: consuming Content, to prepared: PreparedRequest
  ) {
    self.head = head
    self.content = content
    self.prepared = prepared
  }

  /// Creates a response from the cache, which the server may just have validated.
  init(
    stored head: HTTP.ResponseHead, _ content: Content, to prepared: PreparedRequest,
    validatedBy validation: HTTP.Fields? = nil
  ) {
    self.init(head, content, to: prepared)
    rare = Rare(refusal: nil, Storage(validation: validation))
  }

  /// Creates a response of interceptors, which may have it from the cache.
  init(
    _ answer: HTTPSession.InterceptedAnswer, to prepared: PreparedRequest,
    _ storage: Storage? = nil
  ) {
    let content =
      switch answer.received.source {
      case .here(let bytes, let trailers): Content(.bytes(bytes), nil, trailers: trailers)
      case .coming(let pending):
        // Pending content has no other type.
        (pending as? Content) ?? Content(.bytes([]), nil)
      }
    self.init(answer.head, content, to: prepared)
    if let storage { rare = Rare(refusal: nil, storage) }
  }

  /// The response in the form that interceptors get.
  var received: ReceivedAnswer { ReceivedAnswer(head, .coming(content)) }

  /// The reason that a challenge was not answered, if the response is one.
  var refusal: AuthenticationError? {
    get { rare?.refusal }
    set { rare = Rare(refusal: newValue, storage) }
  }

  /// The cache's facts; nil if the response is the server's.
  var storage: Storage? { rare?.storage }

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
  /// Notes the URL that links of the head are relative to, if it has any.
  mutating func noteLinks() {
    if head.fields.contains(.link) { head.carrier.linkBase = prepared.url }
  }

  /// Returns the response with the timeline of its call, and with the coder of its session.
  func with(_ timeline: (any AnyObject & Sendable)?, _ coder: (any Sendable)?) -> OpenResponse {
    var answer = self
    if let timeline { answer.head.carrier.timeline = timeline }
    if let coder { answer.head.carrier.coder = coder }
    return answer
  }

  /// Returns the error of a response whose status is not accepted, and notes it.
  func unaccepted(_ body: [UInt8], _ limit: Int) -> HTTPSessionError {
    let reason = HTTPSessionError.Reason.status(head.status.code)
    content.note(.refused(HTTPSessionError(reason), by: nil))
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

  /// Returns the response with its content, which was collected.
  consuming func response(_ body: [UInt8]) -> CollectedResponse {
    CollectedResponse(
      HTTP.Response(head, body: body, trailers: content.trailers), to: prepared, content.call)
  }

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
