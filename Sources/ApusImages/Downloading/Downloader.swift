public import ApusHTTP
internal import ApusNet
public import ApusSerialization

/// Downloads images, once for all who ask at the same time.
public typealias ImageDownloader = Downloader<EncodedImage>

/// Downloads values, once for all who ask for the same at the same time, and keeps them in a cache.
///
///     let downloader = ImageDownloader(loader: session)
///     let logo = try await downloader.value(of: .get("https://example.com/logo.png"))
///     print(logo.value.facts.width)
///
/// A request joins the download of its key that waits or runs; else its value is looked up in the
/// cache; else a download is made, which waits while as many as may be are under way. A request
/// that is cancelled leaves; with the last the download is stopped. What comes of it goes to all
/// requests in the order in which they came. The cache is asked while the downloader is locked, so
/// that none comes too late: it must not call the downloader.
///
/// Where AFNetworking is otherwise: keys have the method and, if asked for, fields; a download that
/// waits and is cancelled does not count as one that ended; content that is missing is an error.
public final class Downloader<Value: Sendable>: Sendable {
  /// The closure that is called once with the result of a request.
  public typealias Completion = @Sendable (Result<Downloaded<Value>, DownloadError>) -> Void

  private let loader: any ResponseLoader
  private let serializer: any ResponseSerializer<Value>
  private let cache: (any ImageRequestStore<Value>)?
  private let varyingFields: [HTTP.FieldName]
  private let executor: (any TaskExecutor)?
  private let state: Lock<State>

  private struct State {
    var decider: DownloadDecider<DownloadKey>
    var requests: [Int: HTTP.Request] = [:]
    var handlers: [Int: (request: HTTP.Request, completion: Completion)] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  /// Creates a downloader.
  ///
  /// - Parameters:
  ///   - loader: What responses come from, such as a session.
  ///   - serializer: What makes values of them.
  ///   - cache: Where values are kept; nil for nowhere.
  ///   - priority: Which download is next: the first, unless said otherwise.
  ///   - maximumActiveDownloads: How many are under way at once: four.
  ///   - varyingFields: The fields in which requests that share a download are alike.
  ///   - executor: Where completions are called; nil for Swift's own threads.
  public init(
    loader: any ResponseLoader, serializer: any ResponseSerializer<Value>,
    cache: (any ImageRequestStore<Value>)?, priority: DownloadPriority = .firstInFirstOut,
    maximumActiveDownloads: Int = 4, varyingFields: [HTTP.FieldName] = [],
    executor: (any TaskExecutor)? = nil
  ) {
    self.loader = loader
    self.serializer = serializer
    self.cache = cache
    self.varyingFields = varyingFields
    self.executor = executor
    let decider = DownloadDecider<DownloadKey>(
      priority: priority, mostActive: maximumActiveDownloads)
    state = Lock(State(decider: decider))
  }

  /// How many downloads are under way.
  public var activeDownloadCount: Int { state.withLock { $0.decider.activeCount } }

  /// Returns the value of a request that is in the cache.
  public func cachedValue(of request: HTTP.Request) -> Value? { cache?.value(for: request) }

  /// Asks for the value of a request.
  ///
  /// - Parameters:
  ///   - request: The request, whose target is an absolute URL.
  ///   - receiptID: The name that the receipt is to have.
  ///   - ignoringCache: Whether a value in the cache is passed over.
  ///   - completion: Called once, and never before this returns.
  /// - Returns: A receipt; nil where the target is no URL or the value is in the cache.
  @discardableResult
  public func download(
    _ request: HTTP.Request, receiptID: String? = nil, ignoringCache: Bool = false,
    completion: @escaping Completion
  ) -> DownloadReceipt? {
    guard let key = DownloadKey(request, varyingBy: varyingFields) else {
      tell([completion], .failure(.invalidURL(request.target.text)))
      return nil
    }
    return state.withLock { state in
      let number = state.decider.makeReceipt()
      func receipt(_ download: Int) -> DownloadReceipt {
        state.handlers[number] = (request, completion)
        let id = receiptID ?? "\(download).\(number)"
        return DownloadReceipt(id: id, download: download, number: number)
      }
      if let download = state.decider.join(key, number) { return receipt(download) }
      if !ignoringCache, let value = cache?.value(for: request) {
        tell([completion], .success(Downloaded(request: request, response: nil, value: value)))
        return nil
      }
      switch state.decider.add(key, number) {
      case .run(let download):
        state.requests[download] = request
        start(download, &state)
        return receipt(download)
      case .wait(let download):
        state.requests[download] = request
        return receipt(download)
      }
    }
  }

  /// Takes a request back: its completion is told that it was cancelled.
  ///
  /// A receipt whose completion was called already changes nothing.
  public func cancel(_ receipt: DownloadReceipt) {
    let completion = state.withLock { state -> Completion? in
      switch state.decider.cancel(receipt.number, of: receipt.download) {
      case .unknown: return nil
      case .left: break
      case .forgotten(let download): state.requests[download] = nil
      case .stop(let download): state.tasks[download]?.cancel()
      }
      return state.handlers.removeValue(forKey: receipt.number)?.completion
    }
    if let completion { tell([completion], .failure(.cancelled)) }
  }

  /// Starts a download that the decider has said is to run.
  private func start(_ download: Int, _ state: inout State) {
    guard let request = state.requests.removeValue(forKey: download) else { return }
    state.tasks[download] = Task { [loader] in
      let outcome: Result<HTTP.Response, any Error>
      do { outcome = .success(try await loader.load(request)) } catch { outcome = .failure(error) }
      self.finish(download, request, outcome)
    }
  }

  private func finish(
    _ download: Int, _ request: HTTP.Request, _ outcome: Result<HTTP.Response, any Error>
  ) {
    let result = value(of: outcome, request)
    let waiting = state.withLock { state in
      state.tasks[download] = nil
      let ending = state.decider.finish(download)
      // Before others can ask again and find no download to join.
      if ending.isWanted, case .success(let downloaded) = result {
        cache?.add(downloaded.value, for: request)
      }
      for next in ending.next { start(next, &state) }
      return ending.receipts.compactMap { state.handlers.removeValue(forKey: $0) }
    }
    tell(
      waiting.map { waiting in
        { outcome in
          waiting.completion(
            outcome.map {
              Downloaded(request: waiting.request, response: $0.response, value: $0.value)
            })
        }
      }, result)
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

  /// Calls completions one after the other, where the caller wants them.
  private func tell(
    _ completions: [Completion], _ result: Result<Downloaded<Value>, DownloadError>
  ) {
    guard !completions.isEmpty else { return }
    Task(executorPreference: executor) {
      for completion in completions { completion(result) }
    }
  }
}
