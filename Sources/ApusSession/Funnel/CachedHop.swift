internal import ApusBytes
internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// One request of a call that the cache may answer in place of the server.
///
/// The cache runs after the request interceptors and before the signers. The cache looks up the
/// request that the last interceptor passes on. Interceptors receive the response of the cache or
/// of the server in the same way. The request that signers receive contains the conditional fields
/// that the cache adds. The cache stores the server's response before interceptors change the
/// response. The file `CacheLayer+Identity.swift` documents the rule that distinguishes users.
struct CachedHop {
  private let hop: Hop
  private let request: Caching.Request
  private let layer: CacheLayer
  private let cache: Caching.Cache
  private let session: HTTPSession
  /// The cache's decision about the request and the time of the decision, or `nil` before the
  /// decision.
  private var first: (step: Caching.Cache.Step, at: Caching.Moment)?
  /// A Boolean value that indicates whether the trace fields are removed from the request.
  private var dropsTrace = false

  init(
    _ hop: Hop, _ request: Caching.Request, _ layer: CacheLayer, _ session: HTTPSession
  ) {
    self.hop = hop
    self.request = request
    self.layer = layer
    cache = layer.cache(for: request, hop.call)
    self.session = session
  }

  private var policy: HTTP.RequestOptions.CachePolicy {
    hop.prepared.request.options.cachePolicy ?? .standard
  }

  /// Returns the stored response if a cache store in memory contains its whole content; otherwise,
  /// returns `nil`.
  ///
  /// The function never suspends the call.
  mutating func immediately() -> OpenResponse? {
    guard policy != .reload else { return nil }
    let now = layer.now
    guard let step = cache.immediateStep(for: request, at: now) else { return nil }
    // A call with monitors reads stored content through the cache store, so that monitors are
    // notified of the content.
    guard case .serve(let response, nil) = step, let whole = response.whole,
      !hop.call.isMonitored
    else {
      first = (step, now)
      return nil
    }
    return answer(response, .bytes(whole), isCollapsed: false)
  }

  /// Returns the response to the request, from the cache or from the server.
  func run() async throws(HopFailure) -> OpenResponse {
    if policy == .reload {
      return try await send(cache.reload(request), nil, isCollapsed: false)
    }
    var (hasWaited, first) = (false, first)
    while true {
      let step: Caching.Cache.Step
      if let known = first.take() {
        step = known.step
      } else {
        step = await cache.step(for: request, at: layer.now)
      }
      switch step {
      case .serve(let response, let revalidation):
        guard let answer = await answer(response, isCollapsed: hasWaited) else {
          if Caching.RequestDirectives(request.fields).onlyIfCached {
            return refusal(HTTP.ResponseHead(504), nil)
          }
          return try await send(cache.reload(request), nil, isCollapsed: hasWaited)
        }
        if let revalidation { revalidate(revalidation) }
        hop.call.note(.stored)
        return answer
      case .refuse(let head, let status):
        return refusal(head, status)
      case .send(let fetch):
        guard !hasWaited, let key = fetch.flightKey, layer.flights.areWorthwhile(for: key) else {
          return try await send(fetch, nil, isCollapsed: hasWaited)
        }
        let part = await layer.flights.join(key, hop.call) {
          session.raise($0, to: hop.call.priority)
        }
        switch part {
        case .lead(let lead): return try await send(fetch, lead, isCollapsed: false)
        case .follow(.goAlone): return try await send(fetch, nil, isCollapsed: false)
        case .follow(.lookAgain): hasWaited = true
        }
      }
    }
  }

  /// Returns the error response for a request that the cache policy forbids and that has no stored
  /// response.
  private func refusal(_ head: HTTP.ResponseHead, _ status: Caching.CacheStatus?) -> OpenResponse {
    var head = head
    if let status { head.fields.append(Self.statusField, status.fieldValue) }
    return OpenResponse(stored: Content(.bytes([]), nil, of: head, to: hop.prepared))
  }

