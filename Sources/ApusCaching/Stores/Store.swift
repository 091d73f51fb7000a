public import ApusBytes

extension Caching {
  /// An entry in a store.
  public struct Stored: Sendable, Equatable {
    /// The entry: the response without its content.
    public let entry: Entry
    /// The key of the requests that it answers.
    public let key: Key
    /// A number that no other entry of the store has, not even its successor.
    public let id: UInt128

    /// An entry of a key with the number that the store knows it by.
    ///
    /// - Parameters:
    ///   - entry: The head of the response, and its times.
    ///   - key: The key of the request.
    ///   - id: The number, unique in the store.
    public init(_ entry: Entry, key: Key, id: UInt128) {
      self.entry = entry
      self.key = key
      self.id = id
    }
  }

  /// A store of entries and their content.
  ///
  /// A store makes no decisions: it keeps the entries that it is given, and the cache checks those
  /// that it returns. It may drop any of them at any time. A failure is a miss, and only a reader
  /// of content throws, since responses must not depend on a working store.
  ///
  /// A store that several users share, such as one over a network, makes a *shared* cache of all
  /// the clients that use it, by RFC 9111 section 3.5: each of them must set `Rules.isShared`, or
  /// one user receives another's responses.
  public protocol Store: Sendable {
    /// Returns the entries of a key, at most `Caching.variantLimit`, in any order.
    ///
    /// - Parameter key: The key of a request.
    func entries(of key: Key) async -> [Stored]

    /// Opens the content of an entry; nil if it is gone or broken.
    ///
    /// - Parameter stored: An entry that `entries(of:)` has returned.
    func content(of stored: Stored) async -> (any ContentReader)?

    /// Begins to store an entry; nil without room for it.
    ///
    /// The entry is invisible until it is committed. Then it replaces the entries of its key that
    /// answer the same requests, and the oldest if there are too many.
    ///
    /// - Parameters:
    ///   - entry: The head of the response, and its times.
    ///   - key: The key of the request.
    func write(_ entry: Entry, key: Key) async -> (any ContentWriter)?

    /// Puts an entry in the place of another, whose content it keeps.
    ///
    /// Returns false if that entry is gone. One that cannot be changed is dropped, since its old
    /// head may call the response fresh that the new one does not.
    ///
    /// - Parameters:
    ///   - stored: An entry that `entries(of:)` has returned.
    ///   - entry: The head that replaces the old one.
    func update(_ stored: Stored, to entry: Entry) async -> Bool

    /// Drops one entry; returns true once the store does not return it any more.
    ///
    /// - Parameter stored: An entry that `entries(of:)` has returned.
    @discardableResult
    func remove(_ stored: Stored) async -> Bool

    /// Drops all entries of a place, for all users, and the content that is being written there.
    ///
    /// Returns true once the store does not return any of them. After false a session does not use
    /// the place before another call has returned true.
    ///
    /// RFC 9111 section 4.4.
    ///
    /// - Parameter place: The place of a URL.
    @discardableResult
    func removeAll(of place: Place) async -> Bool

    /// Drops all entries of all places, and the content that is being written; returns true once
    /// the store does not return any of them.
    @discardableResult
    func removeAll() async -> Bool

    /// Ends the work that the store does by itself, such as counting its files, and waits for its
    /// end. It may begin again when an entry is stored.
    func pause() async
  }

  /// The number of entries that a store keeps for one key.
  public static let variantLimit = 8

  /// Content that is being read from a store, a piece at a time.
  public protocol ContentReader: Sendable {
    /// Returns the next piece, which is not empty; nil at the end.
    ///
    /// Throws if the content has turned out to be broken. No byte that is broken is returned.
    func next() async throws(StoreError) -> [UInt8]?
  }

  /// Content that is being written to a store.
  ///
  /// Only one task writes at a time. Content that is neither committed nor discarded is never
  /// visible, and its room is released with the writer.
  public protocol ContentWriter: Sendable {
    /// Adds bytes; returns false if the store has no room, and then ignores all further bytes.
    ///
    /// - Parameter bytes: The next bytes of the content.
    func write(_ bytes: [UInt8]) async -> Bool

    /// Lets the entry be seen, once all of the content has been written; returns whether it is.
    func commit() async -> Bool

    /// Drops the written content.
    func discard() async
  }

  /// The reason for a store that cannot be opened, or content that cannot be read to its end.
  public enum StoreError: Error, Equatable, Sendable {
    /// The stored bytes differ from the written bytes.
    case broken
    /// The entry was dropped while it was read.
    case gone
    /// A system call that failed, and the kernel's number for the reason.
    case system(call: String, errno: Int32)
    /// Too much waits for a disk.
    case busy
    /// Random bytes are not available.
    case randomness(RandomError)
    /// The store's own folder, or the secret in it, may have been created or changed by another
    /// user.
    case untrusted(path: String, Distrust)

    /// The property that makes a file or folder untrusted.
    public enum Distrust: Equatable, Sendable {
      /// It belongs to the user of that number.
      case owner(UInt32)
      /// Other users have some of these permissions.
      case permissions(UInt32)
      /// It is a link, or not the kind of file that the store creates.
      case kind
      /// It has that number of names.
      case links(UInt64)
    }
  }
}

extension Caching.Store {
  /// Does nothing: the store does no work in the background.
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
