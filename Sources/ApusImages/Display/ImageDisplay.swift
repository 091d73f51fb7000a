public import ApusHTTP
internal import ApusNet

/// A place that shows one picture; a layer of views adopts it.
///
/// If a view may be used by one thread only, `show` must switch to that thread.
public protocol ImageDisplay<Picture>: AnyObject, Sendable {
  /// The type of the shown pictures.
  associatedtype Picture: Sendable

  /// Shows a picture in the place of the one before.
  ///
  /// - Parameter picture: The picture to show.
  func show(_ picture: Picture)
}

/// A presenter that fills a display with the images of requests, one after the other.
///
///     let presenter = ImagePresenter(view, downloader: downloader)
///     presenter.setImage(.get("https://example.com/logo.png"), placeholder: grey)
///
/// A new request replaces the previous one, which is cancelled; if its image still arrives, it is
/// not shown. A request for an image that is already being loaded is ignored; a request other than
/// GET, or with content, is always sent. The display is not kept alive.
public final class ImagePresenter<Display: ImageDisplay>: Sendable {
  /// The closure that is called with the result of a request, unless that is dropped.
  public typealias Completion = Downloader<Display.Picture>.Completion

  private let downloader: Downloader<Display.Picture>
  private let state: Lock<State>

  private struct State {
    weak var display: Display?
    var slot = ImageSlot<DownloadKey>()
    var receipt: DownloadReceipt?
  }

  /// Fills a display by a downloader, which many displays may share.
  ///
  /// - Parameters:
  ///   - display: The display to fill.
  ///   - downloader: The downloader of the pictures.
  public init(_ display: Display, downloader: Downloader<Display.Picture>) {
    self.downloader = downloader
    state = Lock(State(display: display))
  }

  /// A Boolean value that indicates whether an image is being loaded.
  public var isLoading: Bool { state.withLock { $0.slot.activeNumber != nil } }

  /// Shows the image of a request after loading it.
  ///
  /// - Parameters:
  ///   - request: The request; nil is a failure that is reported at once. Without an `Accept` field
  ///     it
  ///     gets `image/*`.
  ///   - placeholder: The picture to show meanwhile; nil keeps the current one.
  ///   - completion: Called instead of showing the image, or with the reason for the failure.
  public func setImage(
    _ request: HTTP.Request?, placeholder: Display.Picture? = nil, completion: Completion? = nil
  ) {
    var request = request
    if request?.headers[.accept] == nil { request?.headers[.accept] = "image/*" }
    let key = request.flatMap { downloader.key(of: $0) }
    let cached = request.flatMap { downloader.usableValue(of: $0) }
    let (step, old, display) = state.withLock { state in
      let step = state.slot.request(key, isCached: cached != nil)
      guard step != .ignore else { return (step, DownloadReceipt?.none, state.display) }
      defer { state.receipt = nil }
      return (step, state.receipt, state.display)
    }
    if let old { downloader.cancel(old) }
    switch step {
    case .ignore: break
    case .fail:
      if let placeholder { display?.show(placeholder) }
      completion?(.failure(.invalidURL(request?.target.text ?? "")))
    case .show:
      guard let request, let cached else { return }
      deliver(Downloaded(request: request, response: nil, value: cached), completion)
    case .load(let number):
      if let placeholder { display?.show(placeholder) }
      if let request { load(request, number, completion) }
    }
  }

  /// Cancels the current request, if any; the shown picture stays.
  public func cancel() {
    let receipt = state.withLock { state in
      state.slot.cancel()
      defer { state.receipt = nil }
      return state.receipt
    }
    if let receipt { downloader.cancel(receipt) }
  }

  private func load(_ request: HTTP.Request, _ number: Int, _ completion: Completion?) {
    let receipt = downloader.begin(request, ignoringCache: false) { [weak self] result in
      guard let self else { return }
      let isOwn = self.state.withLock { $0.slot.finish(number) }
      switch result {
      // A replaced request ends with `cancelled`, and its image is not shown.
      case .success where !isOwn: completion?(.failure(.cancelled))
      case .success(let downloaded): self.deliver(downloaded, completion)
      case .failure: completion?(result)
      }
    }
    let isStale = state.withLock { state in
      guard state.slot.activeNumber == number else { return true }
      state.receipt = receipt
      return false
    }
    // Replaced by another thread before there was a receipt to cancel.
    if isStale, let receipt { downloader.cancel(receipt) }
  }

  private func deliver(_ downloaded: Downloaded<Display.Picture>, _ completion: Completion?) {
    if let completion {
      completion(.success(downloaded))
    } else {
      state.withLock { $0.display }?.show(downloaded.value)
    }
  }
}
