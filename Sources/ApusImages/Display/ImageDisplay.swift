public import ApusHTTP
internal import ApusNet

/// A display that shows one picture at a time, such as a view of a user interface.
///
/// If only one thread may use a view, the method `show` must switch to the thread.
public protocol ImageDisplay<Picture>: AnyObject, Sendable {
  /// The type of the displayed pictures.
  associatedtype Picture: Sendable

  /// Shows a picture in place of the previous picture.
  ///
  /// - Parameter picture: The picture to show.
  func show(_ picture: Picture)
}

/// An object that downloads images and shows the images in a display.
///
///     let presenter = ImagePresenter(view, downloader: downloader)
///     presenter.setImage(.get("https://example.com/logo.png"), placeholder: grey)
///
/// A new request replaces and cancels the previous request. The presenter does not show the image
/// of a replaced request. The presenter ignores a request for an image that is already loading. A
/// request with content or with a method other than GET is always sent. The presenter has only a
/// weak reference to the display.
public final class ImagePresenter<Display: ImageDisplay>: Sendable {
  /// The closure that receives the result of an image request, unless the presenter ignores the
  /// request.
  public typealias Completion = Downloader<Display.Picture>.Completion

  private let downloader: Downloader<Display.Picture>
  private let state: Lock<State>

  private struct State {
    weak var display: Display?
    var slot = ImageSlot<DownloadKey>()
    var receipt: DownloadReceipt?
  }

  /// Creates an image presenter for a display. Several displays may share a downloader.
  ///
  /// - Parameters:
  ///   - display: The display that shows the pictures.
  ///   - downloader: The downloader of the pictures.
  public init(_ display: Display, downloader: Downloader<Display.Picture>) {
    self.downloader = downloader
    state = Lock(State(display: display))
  }

  /// A Boolean value that indicates whether the presenter is loading an image.
  public var isLoading: Bool { state.withLock { $0.slot.activeNumber != nil } }

  /// Loads the image of a request, and shows the image in the display.
  ///
  /// - Parameters:
  ///   - request: The request for the image. The value `nil` fails immediately. A request without
  ///     an `Accept` field gets the value `image/*`.
  ///   - placeholder: The picture to show during the loading. The value `nil` leaves the current
  ///     picture in the display.
  ///   - completion: The closure that receives the image instead of the display, or the reason for
  ///     the failure.
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

  /// Cancels the current image request. The current picture remains in the display.
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
      // The result of a replaced request is the error `cancelled`, and its image is not shown.
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
    // A second thread may have replaced the request before its receipt was stored, so the request
    // must be cancelled now.
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
