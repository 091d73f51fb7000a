public import ApusHTTP
internal import ApusNet
public import ApusSerialization
internal import Synchronization

/// A downloader of images.
public typealias ImageDownloader = Downloader<EncodedImage>

/// A downloader of values, once for equal requests at the same time, with a cache.
///
///     let downloader = ImageDownloader(loader: session)
///     let logo = try await downloader.value(of: .get("https://example.com/logo.png"))
///     print(logo.value.facts.width)
///
/// A request joins the waiting or running download of its key; otherwise its value is looked up in
/// the cache; otherwise a download is created, which waits while the maximum number is active. A
/// cancelled request leaves the download; without requests the download is stopped. All requests of
/// a download get its result, in the order of their arrival. The cache is used while the downloader
/// is locked: it must not call the downloader.
///
/// **Sharing.** Only GET requests without content share downloads and values of the cache, and only
/// with equal credentials, sensitive fields and options. The credentials that a session adds count
/// too: its own fields, cookies, passwords, client identities and proxies. A session with
/// interceptors, or with a handler of challenges, knows its credentials only when it sends. Its
/// requests share nothing, unless `identity` names the identity of each.
///
/// **Differences from AFNetworking.** A key has more facts than the URL; a waiting download that is
/// cancelled does not count as ended; a response without content is an error.
public final class Downloader<Value: Sendable>: Sendable {
  /// The closure that is called once with the result of a request.
  public typealias Completion = @Sendable (Result<Downloaded<Value>, DownloadError>) -> Void

  private let loader: any ResponseLoader
  private let serializer: any ResponseSerializer<Value>
  private let cache: (any ImageRequestStore<Value>)?
  private let varyingFields: [HTTP.FieldName]
  private let executor: (any TaskExecutor)?
  private let namedIdentity: (@Sendable (HTTP.Request) -> String?)?
  /// The number of this downloader, which identifies its own receipts.
  private let number = downloaderCount.wrappingAdd(1, ordering: .relaxed).newValue
  private let state: Lock<State>

  private struct State {
    var decider: DownloadDecider<DownloadKey>
    var turns: [Int: DownloadTurn] = [:]
    var handlers: [Int: DownloadHandler<Value>] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  /// Creates a downloader.
  ///
  /// - Parameters:
  ///   - loader: The source of responses, such as a session.
  ///   - serializer: Makes values of responses.
  ///   - cache: Keeps values; nil for no cache.
  ///   - priority: The order of downloads that wait; by default the first goes first.
  ///   - maximumActiveDownloads: The number of downloads that are active at once: four.
  ///   - varyingFields: The fields that must be equal in requests that share a download or a value
  ///     of the cache.
  ///   - executor: Runs the completions; nil for the caller's actor, or else Swift's own threads.
  ///   - identity: Names the identity that a request is sent with, for a loader whose interceptors
  ///     add credentials; nil for an unknown one. Without it the loader's own identity counts.
  public init(
    loader: any ResponseLoader, serializer: any ResponseSerializer<Value>,
    cache: (any ImageRequestStore<Value>)?, priority: DownloadPriority = .firstInFirstOut,
    maximumActiveDownloads: Int = 4, varyingFields: [HTTP.FieldName] = [],
    executor: (any TaskExecutor)? = nil,
    identity: (@Sendable (HTTP.Request) -> String?)? = nil
  ) {
    self.loader = loader
    self.serializer = serializer
    self.cache = cache
    self.varyingFields = varyingFields
    self.executor = executor
    namedIdentity = identity
    let decider = DownloadDecider<DownloadKey>(
      priority: priority, mostActive: maximumActiveDownloads)
    state = Lock(State(decider: decider))
  }

  /// The number of active downloads.
  public var activeDownloadCount: Int { state.withLock { $0.decider.activeCount } }

  /// Returns the value of a request that is in the cache.
  ///
  /// - Parameter request: The request of the value.
  public func cachedValue(of request: HTTP.Request) -> Value? {
    let request = loader.absolute(request)
    return key(of: request).flatMap { cachedValue(of: request, $0) }
  }

