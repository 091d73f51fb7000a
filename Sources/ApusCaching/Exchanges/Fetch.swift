extension Caching {
  /// A request that a cache sends to the server, together with the rules for storing its response.
  public struct Fetch: Sendable {
    /// The properties are in a class instance, because a fetch is copied often while its request is
    /// sent.
    private let parts: Parts

    private final class Parts: Sendable {
      let cache: Cache
      let request: Request
      let key: Key
      let why: CacheStatus.Forward
      let stored: Stored?
      let isValidation: Bool
      let takesPart: Bool
      let begun: UInt64

      init(
        _ cache: Cache, _ request: Request, _ key: Key, why: CacheStatus.Forward, stored: Stored?,
        isValidation: Bool, takesPart: Bool, begun: UInt64
      ) {
        (self.cache, self.request, self.key, self.why) = (cache, request, key, why)
        (self.stored, self.isValidation) = (stored, isValidation)
        (self.takesPart, self.begun) = (takesPart, begun)
      }
    }

    init(
      _ cache: Cache, _ request: Request, _ key: Key, why: CacheStatus.Forward, stored: Stored?,
      isValidation: Bool, takesPart: Bool, begun: UInt64
    ) {
      parts = Parts(
        cache, request, key, why: why, stored: stored, isValidation: isValidation,
        takesPart: takesPart, begun: begun)
    }

    var cache: Cache { parts.cache }
    var request: Request { parts.request }
    var key: Key { parts.key }
    var why: CacheStatus.Forward { parts.why }
    /// The cache entry that serves the request if the server confirms the entry with a `304`
    /// response.
    var stored: Stored? { parts.stored }
    var isValidation: Bool { parts.isValidation }
    /// A Boolean value that indicates whether the cache may store or update the response.
    var takesPart: Bool { parts.takesPart }
    /// The number of the latest cache invalidation at the time when the request was sent.
    var begun: UInt64 { parts.begun }

    /// A Boolean value that indicates whether the request fields include conditions that the cache
    /// added.
    public var isConditional: Bool { isValidation && stored != nil }

    /// The header fields to send, which are the fields of the request and the conditions for
    /// validating the cache entry.
    public var fields: HTTP.Fields {
      var fields = request.fields
      guard isConditional, let stored else { return fields }
      for field in cache.rules.conditions(of: stored.entry) { fields[field.name] = field.value }
      return fields
    }

    /// The key for sharing one server request among equal requests. The value is `nil` if the
    /// response must not be shared.
    public var flightKey: Key? { takesPart && request.method == .get ? key : nil }

    /// The cache's decision after the client has received the head of a response.
    public enum Outcome: Sendable {
      /// Delivers the received response. The caller also passes the content to the recording if the
      /// recording is not `nil`.
      case deliver(HTTP.ResponseHead, recording: Recording?, CacheStatus)
      /// Serves the stored response, and discards the content of the received response.
      case serve(Cache.Response)
      /// Sends this request again, because the received `304` response did not match the stored
      /// response.
      case sendAgain(Fetch)
    }

    /// Processes the head of a received response, and returns the cache's next decision.
    ///
    /// - Parameters:
    ///   - head: The head of the final response, before the content codings are decoded.
    ///   - exchange: The times when the request began and the response head was received.
    ///   - sent: The header fields that were finally sent, if the fields changed after the cache's
    ///     decision.
    public func received(
      _ head: HTTP.ResponseHead, _ exchange: Exchange, sent: HTTP.Fields? = nil
    ) async -> Outcome {
      for place in invalidated(by: head) { await cache.invalidate(place) }
      var status = CacheStatus(name: cache.rules.name, forward: why)
      status.forwardStatus = isValidation ? head.status : nil
      guard takesPart else {
        status.detail = Refusal.bypass.rawValue
        return .deliver(head, recording: nil, status)
      }
      let verdict = cache.rules.judge(
        head, to: request, stored: stored?.entry, isValidation: isValidation,
        sent: sent ?? request.fields, exchange, cache.keying)
      switch verdict {
      case .fetchAgain: return .sendAgain(unconditional)
      case .saved:
        status.forwardStatus = head.status
        if let response = await saved(status, at: exchange.received) { return .serve(response) }
        return .deliver(head, recording: nil, status)
      case .validated(let entry):
        return await validated(as: entry, status, at: exchange.received)
      case .refresh(let entry):
        if let stored { _ = await cache.store.update(stored, to: entry) }
        return .deliver(head, recording: nil, status)
      case .deliver(let refusal, let discardsStored):
        if discardsStored, let stored { await cache.store.remove(stored) }
        status.detail = refusal.rawValue
        return .deliver(head, recording: nil, status)
      case .store(let entry):
        guard let writer = await cache.store.write(entry, key: key) else {
          // The stored response is outdated even if the cache cannot store the new response.
          if let stored { await cache.store.remove(stored) }
          status.detail = Refusal.store.rawValue
          return .deliver(head, recording: nil, status)
        }
        // A removal discards the writers that it finds, and an earlier removal is noted by now.
        guard !cache.invalidations.concern(key.place, since: begun) else {
          await writer.discard()
          status.detail = Refusal.invalidated.rawValue
          return .deliver(head, recording: nil, status)
        }
        status.isStored = true
        return .deliver(head, recording: Recording(writer), status)
      }
    }

    /// Returns the URLs whose stored responses became invalid because of the request.
    ///
    /// - Parameter head: The head of the response. The value is `nil` if a request was sent and no
    ///   response was received.
    package func invalidated(by head: HTTP.ResponseHead?) -> [Place] {
      guard let head else { return request.method.isSafe ? [] : [key.place] }
      return cache.rules.invalidated(by: head, to: request).map { cache.keying.place(of: $0) }
    }

    /// Drops the stored responses of the URL after an unsafe request without a response.
    ///
    /// The server may have processed the request before the connection failed. RFC 9111 section 4.4
    /// requires the invalidation only for a request with a response.
    public func wasLost() async {
      for place in invalidated(by: nil) { await cache.invalidate(place) }
    }

    /// Returns the stored response to serve if the server did not respond.
    /// The value is `nil` if the request must fail.
    ///
    /// RFC 5861 section 4.
    ///
    /// - Parameter now: The present time.
    public func failed(at now: Moment) async -> Cache.Response? {
      let wishes = RequestDirectives(request.fields)
      guard takesPart, let stored, cache.rules.maySave(stored.entry, wishes, at: now) else {
        return nil
      }
      return await saved(CacheStatus(name: cache.rules.name, forward: why), at: now)
    }

    private func saved(_ status: CacheStatus, at now: Moment) async -> Cache.Response? {
      guard let stored else { return nil }
      var status = status
      status.detail = "stale-if-error"
      return await cache.response(of: stored, to: request, at: now, status)
    }

    /// Serves the stored response after a successful validation. If its content is missing, the
    /// cache fetches the whole response again.
    private func validated(
      as entry: Entry, _ status: CacheStatus, at now: Moment
    ) async -> Outcome {
      guard let stored else { return .sendAgain(unconditional) }
      let updated = Stored(entry, key: key, id: stored.id)
      var status = status
      status.isStored = await cache.store.update(stored, to: entry)
      guard
        let response = await cache.response(
          of: updated, to: request, at: now, status, isValidated: true)
      else { return .sendAgain(unconditional) }
      // The cache still serves a validated response once if the `304` response forbids further
      // storage. RFC 9111 section 5.2.2.5.
      let directives = entry.terms.directives
      if directives.noStore, !directives.mustUnderstand { await cache.store.remove(updated) }
      return .serve(response)
    }

    /// The same request without the conditions `If-None-Match` and `If-Modified-Since`.
    private var unconditional: Fetch {
      Fetch(
        cache, request, key, why: why, stored: nil, isValidation: false, takesPart: takesPart,
        begun: cache.invalidations.last)
    }
  }

  /// A writer that stores the content of a response while the client receives the content.
  ///
  /// The chunks of content have the received form, without message framing and with content
  /// codings. Call `finish` only if the content is complete. The cache discards the content if the
  /// recording is released before a call of `finish`.
  public final class Recording: Sendable {
    private let writer: any ContentWriter

    init(_ writer: any ContentWriter) { self.writer = writer }

    /// Adds a chunk of response content. Returns `false` if the cache stores no more chunks, which
    /// is not an error.
    ///
    /// - Parameter piece: The next bytes of the content.
    @discardableResult
    public func write(_ piece: [UInt8]) async -> Bool { await writer.write(piece) }

    /// Finishes the storage of complete response content. Returns a Boolean value that indicates
    /// whether the response is stored.
    @discardableResult
    public func finish() async -> Bool { await writer.commit() }

    /// Discards the recorded content of an incomplete response.
    public func discard() async { await writer.discard() }
  }
}
