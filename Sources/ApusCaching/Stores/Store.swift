public import ApusBytes

extension Caching {
  /// A cache entry in a store, with its cache key and its entry number.
  public struct Stored: Sendable, Equatable {
    /// The head of the stored response, without its content.
    public let entry: Entry
    /// The cache key of the requests for which the response may be served.
    public let key: Key
    /// The number of the cache entry in the store. The store never uses the same number for a
    /// second entry.
    public let id: UInt128

    /// Creates a stored entry from a response, a cache key and a number.
    ///
    /// - Parameters:
    ///   - entry: The head of the response, and its times.
    ///   - key: The key of the request.
    ///   - id: The number of the entry, which is unique in the store.
    public init(_ entry: Entry, key: Key, id: UInt128) {
      self.entry = entry
      self.key = key
      self.id = id
    }
  }

  /// A store of cache entries and their content.
  ///
  /// A store makes no caching decisions. The store contains the entries that it receives, and the
  /// cache checks every entry that the store returns. The store may drop any entry at any time. A
  /// failed lookup counts as a cache miss. The readers of content may throw errors, but the other
  /// operations do not throw, because the delivery of responses must not depend on a working store.
  ///
  /// A store that several users share makes every cache that uses the store a *shared* cache by RFC
  /// 9111 section 3.5. An example is a store that several clients access over a network. Each cache
  /// with a shared store must set `Rules.isShared`, or a user receives the responses of other
  /// users.
  public protocol Store: Sendable {
    /// Returns the cache entries of a cache key in any order, at most `Caching.variantLimit`
    /// entries.
    ///
    /// - Parameter key: The key of a request.
    func entries(of key: Key) async -> [Stored]

    /// Opens the content of a cache entry. The value is `nil` if the entry is gone or broken.
    ///
    /// - Parameter stored: An entry that `entries(of:)` has returned.
    func content(of stored: Stored) async -> (any ContentReader)?

    /// Begins the storage of a cache entry. The value is `nil` if the store has no room for the
    /// entry.
    ///
    /// The entry is invisible until its content is committed. The committed entry replaces the
    /// entries of its key for the same requests. The committed entry also replaces the oldest entry
    /// of the key if the key has too many entries.
    ///
    /// - Parameters:
    ///   - entry: The head of the response, and its times.
    ///   - key: The key of the request.
    func write(_ entry: Entry, key: Key) async -> (any ContentWriter)?

    /// Replaces the response head of a cache entry without a change of its content.
    ///
    /// The method returns `false` if the entry is gone. The store drops an entry that cannot be
    /// changed, because its old head may treat the response as fresh although the new head does
    /// not.
    ///
    /// - Parameters:
    ///   - stored: An entry that `entries(of:)` has returned.
    ///   - entry: The head that replaces the old head.
    func update(_ stored: Stored, to entry: Entry) async -> Bool

    /// Drops one cache entry. Returns `true` if the store no longer returns the entry.
    ///
    /// - Parameter stored: An entry that `entries(of:)` has returned.
    @discardableResult
    func remove(_ stored: Stored) async -> Bool

    /// Drops all cache entries of a URL for all users, and the unfinished content for the URL.
    ///
    /// The method returns `true` if the store no longer returns any of the entries. After a result
    /// of `false`, a session does not use the stored responses of the URL until a later call has
    /// returned `true`.
    ///
    /// RFC 9111 section 4.4.
    ///
    /// - Parameter place: The name of a URL's cache entries.
    @discardableResult
    func removeAll(of place: Place) async -> Bool

    /// Drops all cache entries of all URLs, and all unfinished content. Returns `true` if the store
    /// no longer returns any of the entries.
    @discardableResult
    func removeAll() async -> Bool

    /// Stops the background work of the store, such as the count of its files, and waits for the
    /// end of the work. The work may start again when an entry is stored.
    func pause() async
  }

  /// The maximum number of cache entries that a store contains for one cache key.
  public static let variantLimit = 8

  /// A reader of stored response content, which returns one chunk at a time.
  public protocol ContentReader: Sendable {
    /// Returns the next chunk of stored content, which is not empty. The value is `nil` at the end
    /// of the content.
    ///
    /// The method throws an error if the content is broken, and never returns a broken byte.
    func next() async throws(StoreError) -> [UInt8]?
  }

  /// A writer of response content to a store.
  ///
  /// A content writer has only one caller at a time. Content that is neither committed nor
  /// discarded never becomes visible. The store frees the room of unfinished content when the
  /// writer is released.
  public protocol ContentWriter: Sendable {
    /// Adds bytes to the response content. Returns `false` if the store has no room, and then
    /// ignores all further bytes.
    ///
    /// - Parameter bytes: The next bytes of the content.
    func write(_ bytes: [UInt8]) async -> Bool

    /// Makes the complete cache entry visible in the store. Returns a Boolean value that indicates
    /// whether the entry is visible.
    func commit() async -> Bool

    /// Drops the response content that was written so far.
    func discard() async
  }

  /// The reason why a store cannot be opened, or why stored content cannot be read to its end.
  public enum StoreError: Error, Equatable, Sendable {
    /// The stored content differs from the content that was written.
    case broken
    /// The cache entry was dropped during the reading of its content.
    case gone
    /// A system call failed with an error number of the kernel.
    case system(call: String, errno: Int32)
    /// Too many operations are waiting for the disk.
    case busy
    /// The system's source of random bytes failed.
    case randomness(RandomError)
    /// The cache folder, or the secret in the folder, may have been created or changed by a
    /// different user.
    case untrusted(path: String, Distrust)

    /// The property that makes a file or a folder untrusted.
    public enum Distrust: Equatable, Sendable {
      /// The file or folder belongs to the user with this number.
      case owner(UInt32)
      /// The file or folder gives other users some of these permissions.
      case permissions(UInt32)
      /// The path is a symbolic link, or a file of an unexpected kind.
      case kind
      /// The file has this number of hard links instead of one.
      case links(UInt64)
    }
  }
}

extension Caching.Store {
  /// Does nothing, because the store has no work in the background.
  public func pause() async {}
}

extension Caching.StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .broken: "the cache entry is damaged: the stored bytes differ from the written bytes"
    case .gone: "the cache removed the entry while the entry was being read"
    case .system(let call, let errno):
      "the system call \(call) of the cache failed with errno \(errno)"
    case .busy: "too many bytes wait to be written to the disk of the cache"
    case .randomness(let error): "\(error)"
    case .untrusted(let path, let distrust):
      "the cache does not trust \(ForeignText.escaped(path.utf8, limit: 4_096)): "
        + "\(distrust); remove this path, or choose another folder"
    }
  }
}

extension Caching.StoreError.Distrust: CustomStringConvertible {
  public var description: String {
    switch self {
    case .owner(let user): "the file or folder belongs to the user \(user)"
    case .permissions(let permissions):
      "other users have permissions for the file or folder (mode \(String(permissions, radix: 8)))"
    case .kind: "the path leads to a symbolic link or to another kind of file"
    case .links(let count): "the file has \(count) hard links"
    }
  }
}