  /// Removes the value of a request from the cache, and returns whether there was one.
  ///
  /// - Parameter request: The request of the value.
  @discardableResult
  public func removeCachedValue(of request: HTTP.Request) -> Bool {
    let request = loader.absolute(request)
    guard let cache, let key = key(of: request), key.isShared else { return false }
    return cache.remove(for: request, identifier: key.variant)
  }

  /// Requests the value of a request.
  ///
  /// The completion is called once, after this has returned. A caller on an actor, such as the main
  /// actor, is called there, unless the downloader has an executor of its own. Elsewhere the
  /// completion is delayed by a millisecond, which gives the caller the time to return.
  ///
  /// - Parameters:
  ///   - request: The request. A relative target needs a loader with a base.
  ///   - receiptID: The name of the receipt; nil for one made of numbers.
  ///   - ignoringCache: Whether a value in the cache is ignored. It is ignored too if the cache
  ///     policy of the request is `.reload`, `.revalidate` or `.none`.
  ///   - isolation: The caller's actor.
  ///   - completion: Called with the result.
  /// - Returns: A receipt; nil if the URL is invalid, or the value is in the cache.
  @discardableResult
  public func download(
    _ request: HTTP.Request, receiptID: String? = nil, ignoringCache: Bool = false,
    isolation: isolated (any Actor)? = #isolation, completion: @escaping Completion
  ) -> DownloadReceipt? {
    if executor == nil, let isolation {
      return begin(
        request, receiptID, ignoringCache: ignoringCache, at: .on(isolation), completion)
    }
    let gate = ReturnGate()
    defer { gate.open() }
    return begin(request, receiptID, ignoringCache: ignoringCache, at: .after(gate), completion)
  }

  /// Cancels a request: its completion is called with the error `.cancelled`.
  ///
  /// A receipt whose completion was called already, or of another downloader, changes nothing.
  ///
  /// - Parameter receipt: The receipt of the request.
  public func cancel(_ receipt: DownloadReceipt) {
    guard receipt.owner == number else { return }
    let handler = state.withLock { state -> DownloadHandler<Value>? in
      switch state.decider.cancel(receipt.number, of: receipt.download) {
      case .unknown: return nil
      case .left: break
      case .forgotten(let download):
        state.turns.removeValue(forKey: download)?.decide(starts: false)
      case .stop(let download): state.tasks[download]?.cancel()
      }
      return state.handlers.removeValue(forKey: receipt.number)
    }
    if let handler { call([handler], .failure(.cancelled)) }
  }
}

// MARK: One request

extension Downloader {
  /// Requests the value of a request for a completion that is called in a place.
  func begin(
    _ request: HTTP.Request, _ receiptID: String? = nil, ignoringCache: Bool,
    at place: DownloadHandler<Value>.Place = .anywhere, _ completion: @escaping Completion
  ) -> DownloadReceipt? {
    let request = loader.absolute(request)
    let handler = DownloadHandler(request: request, place: place, completion: completion)
    guard let key = key(of: request) else {
      call([handler], .failure(.invalidURL(request.target.text)))
      return nil
    }
    let looksUp = !ignoringCache && request.usesImageCache
    return state.withLock { state in
      let number = state.decider.makeReceipt()
      func receipt(_ download: Int) -> DownloadReceipt {
        state.handlers[number] = handler
        let id = receiptID ?? "\(download).\(number)"
        return DownloadReceipt(id: id, owner: self.number, download: download, number: number)
      }
      if key.isShared, let download = state.decider.join(key, number) { return receipt(download) }
      if looksUp, let value = cachedValue(of: request, key) {
        call([handler], .success(Downloaded(request: request, response: nil, value: value)))
        return nil
      }
      let turn = DownloadTurn()
      switch state.decider.add(key, number) {
      case .run(let download):
        turn.decide(starts: true)
        state.tasks[download] = task(download, request, key, turn)
        return receipt(download)
      case .wait(let download):
        state.turns[download] = turn
        state.tasks[download] = task(download, request, key, turn)
        return receipt(download)
      }
    }
  }

  /// Returns the key of a request; nil if its URL is invalid.
  func key(of request: HTTP.Request) -> DownloadKey? {
    let request = loader.absolute(request)
    return DownloadKey(request, varyingBy: varyingFields, sentAs: identity(of: request))
  }

