public import ApusCaching
internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// A cache of responses, which a session reuses if HTTP allows the reuse.
  ///
  ///     let api = try HTTPSession("https://api.example.com") { $0.cache = try .inMemory() }
  ///
  /// The cache looks up a request in its final form after all interceptors, with cookies and
  /// credentials. Therefore, no user receives a response that was meant for another user. A field
  /// that identifies the user must be marked as sensitive unless its name is the name of a
  /// credential field. A request signer must have a name. The article on caching contains the
  /// complete rule. Sessions with the same cache share its responses if the sessions trust the same
  /// servers in the same way. A response from the cache has the field `Cache-Status`.
  public struct ResponseCache: Sendable {
    /// The caching rules in addition to the fields of responses; by default freshness is never
    /// estimated.
    public var rules = Caching.Rules()
    /// A closure that decides whether a response may be stored.
    ///
    /// The closure `onStoring` must return quickly. The default is nil.
    public var onStoring: (@Sendable (HTTP.Request, HTTP.ResponseHead) -> Bool)?

    let store: any Caching.Store
    let keying: Caching.Keying
    /// The outstanding removals of the cache store, shared by all sessions with this cache.
    let removals = Caching.OwedRemovals()
    /// The responses that must not be stored, because they were invalidated while they were
    /// fetched.
    let invalidations = Caching.Invalidations()

    /// Creates a cache from a cache store, with the rule for the keys of its entries.
    ///
    /// The cache abandons an operation of the cache store after two seconds, and then does not use
    /// the cache store for half a minute. The cache remembers each removal that failed or exceeded
    /// the time limit. The cache serves no stored response of a URL before an outstanding removal
    /// for the URL has succeeded. Therefore, sessions that share a cache store must share one
    /// cache.
    ///
    /// - Parameters:
    ///   - store: The storage of the cache entries, in memory or in a folder.
    ///   - keying: The function of a secret that makes cache keys from requests.
    public init(_ store: any Caching.Store, keying: Caching.Keying) {
      self.store = store
      self.keying = keying
    }

    /// Creates a cache in memory with a maximum number of bytes, 64 MiB by default.
    ///
    /// - Parameter byteCount: The maximum number of bytes of all cache entries together.
    public static func inMemory(byteCount: Int = 64 << 20) throws -> ResponseCache {
      ResponseCache(
        Caching.MemoryStore(byteBudget: byteCount),
        keying: try Caching.Keying(using: Environment.system.random))
    }

    /// Opens a cache in a folder, which is created if it is missing.
    ///
    /// Inside the given folder, the cache creates a folder of its own, which no other user may
    /// enter. The given folder may belong to any user. Several processes of one user may share the
    /// cache.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder that contains the cache's own folder.
    ///   - byteCount: The maximum disk space of the cache files and their inodes, in bytes: 1 GiB
    ///     by default.
    ///   - entryCount: The maximum number of stored responses: 100,000 by default.
    /// - Throws: A `Caching.StoreError`. The error is `untrusted` if another user owns the cache's
    ///   own folder or has any permission for the folder. The error is `system` if a system call
    ///   fails.
    public static func onDisk(
      folder: String, byteCount: Int = 1 << 30, entryCount: Int = 100_000
    ) async throws -> ResponseCache {
      let store = try await Caching.DiskStore.open(
        folder: folder, byteBudget: byteCount, entryLimit: entryCount)
      return ResponseCache(store, keying: store.keying)
    }

    /// Removes the stored responses of a URL, for all users.
    ///
    /// If the cache store fails, the cache does not use these responses before the cache store has
    /// removed them.
    ///
    /// - Parameter url: The URL of the responses. The fragment of the URL is ignored.
    public func remove(_ url: HTTP.URL) async {
      let place = keying.place(of: url)
      invalidations.note(place)
      removals.owe(place)
      _ = await removals.settle(place) { await store.remove($0) }
    }

    /// Removes all stored responses.
    ///
    /// If the cache store fails, the cache uses no stored response before the cache store has
    /// removed all responses.
    ///
    /// - Returns: A Boolean value that indicates whether the cache store has already removed the
    ///   responses.
    @discardableResult
    public func removeAll() async -> Bool {
      invalidations.noteAll()
      removals.oweEverything()
      return await removals.settle(nil) { await store.remove($0) }
    }
  }
}
