public import ApusCaching
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Responses that are kept, and given again where HTTP allows it.
  ///
  ///     let api = try HTTPSession("https://api.example.com") { $0.cache = try .inMemory() }
  ///
  /// A request is looked up as its interceptors have left it, with cookies and credentials, so that
  /// no user is given what was meant for another. A field that identifies the user must be marked as
  /// sensitive unless its name is that of a credential, and a signer must have a name; the article on
  /// caching has the whole rule. Sessions that are given the same cache share what it keeps
  /// as far as they trust the same servers in the same way. A response that came from the cache
  /// says so in its field `Cache-Status`.
  public struct ResponseCache: Sendable {
    /// What is allowed beyond what responses say: nothing is guessed unless this says so.
    public var rules = Caching.Rules()
    /// Asked about each response that may be stored; false keeps it out. It must be quick.
    public var onStoring: (@Sendable (HTTP.Request, HTTP.ResponseHead) -> Bool)?

    let store: any Caching.Store
    let keying: Caching.Keying

    /// Makes a cache of any store, with the keys that its entries have.
    ///
    /// Calls of the store that take longer than two seconds are given up, and then the store is
    /// left alone for half a minute.
    public init(_ store: any Caching.Store, keying: Caching.Keying) {
      self.store = store
      self.keying = keying
    }

    /// Makes a cache in memory that keeps at most so many bytes, 64 MiB unless said otherwise.
    public static func inMemory(byteCount: Int = 64 << 20) throws -> ResponseCache {
      ResponseCache(
        Caching.MemoryStore(byteBudget: byteCount),
        keying: try Caching.Keying(using: Environment.system.random))
    }

    /// Opens a cache in a folder, which keeps at most so many bytes, 1 GiB unless said otherwise.
    ///
    /// The folder is made where there is none. Several processes may share it.
    public static func onDisk(
      folder: String, byteCount: Int = 1 << 30
    ) async throws -> ResponseCache {
      let store = try await Caching.DiskStore.open(folder: folder, byteBudget: byteCount)
      return ResponseCache(store, keying: store.keying)
    }

    /// Removes what is kept of a URL, for all users.
    public func remove(_ url: HTTP.URL) async {
      await store.removeAll(of: keying.place(of: url))
    }
  }
}