  /// Returns the value that the cache has, if the policy of the request lets it be used.
  func usableValue(of request: HTTP.Request) -> Value? {
    request.usesImageCache ? cachedValue(of: request) : nil
  }

  private func cachedValue(of request: HTTP.Request, _ key: DownloadKey) -> Value? {
    guard let cache, key.isShared else { return nil }
    return cache.value(for: request, identifier: key.variant)
  }

  /// Returns the identity that the loader adds, or that the program names.
  private func identity(of request: HTTP.Request) -> LoadIdentity {
    let added = loader.identity(of: request)
    guard let namedIdentity else { return added }
    guard let name = namedIdentity(request) else { return .unknown }
    guard case .known(let values) = added else { return .known([Array(name.utf8)]) }
    return .known([Array(name.utf8)] + values)
  }

  /// Returns whether the value of a response may be kept under the key of its request.
  ///
  /// An identity that has changed since then, or that a redirect has left, is not that of the key.
  private func mayKeep(
    _ response: HTTP.Response?, _ request: HTTP.Request, _ key: DownloadKey
  ) -> Bool {
    guard key.isShared, request.options.cachePolicy != HTTP.RequestOptions.CachePolicy.none,
      self.key(of: request) == key
    else { return false }
    let own = identity(of: request)
    return (response?.redirects ?? []).allSatisfy { redirect in
      guard redirect.destination.origin != redirect.source.origin else { return true }
      var next = request
      next.target = .url(redirect.destination)
      return identity(of: next) == own
    }
  }
}

// MARK: Loading

extension Downloader {
  /// Begins the task of a download, which loads once it is its turn.
  private func task(
    _ download: Int, _ request: HTTP.Request, _ key: DownloadKey, _ turn: DownloadTurn
  ) -> Task<Void, Never> {
    Task { [loader] in
      guard await turn.wait() else { return }
      let outcome: Result<HTTP.Response, any Error>
      do { outcome = .success(try await loader.load(request)) } catch { outcome = .failure(error) }
      self.finish(download, request, key, outcome)
    }
  }

  private func finish(
    _ download: Int, _ request: HTTP.Request, _ key: DownloadKey,
    _ outcome: Result<HTTP.Response, any Error>
  ) {
    let result = value(of: outcome, request)
    let isKept = mayKeep(try? outcome.get(), request, key)
    let waiting = state.withLock { state in
      state.tasks[download] = nil
      let ending = state.decider.finish(download)
      // Before an equal request can come, and find no download to join.
      if ending.isWanted, isKept, case .success(let downloaded) = result {
        cache?.add(downloaded.value, for: request, identifier: key.variant)
      }
      for next in ending.next { state.turns.removeValue(forKey: next)?.decide(starts: true) }
      return ending.receipts.compactMap { state.handlers.removeValue(forKey: $0) }
    }
    call(waiting, result)
  }

  private func value(
    of outcome: Result<HTTP.Response, any Error>, _ request: HTTP.Request
  ) -> Result<Downloaded<Value>, DownloadError> {
    switch outcome {
    case .failure(let error):
      return .failure(error is CancellationError ? .cancelled : .failed(error))
    case .success(let response):
      let serialized = serializer.serialize(response)
      if let error = serialized.error { return .failure(.refused(error)) }
      guard let value = serialized.value else { return .failure(.noContent) }
      return .success(Downloaded(request: request, response: response, value: value))
    }
  }

  /// Calls completions one after the other.
  private func call(
    _ handlers: [DownloadHandler<Value>], _ result: Result<Downloaded<Value>, DownloadError>
  ) {
    guard !handlers.isEmpty else { return }
    Task(executorPreference: executor) {
      for handler in handlers { await handler.call(result) }
    }
  }
}

extension HTTP.Request {
  /// A Boolean value that indicates whether its cache policy allows a value of an image cache.
  fileprivate var usesImageCache: Bool {
    switch options.cachePolicy ?? .standard {
    case .standard, .storedElseLoad, .storedOnly: true
    case .revalidate, .reload, .none: false
    }
  }
}

/// The number of downloaders so far.
private let downloaderCount = Atomic<Int>(0)
