internal import ApusAuthentication
internal import ApusHTTP
internal import ApusNet

/// An answer to a call: its content has the head, and owns the connection that it comes over.
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

  /// The facts of an answer that the cache gives.
  struct Storage {
    /// The fields of the response that has just validated the stored one; nil if there was none.
    var validation: HTTP.Fields?
  }

  /// The answer to a request that has just come.
  init(_ content: Content) { self.content = content }

  /// An answer that the cache gives, which a server may have said to be true just now.
  init(stored content: Content, validatedBy validation: HTTP.Fields? = nil) {
    self.init(content)
    content.rare = Rare(refusal: nil, Storage(validation: validation))
  }

  /// An answer that an interceptor has made or changed, to the request that was sent last.
  init(
    _ answer: HTTPSession.InterceptedAnswer, to prepared: PreparedRequest,
    _ storage: Storage? = nil
  ) {
    switch answer.received.source {
    case .here(let bytes, let trailers):
      self.init(
        Content(.bytes(bytes), nil, trailers: trailers, of: answer.head, to: prepared))
    case .coming(let pending):
      // Nothing else is pending content.
      let content = (pending as? Content) ?? Content(.bytes([]), nil, of: answer.head, to: prepared)
      content.change(to: answer.head, to: prepared)
      self.init(content)
    }
    content.rare = storage.map { Rare(refusal: nil, $0) }
  }

  /// The answer that interceptors have passed on as it came, if it is the one to a request.
  init?(unchanged received: ReceivedAnswer, to prepared: PreparedRequest) {
    guard let changeCount = received.changeCount, case .coming(let pending) = received.source,
      let content = pending as? Content, content.changeCount == changeCount,
      content.prepared === prepared
    else { return nil }
    self.content = content
  }

  /// The status, the version and the fields; those that told of a coding that is undone are gone.
  var head: HTTP.ResponseHead {
    get { content.head }
    nonmutating set { content.head = newValue }
  }

  /// The request that was answered, after whatever was made of the caller's.
  var prepared: PreparedRequest { content.prepared }

  /// The answer as interceptors are given it, which no later change reaches.
  var received: ReceivedAnswer {
    ReceivedAnswer(head, .coming(content), changeCount: content.changeCount)
  }

  /// Why a challenge was not answered, where the answer is one.
  var refusal: AuthenticationError? {
    get { content.rare?.refusal }
    nonmutating set { content.rare = Rare(refusal: newValue, storage) }
  }

  /// The cache's facts; nil if the answer is the server's.
  var storage: Storage? { content.rare?.storage }

  /// Whether it comes from the cache; then its fields are those of another exchange.
  var isStored: Bool { storage != nil }

  /// The fields of the answer by which the server has said that what is stored is still true.
  var validation: HTTP.Fields? { storage?.validation }

  /// Whether it may lead to another request.
  var isRedirect: Bool { RedirectRules.mayRedirect(head) }
}

extension OpenResponse {
  /// Notes the timeline of the call, and the coder of its session.
  func note(_ timeline: (any AnyObject & Sendable)?, _ coder: (any Sendable)?) {
    if let timeline { head.carrier.timeline = timeline }
    if let coder { head.carrier.coder = coder }
  }

  /// The error of an answer whose status is not accepted, which is told.
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
  /// All of the content, up to a limit; tells how much has come, where asked.
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

  /// All of the content, up to a limit, if all of it is here; nil otherwise.
  func collectNow(_ session: HTTPSession) throws(HTTPSessionError) -> [UInt8]? {
    do throws(HTTPSessionError.Reason) {
      return try content.collectNow(limit: session.configuration.limits.collectedByteCount)
    } catch {
      throw failed(error, session)
    }
  }

  /// The response with its content, which was collected.
  func response(_ body: [UInt8]) -> CollectedResponse { CollectedResponse(content, body) }

  /// The error of a call whose answer came to an end before its time, with what had come of it.
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
  /// What a call is told: what this session's shutdown has ended is named so.
  func told(_ reason: HTTPSessionError.Reason) -> HTTPSessionError.Reason {
    guard case .network(let fault) = reason, fault.isClosedHere, case .network(let pool) = engine,
      pool.isForced
    else { return reason }
    return .shutDown
  }
}

extension HTTP.Response {
  /// The response with as much of its content as an error keeps.
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
    head.carrier.linkBase = url
    return head
  }
}
