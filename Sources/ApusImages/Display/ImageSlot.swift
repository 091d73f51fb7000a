/// Decides what a place that shows one image at a time does: which request is its own.
///
/// It loads nothing and shows nothing. Requests are numbered; what comes of one that has been
/// replaced or cancelled is known by its number and means nothing.
struct ImageSlot<Key: Hashable & Sendable>: Equatable, Sendable {
  /// What becomes of a new request.
  enum Step: Equatable {
    /// The same is being loaded already: the request and what it wanted to be told are dropped.
    case ignore
    /// There is no URL: the placeholder is shown, and the failure told at once.
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

  /// Takes a request in the place of the one before, unless both are for the same.
  ///
  /// - Parameters:
  ///   - key: What is asked for; nil where there is no URL.
  ///   - isCached: Whether the image is in the cache.
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

  /// Takes the end of a request, and says whether it is still the one that counts.
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
