internal import ApusAuthentication
internal import ApusHTTP
internal import ApusNet

/// A response to a call, whose content includes the response head and the connection.
struct OpenResponse: Sendable {
  let content: Content

  /// The properties of a response that few responses need.
  final class Rare: Sendable {
    let refusal: AuthenticationError?
    let storage: Storage?

    init(refusal: AuthenticationError?, _ storage: Storage?) {
      self.refusal = refusal
      self.storage = storage
    }
  }

  /// The facts about a response that is served from the cache.
  struct Storage {
    /// The header fields of the response that validated the stored response, or `nil` without a
    /// validation.
    var validation: HTTP.Fields?
  }

  /// Creates the response of a request from the content that is received on its connection.
  init(_ content: Content) { self.content = content }

  /// Creates a response from the cache, which the server may have validated.
  init(stored content: Content, validatedBy validation: HTTP.Fields? = nil) {
    self.init(content)
    content.rare = Rare(refusal: nil, Storage(validation: validation))
  }

  /// Creates a response that interceptors return, which may originate from the cache.
  init(
    _ answer: HTTPSession.InterceptedAnswer, to prepared: PreparedRequest,
    _ storage: Storage? = nil
  ) {
    switch answer.received.source {
    case .here(let bytes, let trailers):
      self.init(
        Content(.bytes(bytes), nil, trailers: trailers, of: answer.head, to: prepared))
    case .coming(let pending):
      // The class `Content` is the only implementation of the `PendingContent` protocol.
      let content = (pending as? Content) ?? Content(.bytes([]), nil, of: answer.head, to: prepared)
      content.change(to: answer.head, to: prepared)
      self.init(content)
    }
    content.rare = storage.map { Rare(refusal: nil, $0) }
  }

  /// Creates the response of a request if the interceptors have returned it unchanged.
  init?(unchanged received: ReceivedAnswer, to prepared: PreparedRequest) {
    guard let changeCount = received.changeCount, case .coming(let pending) = received.source,
      let content = pending as? Content, content.changeCount == changeCount,
      content.prepared === prepared
    else { return nil }
    self.content = content
  }

  /// The response head, without the fields that describe removed content codings.
  var head: HTTP.ResponseHead {
    get { content.head }
    nonmutating set { content.head = newValue }
  }

  /// The request of the response in its final form, after all changes by the session and its
  /// interceptors.
  var prepared: PreparedRequest { content.prepared }

  /// The response in the form that interceptors receive. Later changes of the response do not
  /// affect this form.
  var received: ReceivedAnswer {
    ReceivedAnswer(head, .coming(content), changeCount: content.changeCount)
  }

  /// The reason that the session did not answer a challenge, or `nil` if the response is not a
  /// challenge.
  var refusal: AuthenticationError? {
    get { content.rare?.refusal }
    nonmutating set { content.rare = Rare(refusal: newValue, storage) }
  }

  /// The facts of the cache about the response, or `nil` if the server sent the response.
  var storage: Storage? { content.rare?.storage }

  /// A Boolean value that indicates whether the response is from the cache.
  ///
  /// The header fields of a response from the cache belong to an earlier response of the server.
  var isStored: Bool { storage != nil }

  /// The header fields of the response with which the server validated the stored response.
  var validation: HTTP.Fields? { storage?.validation }

  /// A Boolean value that indicates whether the response may lead to another request.
  var isRedirect: Bool { RedirectRules.mayRedirect(head) }
}

extension OpenResponse {
  /// Adds the timeline of the call and the session's JSON coder to the response.
  func note(_ timeline: (any AnyObject & Sendable)?, _ coder: (any Sendable)?) {
    if let timeline { head.carrier.timeline = timeline }
    if let coder { head.carrier.coder = coder }
  }

  /// Returns the error of a response whose status code is not accepted, and notifies monitors of
  /// the error.
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
  /// Returns the whole content, up to a limit, and reports the progress after each part if
  /// requested.
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

  /// Returns the whole content, up to a limit, or `nil` if a part of the content has not been
  /// received yet.
  func collectNow(_ session: HTTPSession) throws(HTTPSessionError) -> [UInt8]? {
    do throws(HTTPSessionError.Reason) {
      return try content.collectNow(limit: session.configuration.limits.collectedByteCount)
    } catch {
      throw failed(error, session)
    }
  }

  /// Returns the response with its collected content.
  func response(_ body: [UInt8]) -> CollectedResponse { CollectedResponse(content, body) }

  /// Returns the error of a call whose content ended early, with the received part of the content.
  func failed(_ reason: HTTPSessionError.Reason, _ session: HTTPSession) -> HTTPSessionError {
    // If another task is reading the content, the error contains no response content.
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
  /// Returns the error reason for the caller, which is `shutDown` if the shutdown of the session
  /// closed the connection.
  func told(_ reason: HTTPSessionError.Reason) -> HTTPSessionError.Reason {
    guard case .network(let fault) = reason, fault.isClosedHere, case .network(let pool) = engine,
      pool.isForced
    else { return reason }
    return .shutDown
  }
}

extension HTTP.Response {
  /// Returns the response with the first bytes of its content, up to the limit for errors.
  func bounded(by limit: Int) -> HTTP.Response {
    guard body.count > limit else { return self }
    var response = self
    response.body = Array(body.prefix(limit))
    return response
  }
}

extension HTTP.ResponseHead {
  /// Returns the response head, with the base URL of its links if the head contains `Link` fields.
  consuming func notingLinks(from url: HTTP.URL) -> HTTP.ResponseHead {
    guard fields.contains(.link) else { return self }
    var head = self
    head.carrier.url = url
    return head
  }
}

extension OpenResponse {
  /// Throws the error of a response whose status code is not accepted.
  nonisolated(nonsending) func expectAccepted(
    _ accepted: HTTP.AcceptedStatuses, _ session: HTTPSession
  ) async throws(HTTPSessionError) {
    guard !accepted.contains(head.status.code) else { return }
    throw await unaccepted(session)
  }

  /// Returns the error of a response whose status code is not accepted, with the start of its
  /// content.
  ///
  /// The session reads at most `byteCountInErrors` bytes of the content. One idle timeout limits
  /// the read of the whole content, because an error page may be endless. The status code is the
  /// reason for the error even if the content ends early. However, if the call is cancelled or
  /// suspended during the read, the cancellation or suspension is the reason.
  nonisolated(nonsending) func unaccepted(_ session: HTTPSession) async -> HTTPSessionError {
    let limit = session.configuration.limits.byteCountInErrors
    content.boundByIdleTimeout()
    var body: [UInt8] = []
    do throws(HTTPSessionError.Reason) {
      while body.count <= limit, let piece = try await content.next() { body += piece }
    } catch {
      if error == .cancelled || error == .suspended { return failed(error, session) }
    }
    return unaccepted(body, limit)
  }
}
