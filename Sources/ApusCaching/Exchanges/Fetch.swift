extension Caching {
  /// A request that a cache lets through, and the treatment of its response.
  public struct Fetch: Sendable {
    /// Boxed, because a fetch is passed through the whole way of its request.
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
    /// The entry that may answer the request, if it is still true.
    var stored: Stored? { parts.stored }
    var isValidation: Bool { parts.isValidation }
    /// A Boolean value that indicates whether the response may be stored.
    var takesPart: Bool { parts.takesPart }
    /// The number of the last invalidation before the request was sent.
    var begun: UInt64 { parts.begun }

    /// A Boolean value that indicates whether the fields include conditions of the cache.
    public var isConditional: Bool { isValidation && stored != nil }

    /// The fields to send: the fields of the request, and the conditions of the stored entry.
    public var fields: HTTP.Fields {
      var fields = request.fields
      guard isConditional, let stored else { return fields }
      for field in cache.rules.conditions(of: stored.entry) { fields[field.name] = field.value }
      return fields
    }

    /// The key for sharing one fetch; nil if the response is for this request only.
    public var flightKey: Key? { takesPart && request.method == .get ? key : nil }

    /// The response that a request is given.
    public enum Outcome: Sendable {
      /// The answer, whose content is also handed to the recording, if there is one.
      case deliver(HTTP.ResponseHead, recording: Recording?, CacheStatus)
      /// Serve the stored response; the content of the received one, if any, is discarded.
      case serve(Cache.Response)
      /// Send this fetch, since the received response did not match the stored entry.
      case sendAgain(Fetch)
    }

    /// Receives the head of the response, and returns the next step.
    ///
    /// - Parameters:
    ///   - head: The final head, before codings of its content are undone.
    ///   - exchange: The times at which the request was begun and the head received.
    ///   - sent: The fields that were sent in the end, if they have changed since.
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
          // The stored entry is invalid, although this response is not stored either.
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

    /// Returns the places with stored responses that the request has made untrue.
    ///
    /// - Parameter head: The head of the response; nil if a request was sent and has no response.
    package func invalidated(by head: HTTP.ResponseHead?) -> [Place] {
      guard let head else { return request.method.isSafe ? [] : [key.place] }
      return cache.rules.invalidated(by: head, to: request).map { cache.keying.place(of: $0) }
    }

    /// Drops the stored responses of the URL after an unsafe request that has no response.
    ///
    /// The server may have carried the request out. RFC 9111 section 4.4 requires this only for a
    /// request with a response.
    public func wasLost() async {
      for place in invalidated(by: nil) { await cache.invalidate(place) }
    }

    /// Returns the response to serve if the server did not respond; nil if the call must fail.
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

    /// The content is opened before the entry is changed: if it is missing, all of it is fetched.
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
      // A response that may no longer be stored is served this once. RFC 9111 section 5.2.2.5.
      let directives = entry.terms.directives
      if directives.noStore, !directives.mustUnderstand { await cache.store.remove(updated) }
      return .serve(response)
    }

    /// The same request without conditions.
    private var unconditional: Fetch {
      Fetch(
        cache, request, key, why: why, stored: nil, isValidation: false, takesPart: takesPart,
        begun: cache.invalidations.last)
    }
  }

  /// The content of a response that is being stored.
  ///
  /// The pieces are in the received form, after framing and before codings are undone. Call
  /// `finish` only if the content is complete; a recording that is released otherwise is not
  /// stored.
  public final class Recording: Sendable {
    private let writer: any ContentWriter

    init(_ writer: any ContentWriter) { self.writer = writer }

    /// Adds a piece; returns false if no more pieces are stored, which is not an error.
    ///
    /// - Parameter piece: The next bytes of the content.
    @discardableResult
    public func write(_ piece: [UInt8]) async -> Bool { await writer.write(piece) }

    /// Finishes complete content; returns whether it is stored.
    @discardableResult
    public func finish() async -> Bool { await writer.commit() }

    /// Discards incomplete content.
    public func discard() async { await writer.discard() }
  }
}
