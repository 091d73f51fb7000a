public import ApusHTTP
internal import ApusNet

/// A memory cache of images or other values, which drops the least recently used values.
///
///     let cache = ImageCache()
///     cache.add(image, for: .get("https://example.com/logo.png"))
///     let again = cache.value(for: .get("https://example.com/logo.png"))
///
/// If an addition exceeds the capacity, the cache drops values until the usage is at most the
/// preferred usage. The least recently used values are dropped first. The cache does not notice a
/// shortage of memory, so a program calls `removeAll()` in this case.
public final class ImageCache<Value: Sendable>: ImageRequestStore {
  /// The maximum total cost of all cached values, in the unit of the cost function.
  public let memoryCapacity: Int
  /// The maximum total cost that remains after the cache has dropped values.
  public let preferredUsageAfterPurge: Int

  private let cost: @Sendable (Value) -> Int
  private let judge: @Sendable (Value, HTTP.Request, String?) -> Bool
  private let table = Lock(ImageCacheTable<Value>())

  /// Creates a memory cache with a function that returns the cost of a value.
  ///
  /// - Parameters:
  ///   - memoryCapacity: The maximum total cost. The default is 100 MiB.
  ///   - preferredUsageAfterPurge: The total cost after a purge, at most the capacity. The default
  ///     is 60 MiB.
  ///   - cost: A function that returns the cost of a value in bytes. The cost is never negative.
  ///   - shouldStore: A function that returns whether the cache stores the value of a request. By
  ///     default every value is stored.
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

  /// The total cost of all cached values.
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
  /// Creates a cache of encoded images. The cost of an image is the number of bytes of its file.
  ///
  /// - Parameters:
  ///   - memoryCapacity: The maximum number of bytes of all images; 100 MiB by default.
  ///   - preferredUsageAfterPurge: The number of bytes that remain after a purge; 60 MiB by
  ///     default.
  public convenience init(
    memoryCapacity: Int = 100 << 20, preferredUsageAfterPurge: Int = 60 << 20
  ) {
    self.init(
      memoryCapacity: memoryCapacity, preferredUsageAfterPurge: preferredUsageAfterPurge,
      cost: { $0.bytes.count })
  }
}

extension ImageCache where Value == ImagePixels {
  /// Creates a cache of decoded images. The cost of an image is four bytes for each pixel.
  ///
  /// - Parameters:
  ///   - memoryCapacity: The maximum number of bytes of all images; 100 MiB by default.
  ///   - preferredUsageAfterPurge: The number of bytes that remain after a purge; 60 MiB by
  ///     default.
  public convenience init(
    memoryCapacity: Int = 100 << 20, preferredUsageAfterPurge: Int = 60 << 20
  ) {
    self.init(
      memoryCapacity: memoryCapacity, preferredUsageAfterPurge: preferredUsageAfterPurge,
      cost: { $0.rgba.count })
  }
}
