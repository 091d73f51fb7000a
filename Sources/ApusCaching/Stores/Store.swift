public import ApusBytes

extension Caching {
  /// An entry in a store.
  public struct Stored: Sendable, Equatable {
    /// The entry, which is all but the content.
    public let entry: Entry
    /// Whose requests it answers.
    public let key: Key
    /// What no two entries of a store have in common, not even one and its successor.
    public let id: UInt128

    /// An entry of a key with the number that the store knows it by.
    public init(_ entry: Entry, key: Key, id: UInt128) {
      self.entry = entry
      self.key = key
      self.id = id
    }
  }

  /// Keeps entries and their content.
  ///
  /// A store decides nothing: what is put in may be kept, and who asks judges what is found. It may
  /// drop anything at any time. What fails is a miss, and only a reader of content throws, since a
  /// response must not suffer from a store that does not work.
  ///
  /// A store that several users share, such as one over a network, makes a *shared* cache of all
  /// the clients that use it, by RFC 9111 section 3.5: each of them must have `Rules.isShared` set,
  /// or one user is given what was meant for another.
  public protocol Store: Sendable {
    /// Returns the entries of a key, at most `Caching.variantLimit`, in any order.
    func entries(of key: Key) async -> [Stored]

    /// Opens the content of an entry; nil where it is gone or broken.
    func content(of stored: Stored) async -> (any ContentReader)?

    /// Begins to store an entry; nil where there is no room.
    ///
    /// Nothing can be seen of it before it is committed. Then it takes the place of those of its
    /// key that answer the same requests, and of the oldest where there are too many.
    func write(_ entry: Entry, key: Key) async -> (any ContentWriter)?

    /// Puts an entry in the place of another, whose content it keeps; false where that is gone.
    func update(_ stored: Stored, to entry: Entry) async -> Bool

    /// Drops one entry.
    func remove(_ stored: Stored) async

    /// Drops all entries of a place, for all users, and what is being written there.
    func removeAll(of place: Place) async
  }

  /// How many entries a store keeps for one key.
  public static let variantLimit = 8

  /// Content that is being read from a store, a piece at a time.
  public protocol ContentReader: Sendable {
    /// Returns the next piece, which is not empty; nil at the end.
    ///
    /// Throws where what is stored has turned out to be broken. No byte that is broken is returned.
    func next() async throws(StoreError) -> [UInt8]?
  }

  /// Content that is being written to a store.
  ///
  /// One task at a time writes. What is neither committed nor discarded is never seen, and its room
  /// is given back once the writer is let go of.
  public protocol ContentWriter: Sendable {
    /// Takes in more; returns false where the store has no room, and then nothing more is taken.
    func write(_ bytes: [UInt8]) async -> Bool

    /// Lets the entry be seen, once all of the content has been written; returns whether it is.
    func commit() async -> Bool

    /// Drops what has been written.
    func discard() async
  }

  /// Why a store cannot be opened, or content cannot be read to its end.
  public enum StoreError: Error, Equatable, Sendable {
    /// What is stored is not what was written.
    case broken
    /// The entry was dropped while it was read.
    case gone
    /// A system call that failed, and the kernel's number for why.
    case system(call: String, errno: Int32)
    /// Too much waits for a disk.
    case busy
    /// Randomness could not be had.
    case randomness(RandomError)
  }
}

extension Caching.StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .broken: "what is stored is not what was written"
    case .gone: "the entry was dropped while it was read"
    case .system(let call, let errno): "\(call) failed with errno \(errno)"
    case .busy: "too much waits for a disk"
    case .randomness(let error): "\(error)"
    }
  }
}
