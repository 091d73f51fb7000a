public import ApusCaching
internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// A store of responses, which are reused if HTTP allows it.
  ///
  ///     let api = try HTTPSession("https://api.example.com") { $0.cache = try .inMemory() }
  ///
  /// A request is looked up in the form that its interceptors have made, with cookies and
  /// credentials, so that no user gets a response that was meant for another. A field that
  /// identifies the user must be marked as sensitive unless its name is that of a credential, and a
  /// signer must have a name; the article on caching has the whole rule. Sessions that use the same
  /// cache share its responses if they trust the same servers in the same way. A response from the
  /// cache has the field `Cache-Status`.
  public struct ResponseCache: Sendable {
    /// The caching rules beyond the fields of responses; by default freshness is never estimated.
    public var rules = Caching.Rules()
    /// A closure that decides whether a response may be stored; it must be quick.
    /// The default is nil.
    public var onStoring: (@Sendable (HTTP.Request, HTTP.ResponseHead) -> Bool)?

    let store: any Caching.Store
    let keying: Caching.Keying
    /// The removals that the store has yet to make, for all sessions that are given this cache.
    let removals = Caching.OwedRemovals()
    /// The responses that are not stored any more though they are still being fetched.
    let invalidations = Caching.Invalidations()

    /// Creates a cache with a store, and with the keys of its entries.
    ///
    /// Calls of the store that take longer than two seconds are abandoned, and the store is then
    /// not used for half a minute. A removal that was not made by then is remembered, and no
    /// response of its URL is served before it is made. Sessions that share a store must therefore
    /// share one cache.
    ///
    /// - Parameters:
    ///   - store: The place of the entries, in memory or in a folder.
    ///   - keying: Makes the keys of entries from requests, with a secret.
    public init(_ store: any Caching.Store, keying: Caching.Keying) {
      self.store = store
      self.keying = keying
    }

    /// Creates a cache in memory with a maximum number of bytes, 64 MiB by default.
    ///
    /// - Parameter byteCount: The maximum number of bytes of all entries together.
    public static func inMemory(byteCount: Int = 64 << 20) throws -> ResponseCache {
      ResponseCache(
        Caching.MemoryStore(byteBudget: byteCount),
        keying: try Caching.Keying(using: Environment.system.random))
    }

    /// Opens a cache in a folder, which is created if it is missing.
    ///
    /// The cache creates a folder of its own in it, which no other user may enter; the outer folder
    /// may belong to any user. Several processes of one user may share the cache.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - byteCount: The bytes that the files take on the disk, with their inodes: 1 GiB by
    ///     default.
    ///   - entryCount: The number of responses: 100,000 by default.
    /// - Throws: A `Caching.StoreError`: `untrusted` if another user owns the cache's own folder or
    ///   has any permission for it, or `system` for a system call that failed.
    public static func onDisk(
      folder: String, byteCount: Int = 1 << 30, entryCount: Int = 100_000
    ) async throws -> ResponseCache {
      let store = try await Caching.DiskStore.open(
        folder: folder, byteBudget: byteCount, entryLimit: entryCount)
      return ResponseCache(store, keying: store.keying)
    }

    /// Removes the responses of a URL, for all users.
    ///
    /// If the store fails, they are not used before it has removed them.
    ///
    /// - Parameter url: The URL, without regard to its fragment.
    public func remove(_ url: HTTP.URL) async {
      let place = keying.place(of: url)
      invalidations.note(place)
      removals.owe(place)
      _ = await removals.settle(place) { await store.remove($0) }
    }

    /// Removes all responses.
    ///
    /// If the store fails, no response is used before it has removed all of them.
    ///
    /// - Returns: A Boolean value that indicates whether the store has removed them already.
    @discardableResult
    public func removeAll() async -> Bool {
      invalidations.noteAll()
      removals.oweEverything()
      return await removals.settle(nil) { await store.remove($0) }
    }
  }
}
