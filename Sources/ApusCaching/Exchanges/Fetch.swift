extension Caching {
  /// A request that a cache has let go out, and what is to be done with its answer.
  public struct Fetch: Sendable {
    let cache: Cache
    let request: Request
    let key: Key
    let why: CacheStatus.Forward
    /// The entry that may answer the request, if it is still true.
    let stored: Stored?
    let isValidation: Bool
    /// Whether the answer may be stored.
    let takesPart: Bool
    /// The number of the last invalidation before the request was sent.
    let begun: UInt64

    /// Whether conditions are sent, so that the fields are not those of the request alone.
    public var isConditional: Bool { isValidation && stored != nil }

    /// The fields to send: those of the request, and the conditions of what is stored.
    public var fields: HTTP.Fields {
      var fields = request.fields
      guard isConditional, let stored else { return fields }
      for field in cache.rules.conditions(of: stored.entry) { fields[field.name] = field.value }
      return fields
    }

    /// The key by which one fetch may serve many; nil where the answer is for this request alone.
    public var flightKey: Key? { takesPart && request.method == .get ? key : nil }

    /// The response that a request is given.
    public enum Outcome: Sendable {
      /// The answer, whose content is also handed to the recording, if there is one.
      case deliver(HTTP.ResponseHead, recording: Recording?, CacheStatus)
      /// What is stored; the answer's own content, if any, is thrown away.
      case serve(Cache.Response)
      /// Nothing yet: this is to be sent, since the answer was about nothing that is stored.
      case sendAgain(Fetch)
    }

    /// Takes the head of the answer, and says what to give.
    ///
    /// - Parameters:
    ///   - head: The final head, before codings of its content are undone.
    ///   - exchange: When the request was begun and the head received.
    ///   - sent: The fields that were sent in the end, where something has changed them since.
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
        guard !cache.invalidations.concern(key.place, since: begun) else {
          status.detail = Refusal.invalidated.rawValue
          return .deliver(head, recording: nil, status)
        }
        guard let writer = await cache.store.write(entry, key: key) else {
          // What is stored is no longer true, though this is not stored either.
          if let stored { await cache.store.remove(stored) }
          status.detail = Refusal.store.rawValue
          return .deliver(head, recording: nil, status)
        }
        status.isStored = true
        return .deliver(head, recording: Recording(writer), status)
      }
    }

    /// The places whose stored responses the request has made untrue; those of a request that has no
    /// response if there is no head.
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

    /// Says what to give where no answer came; nil if the failure is to be told.
    ///
    /// RFC 5861 section 4.
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

    /// The content is opened before the entry is changed: where it is gone, all of it is fetched.
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
      // What may not be stored any more is given this once. RFC 9111 section 5.2.2.5.
      let directives = entry.terms.directives
      if directives.noStore, !directives.mustUnderstand { await cache.store.remove(updated) }
      return .serve(response)
    }

    /// The same request without conditions.
    private var unconditional: Fetch {
      Fetch(
        cache: cache, request: request, key: key, why: why, stored: nil, isValidation: false,
        takesPart: takesPart, begun: cache.invalidations.last)
    }
  }

  /// The content of an answer on its way into a store.
  ///
  /// The pieces are handed over as they came, before codings are undone and after the framing was.
  /// It is finished only where the content came whole; what is let go of otherwise is not stored.
  public final class Recording: Sendable {
    private let writer: any ContentWriter

    init(_ writer: any ContentWriter) { self.writer = writer }

    /// Takes in a piece; returns false where nothing more is taken, which disturbs no one.
    @discardableResult
    public func write(_ piece: [UInt8]) async -> Bool { await writer.write(piece) }

    /// Says that the content came whole; returns whether it is stored.
    @discardableResult
    public func finish() async -> Bool { await writer.commit() }

    /// Says that the content was cut short, so that nothing is stored.
    public func discard() async { await writer.discard() }
  }
}