  /// Sends the request that the cache requires, and returns the response that the cache chooses.
  private func send(
    _ first: Caching.Fetch, _ lead: CacheFlights.Lead?, isCollapsed: Bool
  ) async throws(HopFailure) -> OpenResponse {
    var fetch = first
    while true {
      let requested = layer.now
      let answer: OpenResponse
      do throws(HopFailure) {
        answer = try await session.exchange(outgoing(fetch))
      } catch {
        if error.outcome?.wasSent == true {
          await remove(fetch.invalidated(by: nil)) { [fetch] in await fetch.wasLost() }
        }
        guard let saved = await saved(fetch, error) else { throw error }
        return saved
      }
      // A signer may have changed the method of the request.
      guard let exchanged = answer.content.exchanged,
        exchanged.prepared.request.method == request.method
      else { return answer }
      let exchange = Caching.Exchange(requested: requested, received: layer.now)
      let outcome = await outcome(of: exchanged, exchange, fetch)
      // If the call ends before the cache store finishes, reading the response content throws the
      // call's error.
      guard let outcome else { return answer }
      switch outcome {
      case .deliver(_, let recording, var status):
        status.isCollapsed = isCollapsed
        return delivered(answer, fetch, recording, lead, status, exchanged)
      case .serve(let response):
        answer.content.close()
        let news = exchanged.head.fields
        guard
          let stored = await self.answer(response, isCollapsed: isCollapsed, validatedBy: news)
        else {
          fetch = cache.reload(request)
          continue
        }
        lead?.end(.stored)
        self.hop.call.note(.stored)
        return stored
      case .sendAgain(let next):
        answer.content.close()
        fetch = next
      }
    }
  }

  /// Returns the cache's decision about a response, or `nil` if the call ended before the cache
  /// store finished.
  private func outcome(
    of exchanged: Content.Exchanged, _ exchange: Caching.Exchange, _ fetch: Caching.Fetch
  ) async -> Caching.Fetch.Outcome? {
    let (head, sent) = (exchanged.head, exchanged.prepared.fields)
    let places = fetch.invalidated(by: head)
    guard !places.isEmpty else { return await fetch.received(head, exchange, sent: sent) }
    return await remove(places) { await fetch.received(head, exchange, sent: sent) }
  }

  /// Returns the request that the session sends to fetch or validate a response for the cache.
  private func outgoing(_ fetch: Caching.Fetch) -> Hop {
    // The cache policy of the request also changes the header fields.
    let changesFields = fetch.isConditional || policy != .standard && policy != .none
    guard changesFields || dropsTrace else { return hop }
    var (hop, fields) = (hop, fetch.fields)
    if dropsTrace {
      fields[.traceParent] = nil
      fields[.traceState] = nil
    }
    hop.prepared = PreparedRequest(hop.prepared, sending: fields)
    return hop
  }

  /// Removes responses from the cache store after an unsafe request, and then runs a given function
  /// with the store.
  ///
  /// The cache store removes the responses even if the call is cancelled or its time is over. A
  /// cancelled or expired call does not wait for the removals, and the function returns `nil`.
  @discardableResult
  private func remove<Value: Sendable>(
    _ places: [Caching.Place], _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    guard !places.isEmpty, !layer.isImmediate else { return await work() }
    layer.owe(places)
    let executor = session.executorOfOthers
    let result = Slot<Value>()
    let bell = Doorbell(on: layer.loop)
    // A cache store may ignore operations of a cancelled task, and a shutdown cancels the session's
    // tasks.
    let isolated: @Sendable () async -> Void = {
      let value = await Task(executorPreference: executor) { await work() }.value
      result.value.withLock { $0 = value }
      bell.ring()
    }
    if session.nursery.begin(on: executor, isolated) == nil {
      Task.detached(executorPreference: executor, operation: isolated)
    }
    _ = await bell.wait(until: hop.call.deadlines.request)
    return result.value.withLock { $0 }
  }

  /// Returns the server's response, whose content the cache stores while the caller reads the
  /// content.
  private func delivered(
    _ answer: OpenResponse, _ fetch: Caching.Fetch, _ recording: Caching.Recording?,
    _ lead: CacheFlights.Lead?, _ status: Caching.CacheStatus, _ exchanged: Content.Exchanged
  ) -> OpenResponse {
    guard policy != .none else { return answer }
    var status = status
    let (flights, key) = (layer.flights, fetch.flightKey)
    if let recording, isSameWay(exchanged.prepared), layer.mayStore(hop.prepared, exchanged.head) {
      answer.content.record(
        ContentRecording(recording, lead) { isStored in
          if let key { flights.note(key, isStored: isStored) }
        })
    } else {
      status.isStored = false
      if let key { flights.note(key, isStored: false) }
      // The waiting requests need not wait for the end of response content that the cache does not
      // store.
      lead?.end(.failed)
    }
    answer.head.fields.append(Self.statusField, status.fieldValue)
    return answer
  }

