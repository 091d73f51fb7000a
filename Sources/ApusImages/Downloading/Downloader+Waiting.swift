public import ApusHTTP
internal import ApusNet

extension Downloader {
  /// Returns the value of a request. If the task is cancelled, the request is cancelled.
  ///
  /// - Parameters:
  ///   - request: The request. A relative target requires a loader with a base URL.
  ///   - ignoringCache: A Boolean value that indicates whether the downloader ignores a value in
  ///     the cache.
  /// - Throws: The reason why the download returned no value.
  public func value(
    of request: HTTP.Request, ignoringCache: Bool = false
  ) async throws(DownloadError) -> Downloaded<Value> {
    let place = Lock(ReceiptPlace.empty)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let receipt = begin(request, ignoringCache: ignoringCache) {
          continuation.resume(returning: $0)
        }
        guard let receipt else { return }
        let isCancelled = place.withLock { place in
          defer { place = .taken(receipt) }
          return place == .cancelled
        }
        if isCancelled { cancel(receipt) }
      }
    } onCancel: {
      let receipt = place.withLock { place -> DownloadReceipt? in
        if case .taken(let receipt) = place { return receipt }
        place = .cancelled
        return nil
      }
      if let receipt { cancel(receipt) }
    }
    return try result.get()
  }
}

/// The receipt of a waiting task, or the state that the task was cancelled before its receipt
/// arrived.
private enum ReceiptPlace: Equatable {
  case empty
  case cancelled
  case taken(DownloadReceipt)
}

extension Downloader where Value == EncodedImage {
  /// Creates a downloader of images with a memory cache.
  ///
  /// - Parameters:
  ///   - loader: The source of responses, such as a session.
  ///   - priority: The order of waiting downloads; by default the oldest download starts first.
  ///   - maximumActiveDownloads: The maximum number of active downloads; 4 by default.
  public convenience init(
    loader: any ResponseLoader, priority: DownloadPriority = .firstInFirstOut,
    maximumActiveDownloads: Int = 4
  ) {
    self.init(
      loader: loader, serializer: ImageResponseSerializer(), cache: ImageCache(),
      priority: priority, maximumActiveDownloads: maximumActiveDownloads)
  }
}
