/// The decisions of a place that shows one image at a time: the request that it shows.
///
/// It neither loads nor shows images. Requests are numbered; the result of a request that has been
/// replaced or cancelled is recognized by its number and ignored.
struct ImageSlot<Key: Hashable & Sendable>: Equatable, Sendable {
  /// The treatment of a new request.
  enum Step: Equatable {
    /// The same image is already being loaded: the request and its completion are dropped.
    case ignore
    /// The URL is missing: the placeholder is shown, and the failure reported at once.
    case fail
    /// The image is in the cache, and shown at once.
    case show
    /// The placeholder is shown, if there is one, and the image loaded under this number.
    case load(Int)
  }

  private var active: (key: Key, number: Int)?
  private var requestCount = 0

  /// The number of the request whose image is awaited.
  var activeNumber: Int? { active?.number }

  /// Replaces the previous request, unless both are for the same image.
  ///
  /// - Parameters:
  ///   - key: The key of the request; nil without a URL.
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

  /// Ends a request, and returns whether it is still the current one.
  mutating func finish(_ number: Int) -> Bool {
    guard active?.number == number else { return false }
    active = nil
    return true
  }

  /// Forgets the request.
  mutating func cancel() { active = nil }

  static func == (left: Self, right: Self) -> Bool {
    left.active?.key == right.active?.key && left.active?.number == right.active?.number
      && left.requestCount == right.requestCount
  }
}
