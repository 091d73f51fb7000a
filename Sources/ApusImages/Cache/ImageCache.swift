public import ApusHTTP
internal import ApusNet

/// A cache of images, or any values, in memory, which drops the least recently used ones.
///
///     let cache = ImageCache()
///     cache.add(image, for: .get("https://example.com/logo.png"))
///     let again = cache.value(for: .get("https://example.com/logo.png"))
///
/// After an addition that exceeds the capacity, values are dropped in the order of their last use
/// until no more than the preferred usage is left. The cache does not notice when memory runs
/// short: call `removeAll()` then.
public final class ImageCache<Value: Sendable>: ImageRequestStore {
  /// The capacity, in the unit of the costs.
  public let memoryCapacity: Int
  /// The greatest usage after values have been dropped.
  public let preferredUsageAfterPurge: Int

  private let cost: @Sendable (Value) -> Int
  private let judge: @Sendable (Value, HTTP.Request, String?) -> Bool
  private let table = Lock(ImageCacheTable<Value>())

  /// Creates a cache with a function for the cost of a value.
  ///
  /// - Parameters:
  ///   - memoryCapacity: The highest total cost. The default is 100 MiB.
  ///   - preferredUsageAfterPurge: The total cost after a purge, at most the capacity. The default
  ///     is 60 MiB.
  ///   - cost: Returns the cost of a value in bytes; never negative.
  ///   - shouldStore: Returns whether the value of a request is stored. By default every value is.
  public init(
    memoryCapacity: Int = 100 << 20, preferredUsageAfterPurge: Int = 60 << 20,
    cost: @escaping @Sendable (Value) -> Int,
    shouldStore: @escaping @Sendable (Value, HTTP.Request, String?) -> Bool = { _, _, _ in true }
  ) {
    precondition(preferredUsageAfterPurge <= memoryCapacity, "more is preferred than may be held")
    self.memoryCapacity = memoryCapacity
    self.preferredUsageAfterPurge = preferredUsageAfterPurge
    self.cost = cost
    judge = shouldStore
  }

  /// The total cost of all values.
  public var memoryUsage: Int { table.withLock { $0.usage } }

  public func add(_ value: Value, identifier: String) {
    let cost = cost(value)
    precondition(cost >= 0, "the cost of a value is negative")
    table.withLock { table in
      table.add(value, cost: cost, identifier: identifier)
      if table.usage > memoryCapacity { table.purge(to: preferredUsageAfterPurge) }
    }
  }

  public func value(identifier: String) -> Value? {
    table.withLock { $0.use(identifier) }
  }

  @discardableResult
  public func remove(identifier: String) -> Bool {
    table.withLock { $0.remove(identifier) }
  }

  @discardableResult
  public func removeAll() -> Bool {
    table.withLock { table in
      let wasEmpty = table.isEmpty
      table = ImageCacheTable()
      return !wasEmpty
    }
  }

  public func shouldStore(
    _ value: Value, for request: HTTP.Request, identifier: String?
  ) -> Bool {
    judge(value, request, identifier)
  }
}

extension ImageCache where Value == EncodedImage {
  /// Creates a cache of images as they came, which cost the bytes of their files.
  ///
  /// - Parameters:
  ///   - memoryCapacity: The maximum number of bytes of all images; 100 MiB by default.
  ///   - preferredUsageAfterPurge: The number of bytes to keep when the maximum is exceeded; 60 MiB
  ///     by default.
  public convenience init(
    memoryCapacity: Int = 100 << 20, preferredUsageAfterPurge: Int = 60 << 20
  ) {
    self.init(
      memoryCapacity: memoryCapacity, preferredUsageAfterPurge: preferredUsageAfterPurge,
      cost: { $0.bytes.count })
  }
}

extension ImageCache where Value == ImagePixels {
  /// Creates a cache of decoded images, which cost four bytes a pixel.
  ///
  /// - Parameters:
  ///   - memoryCapacity: The maximum number of bytes of all images; 100 MiB by default.
  ///   - preferredUsageAfterPurge: The number of bytes to keep when the maximum is exceeded; 60 MiB
  ///     by default.
  public convenience init(
    memoryCapacity: Int = 100 << 20, preferredUsageAfterPurge: Int = 60 << 20
  ) {
    self.init(
      memoryCapacity: memoryCapacity, preferredUsageAfterPurge: preferredUsageAfterPurge,
      cost: { $0.rgba.count })
  }
}
