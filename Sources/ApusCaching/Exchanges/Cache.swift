extension Caching {
  /// A store, and the rules for answering requests from it.
  ///
  /// It decides once for each request that would be sent. It sends nothing and reads no clock: the
  /// times are arguments.
  public struct Cache: Sendable {
    /// The store of the entries.
    public let store: any Store
    /// Makes the keys.
    public let keying: Keying
    /// The options beyond the directives of responses.
    public let rules: Rules
    let invalidations: Invalidations
    /// The store if it is memory, which responds immediately.
    private let memory: MemoryStore?

    /// A cache over a store, with the keys of a secret.
    ///
    /// - Parameters:
    ///   - store: The place of the entries.
    ///   - keying: Makes the keys of the entries.
    ///   - rules: The rules of a private or a shared cache.
    public init(_ store: any Store, keying: Keying, rules: Rules = Rules()) {
      self.init(store, keying: keying, rules: rules, invalidations: Invalidations())
    }

    /// A cache that has its invalidations in common with others over the same store.
    package init(
      _ store: any Store, keying: Keying, rules: Rules, invalidations: Invalidations
    ) {
      self.store = store
      memory = store as? MemoryStore
      self.keying = keying
      self.rules = rules
      self.invalidations = invalidations
    }

    /// The same cache over another view of its store.
    package func replacingStore(_ store: any Store) -> Cache {
      Cache(store, keying: keying, rules: rules, invalidations: invalidations)
    }

    /// Removes the responses of a place, and keeps those out that are still being fetched.
    func invalidate(_ place: Place) async {
      invalidations.note(place)
      await store.removeAll(of: place)
    }

    /// The next step for a request.
    public enum Step: Sendable {
      /// Serves this response; if there is a fetch as well, the caller sends it in the background.
      case serve(Response, revalidation: Fetch?)
      /// Sends a request, and reports the result to the fetch.
      case send(Fetch)
      /// Returns this head without content: the cache may neither send nor serve.
      indirect case refuse(HTTP.ResponseHead, CacheStatus)
    }

    /// A response that is given from the store.
    public struct Response: Sendable {
      /// Boxed, because a response is passed through several decisions.
      private let parts: Parts

      private final class Parts: Sendable {
        let head: HTTP.ResponseHead
        let content: (any ContentReader)?
        let whole: [UInt8]?
        let status: CacheStatus

        init(
          _ head: HTTP.ResponseHead, _ content: (any ContentReader)?, whole: [UInt8]?,
          _ status: CacheStatus
        ) {
          (self.head, self.content) = (head, content)
          (self.whole, self.status) = (whole, status)
        }
      }

      init(
        _ head: HTTP.ResponseHead, _ content: (any ContentReader)?, whole: [UInt8]?,
        _ status: CacheStatus
      ) {
        parts = Parts(head, content, whole: whole, status)
      }

      /// The head, with `Age`; framing is that of the stored content.
      public var head: HTTP.ResponseHead { parts.head }
      /// The content, without content codings undone; nil for an answer to `HEAD`.
      public var content: (any ContentReader)? { parts.content }
      /// The content if it is in memory, in one piece.
      package var whole: [UInt8]? { parts.whole }
      /// The actions of the cache.
      public var status: CacheStatus { parts.status }
    }

    /// Decides about a request at a moment.
    ///
    /// - Parameters:
    ///   - request: The request as it will be sent.
    ///   - now: The present time.
    public func step(for request: Request, at now: Moment) async -> Step {
      if let step = immediateStep(for: request, at: now) { return step }
      var lookup = Lookup(self, keying.key(of: request), at: now)
      if let step = lookup.decision(about: request) { return step }
      var action = lookup.found(await store.entries(of: lookup.key), for: request)
      while true {
        switch action {
        case .decided(let step): return step
        case .open(let stored):
          let content = await store.content(of: stored)
          action = lookup.opened(content, for: request)
        }
      }
    }

    /// Decides about a request without a wait; nil unless the store is memory.
    package func immediateStep(for request: Request, at now: Moment) -> Step? {
      guard let memory else { return nil }
      var lookup = Lookup(self, keying.key(of: request), at: now)
      if let step = lookup.decision(about: request) { return step }
      var action = lookup.found(memory.entriesNow(of: lookup.key), for: request)
      while true {
        switch action {
        case .decided(let step): return step
        case .open(let stored):
          let content = memory.contentNow(of: stored)
          action = lookup.opened(content, whole: content?.whole, for: request)
        }
      }
    }

    /// Returns a fetch that ignores stored entries; the response may be stored.
    ///
    /// - Parameter request: The request as it will be sent.
    public func reload(_ request: Request) -> Fetch {
      let isCached = request.method == .get || request.method == .head
      return fetch(
        request, keying.key(of: request), isCached ? .request : .method,
        takesPart: isCached && !request.isConditional && !request.hasContent && !request.isBarred)
    }

    func fetch(
      _ request: Request, _ key: Key, _ why: CacheStatus.Forward, stored: Stored? = nil,
      isValidation: Bool = false, takesPart: Bool = true
    ) -> Fetch {
      Fetch(
        self, request, key, why: why, stored: stored, isValidation: isValidation,
        takesPart: takesPart, begun: invalidations.last)
    }

    /// The response that an entry is; nil where its content is gone.
    func response(
      of stored: Stored, to request: Request, at now: Moment, _ status: CacheStatus,
      isValidated: Bool = false
    ) async -> Response? {
      guard request.method != .head else {
        return response(of: stored, nil, nil, at: now, status, isValidated: isValidated)
      }
      guard let content = await store.content(of: stored) else { return nil }
      return response(of: stored, content, nil, at: now, status, isValidated: isValidated)
    }

    /// Returns the response that an entry and its content are.
    func response(
      of stored: Stored, _ content: (any ContentReader)?, _ whole: [UInt8]?, at now: Moment,
      _ status: CacheStatus, isValidated: Bool = false
    ) -> Response {
      let (entry, age) = (stored.entry, stored.entry.age(at: now))
      var status = status
      status.timeToLive = entry.terms.lifetime(rules) - (age ?? Caching.secondsLimit)
      let head = entry.head(age: age, isValidated: isValidated)
      return Response(head, content, whole: whole, status)
    }
  }
}
