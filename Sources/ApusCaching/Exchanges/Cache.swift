extension Caching {
  /// A response cache, which consists of a store for cache entries and the rules for serving stored
  /// responses.
  ///
  /// The cache makes one decision for each request that a client wants to send. The cache itself
  /// sends no requests and reads no clock, so callers pass the times as arguments.
  public struct Cache: Sendable {
    /// The store that contains the cache entries.
    public let store: any Store
    /// The object that computes the keys of the cache entries.
    public let keying: Keying
    /// The settings that apply in addition to the directives of responses.
    public let rules: Rules
    let invalidations: Invalidations
    /// The store of the cache if it is a memory store, which returns cache entries without waiting.
    private let memory: MemoryStore?

    /// Creates a cache from a store, an object that computes cache keys, and rules for storing
    /// responses.
    ///
    /// - Parameters:
    ///   - store: The store that contains the cache entries.
    ///   - keying: The object that computes the keys of the cache entries.
    ///   - rules: The rules of a private or a shared cache.
    public init(_ store: any Store, keying: Keying, rules: Rules = Rules()) {
      self.init(store, keying: keying, rules: rules, invalidations: Invalidations())
    }

    /// Creates a cache that shares its list of invalidated URLs with other caches over the same
    /// store.
    package init(
      _ store: any Store, keying: Keying, rules: Rules, invalidations: Invalidations
    ) {
      self.store = store
      memory = store as? MemoryStore
      self.keying = keying
      self.rules = rules
      self.invalidations = invalidations
    }

    /// Returns a copy of the cache that accesses its entries through a different store.
    package func replacingStore(_ store: any Store) -> Cache {
      Cache(store, keying: keying, rules: rules, invalidations: invalidations)
    }

    /// Removes the stored responses for a URL, and rejects the responses for the URL that are still
    /// being received.
    func invalidate(_ place: Place) async {
      invalidations.note(place)
      await store.removeAll(of: place)
    }

    /// The action that the caller must take for a request, as the cache has decided.
    public enum Step: Sendable {
      /// Serves a stored response. If `revalidation` is not `nil`, the caller also sends the
      /// validation request in the background.
      case serve(Response, revalidation: Fetch?)
      /// Sends a request to the server. The caller reports the server's response to the fetch.
      case send(Fetch)
      /// Returns a response head without content, because the cache may neither send the request
      /// nor serve a stored response.
      indirect case refuse(HTTP.ResponseHead, CacheStatus)
    }

    /// A response that is served from the cache's store.
    public struct Response: Sendable {
      /// The properties are in a class instance, because the cache copies a response for each
      /// decision.
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

      /// The head of the response with an `Age` field. The fields `Content-Length` and
      /// `Transfer-Encoding` are those of the stored content.
      public var head: HTTP.ResponseHead { parts.head }
      /// The response content with its content codings.
      /// The value is `nil` for a response to `HEAD`.
      public var content: (any ContentReader)? { parts.content }
      /// The whole response content as one byte array, if the content is in memory.
      package var whole: [UInt8]? { parts.whole }
      /// The cache's handling of the request, in the form of the `Cache-Status` field.
      public var status: CacheStatus { parts.status }
    }

    /// Decides if a request is served from the cache or sent to the server.
    ///
    /// - Parameters:
    ///   - request: The request that the client is about to send.
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

    /// Decides if a request is served from the cache, without suspending the caller. The value is
    /// `nil` if the store is not a memory store.
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

    /// Returns a server request that ignores the stored responses. The cache may store the new
    /// response.
    ///
    /// - Parameter request: The request that the client is about to send.
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

    /// Returns a response made of a cache entry and its content. The value is `nil` if the store
    /// has lost the content.
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

    /// Returns a response made of a cache entry and its opened content.
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
