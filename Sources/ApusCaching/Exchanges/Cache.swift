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

    /// A cache over a store, with the keys of a secret.
    public init(_ store: any Store, keying: Keying, rules: Rules = Rules()) {
      self.init(store, keying: keying, rules: rules, invalidations: Invalidations())
    }

    /// A cache that has its invalidations in common with others over the same store.
    package init(
      _ store: any Store, keying: Keying, rules: Rules, invalidations: Invalidations
    ) {
      self.store = store
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
      case refuse(HTTP.ResponseHead, CacheStatus)
    }

    /// A response that is given from the store.
    public struct Response: Sendable {
      /// The head, with `Age`; framing is that of the stored content.
      public let head: HTTP.ResponseHead
      /// The content, without content codings undone; nil for an answer to `HEAD`.
      public let content: (any ContentReader)?
      /// The actions of the cache.
      public let status: CacheStatus
    }

    /// Decides about a request at a moment.
    public func step(for request: Request, at now: Moment) async -> Step {
      let key = keying.key(of: request)
      guard request.method == .get || request.method == .head else {
        return .send(fetch(request, key, .method, takesPart: false))
      }
      var found = await store.entries(of: key)
      while true {
        let entries = found.map(\.entry)
        switch rules.decide(request, entries, at: now, keying) {
        case .pass(let why): return .send(fetch(request, key, why, takesPart: false))
        case .fetch(let why):
          let chosen = rules.chosen(among: entries, for: request, keying).map { found[$0] }
          return .send(fetch(request, key, why, stored: chosen))
        case .validate(let index, let why):
          return .send(fetch(request, key, why, stored: found[index], isValidation: true))
        case .refuse:
          var status = CacheStatus(name: rules.name)
          status.detail = "only-if-cached"
          return .refuse(HTTP.ResponseHead(504), status)
        case .serve(let index, let freshness):
          let stored = found[index]
          guard
            let response = await response(
              of: stored, to: request, at: now, CacheStatus(name: rules.name))
          else {
            // It was dropped between the two calls.
            found.remove(at: index)
            continue
          }
          let revalidation =
            freshness == .whileRevalidating
            ? fetch(
              request, key, .stale, stored: stored,
              isValidation: !stored.entry.terms.validators.isEmpty) : nil
          return .serve(response, revalidation: revalidation)
        }
      }
    }

    /// Returns a fetch that ignores stored entries; the response may be stored.
    public func reload(_ request: Request) -> Fetch {
      let isCached = request.method == .get || request.method == .head
      return fetch(
        request, keying.key(of: request), isCached ? .request : .method,
        takesPart: isCached && !request.isConditional && !request.hasContent && !request.isBarred)
    }

    private func fetch(
      _ request: Request, _ key: Key, _ why: CacheStatus.Forward, stored: Stored? = nil,
      isValidation: Bool = false, takesPart: Bool = true
    ) -> Fetch {
      Fetch(
        cache: self, request: request, key: key, why: why, stored: stored,
        isValidation: isValidation, takesPart: takesPart, begun: invalidations.last)
    }

    /// The response that an entry is; nil where its content is gone.
    func response(
      of stored: Stored, to request: Request, at now: Moment, _ status: CacheStatus,
      isValidated: Bool = false
    ) async -> Response? {
      let age = stored.entry.age(at: now)
      var status = status
      status.timeToLive = rules.timeToLive(of: stored.entry, at: now)
      let head = stored.entry.head(age: age, isValidated: isValidated)
      guard request.method != .head else {
        return Response(head: head, content: nil, status: status)
      }
      guard let content = await store.content(of: stored) else { return nil }
      return Response(head: head, content: content, status: status)
    }
  }
}
