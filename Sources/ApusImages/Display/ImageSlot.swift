/// A state machine for a display that shows one image at a time.
///
/// The state machine neither loads nor shows images. The state machine numbers the requests. The
/// result of a replaced or cancelled request is recognized by its number and ignored.
struct ImageSlot<Key: Hashable & Sendable>: Equatable, Sendable {
  /// The handling of a new request by the display's state machine.
  enum Step: Equatable {
    /// The request and its completion are ignored, because the same image is already loading.
    case ignore
    /// The request has no valid URL, so the presenter shows the placeholder and reports a failure
    /// immediately.
    case fail
    /// The image is in the cache, so the presenter shows the image immediately.
    case show
    /// The presenter shows the placeholder and loads the image with this request number.
    case load(Int)
  }

  private var active: (key: Key, number: Int)?
  private var requestCount = 0

  /// The number of the request whose image is loading.
  var activeNumber: Int? { active?.number }

  /// Replaces the previous image request, unless the two requests are for the same image.
  ///
  /// - Parameters:
  ///   - key: The key of the request. The value is `nil` if the request has no valid URL.
  ///   - isCached: A Boolean value that indicates whether the image is in the cache.
  mutating func request(_ key: Key?, isCached: Bool) -> Step {
    guard let key else {
      active = nil
      return .fail
    }
    if active?.key == key { return .ignore }
    guard !isCached else {
      active = nil
      return .show
    }
    requestCount += 1
    active = (key, requestCount)
    return .load(requestCount)
  }

  /// Ends an image request, and returns whether the request is still the current request.
  mutating func finish(_ number: Int) -> Bool {
    guard active?.number == number else { return false }
    active = nil
    return true
  }

  /// Cancels the current image request.
  mutating func cancel() { active = nil }

  static func == (left: Self, right: Self) -> Bool {
    left.active?.key == right.active?.key && left.active?.number == right.active?.number
      && left.requestCount == right.requestCount
  }
}