  /// Returns whether the request was sent through the proxy that is part of its cache key.
  private func isSameWay(_ sent: PreparedRequest) -> Bool {
    sent.key.security != nil || sent.key.proxy == hop.prepared.key.proxy
  }

  /// Returns a stale stored response in place of a failed request, or `nil` if no stored response
  /// may be used.
  private func saved(_ fetch: Caching.Fetch, _ failure: HopFailure) async -> OpenResponse? {
    guard failure.error.reason.isServersFault,
      let response = await fetch.failed(at: layer.now),
      let answer = await answer(response, isCollapsed: false)
    else { return nil }
    hop.call.note(.stored)
    return answer
  }

  /// Returns a stored response, or `nil` if the stored content is damaged.
  private func answer(
    _ response: Caching.Cache.Response, isCollapsed: Bool, validatedBy news: HTTP.Fields? = nil
  ) async -> OpenResponse? {
    guard let reader = response.content else {
      return answer(response, nil, isCollapsed: isCollapsed, validatedBy: news)
    }
    // The first bytes of stored content are read before the head is returned. If the read fails,
    // the session sends the request.
    guard let first = try? await reader.next() ?? [] else { return nil }
    let count = response.head.fields[.contentLength].flatMap {
      ASCII.decimal($0.bytes.span).flatMap { Int(exactly: $0) }
    }
    let source = Content.Source.store(reader, first: first, byteCount: count)
    return answer(response, source, isCollapsed: isCollapsed, validatedBy: news)
  }

  /// Returns a stored response with its content. The content source is `nil` for the response to a
  /// `HEAD` request.
  private func answer(
    _ response: Caching.Cache.Response, _ source: Content.Source?, isCollapsed: Bool,
    validatedBy news: HTTP.Fields? = nil
  ) -> OpenResponse {
    var head = response.head
    var status = response.status
    status.isCollapsed = isCollapsed
    head.fields.append(Self.statusField, status.fieldValue)
    // The cache stores no cookies, so a cookie in the validating response belongs to this caller.
    for cookie in news?.values(of: .setCookie) ?? [] { head.fields.append(.setCookie, cookie) }
    let decodes = source != nil && hop.prepared.decodes
    let decoding = decodes ? session.decoding(&head) : nil
    return OpenResponse(
      stored: Content(source ?? .bytes([]), decoding, of: head, to: hop.prepared),
      validatedBy: news)
  }

  /// Validates a stored response in the background after the cache has served the response.
  private func revalidate(_ fetch: Caching.Fetch) {
    let (prepared, request) = (hop.prepared, request)
    // The caller's trace step (span) belongs to a request that was not sent.
    let dropsTrace = hop.step != nil
    let options = prepared.request.options
    let call = CallContext(session.deadlines(of: options), options.priority, nil)
    guard let key = fetch.flightKey, let lead = layer.flights.lead(key, call) else { return }
    session.nursery.begin(on: session.executorOfOthers) { [session, layer] in
      let hop = Hop(prepared: prepared, call: call, isFresh: false, redirects: [], sent: nil)
      var again = CachedHop(hop, request, layer, session)
      again.dropsTrace = dropsTrace
      guard let answer = try? await again.send(fetch, lead, isCollapsed: false) else { return }
      if answer.content.isRecorded {
        _ = try? await answer.content.collect(
          limit: session.configuration.limits.collectedByteCount)
      }
      answer.content.close()
    }
  }

  private static let statusField: HTTP.FieldName = "Cache-Status"
}

extension HTTPSessionError.Reason {
  /// A Boolean value that indicates whether no valid response was received from the server.
  ///
  /// A stale stored response is better than no response.
  fileprivate var isServersFault: Bool {
    switch self {
    case .network, .noResponse, .unknownHost, .response: true
    case .timedOut(let phase): phase != .queue && phase != .total
    default: false
    }
  }
}
