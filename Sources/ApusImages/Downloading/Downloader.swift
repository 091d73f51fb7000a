public import ApusHTTP
internal import ApusNet
public import ApusSerialization
internal import Synchronization

/// A downloader of images, which have the type `EncodedImage`.
public typealias ImageDownloader = Downloader<EncodedImage>

/// A downloader of values with a cache. Equal requests at the same time share one download.
///
///     let downloader = ImageDownloader(loader: session)
///     let logo = try await downloader.value(of: .get("https://example.com/logo.png"))
///     print(logo.value.facts.width)
///
/// A request joins the waiting or running download with the same key. Without such a download, the
/// downloader searches its cache. If the cache has no value, the downloader creates a download,
/// which waits while the maximum number of downloads is active. A cancelled request leaves its
/// download, and a download without requests is stopped. All requests of a download receive its
/// result in the order of their arrival. The downloader accesses the cache under its lock, so the
/// cache must not call the downloader.
///
/// **Sharing.** Only GET requests without content share downloads and cached values. The requests
/// must have equal credentials, sensitive fields and options. The credentials also include the
/// session's fields, cookies, passwords, client identities and proxies. A session with interceptors
/// or with a challenge handler determines its credentials only when it sends a request. The
/// requests of such a session share no downloads unless `identity` names the identity of each
/// request.
///
/// **Differences from AFNetworking.** A key has more parts than the URL. A cancelled download that
/// was waiting does not count as ended. A response without content is an error.
public final class Downloader<Value: Sendable>: Sendable {
  /// The closure that receives the result of a download request once.
  public typealias Completion = @Sendable (Result<Downloaded<Value>, DownloadError>) -> Void

  private let loader: any ResponseLoader
  private let serializer: any ResponseSerializer<Value>
  private let cache: (any ImageRequestStore<Value>)?
  private let varyingFields: [HTTP.FieldName]
  private let executor: (any TaskExecutor)?
  private let namedIdentity: (@Sendable (HTTP.Request) -> String?)?
  /// The number of the downloader, which identifies the receipts that it issued.
  private let number = downloaderCount.wrappingAdd(1, ordering: .relaxed).newValue
  private let state: Lock<State>

  private struct State {
    var decider: DownloadDecider<DownloadKey>
    var turns: [Int: DownloadTurn] = [:]
    var handlers: [Int: DownloadHandler<Value>] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  /// Creates a downloader from a loader, a serializer and a cache.
  ///
  /// - Parameters:
  ///   - loader: The source of responses, such as a session.
  ///   - serializer: The serializer that makes values from responses.
  ///   - cache: The cache for values, or `nil` for a downloader without a cache.
  ///   - priority: The order of waiting downloads; by default the oldest download starts first.
  ///   - maximumActiveDownloads: The maximum number of active downloads: four by default.
  ///   - varyingFields: The names of the fields that must be equal in requests that share a
  ///     download or a cached value.
  ///   - executor: The executor for the completions. The value `nil` selects the caller's actor, or
  ///     otherwise Swift's own threads.
  ///   - identity: A closure that names the identity of a request, for a loader whose interceptors
  ///     add credentials. The closure returns `nil` for an unknown identity. Without the closure,
  ///     the loader's own identity applies.
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

  /// The number of active downloads, which never exceeds the maximum.
  public var activeDownloadCount: Int { state.withLock { $0.decider.activeCount } }

  /// Returns the cached value of a request.
  ///
  /// - Parameter request: The request for the value.
  public func cachedValue(of request: HTTP.Request) -> Value? {
    let request = loader.absolute(request)
    return key(of: request).flatMap { cachedValue(of: request, $0) }
  }

  /// Removes the cached value of a request.
  /// Returns a Boolean value that indicates whether the cache contained the value.
  ///
  /// - Parameter request: The request for the value.
  @discardableResult
  public func removeCachedValue(of request: HTTP.Request) -> Bool {
    let request = loader.absolute(request)
    guard let cache, let key = key(of: request), key.isShared else { return false }
    return cache.remove(for: request, identifier: key.variant)
  }

  /// Requests a value and calls a closure with the result.
  ///
  /// The downloader calls the completion once, after this method has returned. The completion of a
  /// caller on an actor, such as the main actor, runs on the actor unless the downloader has its
  /// own executor. In all other cases, the downloader delays the completion by a millisecond, so
  /// this method can return first.
  ///
  /// - Parameters:
  ///   - request: The request. A relative target requires a loader with a base URL.
  ///   - receiptID: The name of the receipt. The value `nil` selects a name that is made from
  ///     numbers.
  ///   - ignoringCache: A Boolean value that indicates whether the downloader ignores a value in
  ///     the cache. A cached value is also ignored if the cache policy of the request is `.reload`,
  ///     `.revalidate` or `.none`.
  ///   - isolation: The caller's actor.
  ///   - completion: The closure that receives the result.
  /// - Returns: A receipt, or `nil` if the URL is invalid or the value is in the cache.
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

  /// Cancels a download request. The downloader calls its completion with the error `.cancelled`.
  ///
  /// A receipt has no effect if its completion was already called, or if a different downloader
  /// created the receipt.
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
  /// Requests a value for a completion closure that runs on a given actor or thread.
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

  /// Returns the download key of a request. The value is `nil` if the URL of the request is
  /// invalid.
  func key(of request: HTTP.Request) -> DownloadKey? {
    let request = loader.absolute(request)
    return DownloadKey(request, varyingBy: varyingFields, sentAs: identity(of: request))
  }

  /// Returns the cached value of a request, if the cache policy of the request allows a cached
  /// value.
  func usableValue(of request: HTTP.Request) -> Value? {
    request.usesImageCache ? cachedValue(of: request) : nil
  }

  private func cachedValue(of request: HTTP.Request, _ key: DownloadKey) -> Value? {
    guard let cache, key.isShared else { return nil }
    return cache.value(for: request, identifier: key.variant)
  }

  /// Returns the identity of a request, which the program names or the loader's credentials
  /// determine.
  private func identity(of request: HTTP.Request) -> LoadIdentity {
    let added = loader.identity(of: request)
    guard let namedIdentity else { return added }
    guard let name = namedIdentity(request) else { return .unknown }
    guard case .known(let values) = added else { return .known([Array(name.utf8)]) }
    return .known([Array(name.utf8)] + values)
  }

  /// Returns whether the value of a response may be cached for its request.
  ///
  /// The value must not be cached if the identity has changed during the load, or if a redirect led
  /// to an origin with a different identity.
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
  /// Creates the task that loads a value when its download may start.
  private func task(
    _ download: Int, _ request: HTTP.Request, _ key: DownloadKey, _ turn: DownloadTurn
  ) -> Task<Void, Never> {
    Task(executorPreference: CurrentTask.preferredExecutor) { [loader] in
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
      // The value is cached while the lock is held, so an equal request finds either the download
      // or the cached value.
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

  /// Calls the completion closures of several requests one after another.
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
  /// A Boolean value that indicates whether the cache policy of the request allows a cached value.
  fileprivate var usesImageCache: Bool {
    switch options.cachePolicy ?? .standard {
    case .standard, .storedElseLoad, .storedOnly: true
    case .revalidate, .reload, .none: false
    }
  }
}

/// The number of downloaders that the process has created.
private let downloaderCount = Atomic<Int>(0)
