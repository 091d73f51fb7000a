public import ApusBytes
internal import ApusNet

extension Caching {
  /// Keeps entries in files of a folder, which several processes may share.
  ///
  /// An entry is written beside its place and renamed when it is whole, so that a process that is
  /// killed leaves nothing that could be taken for one. Each part has a digest: what a disk has
  /// lost or changed is a miss. Nothing waits until a disk has it, since a lost entry costs one
  /// request. A full disk stores nothing and disturbs no response.
  ///
  /// Names of files are keyed digests and random numbers. Content lies in them as it came: the
  /// folder is made for its owner alone. It is on a disk of this machine: one over a network that
  /// does not answer holds those who ask.
  public final class DiskStore: Store {
    /// Up to how many bytes all of the content is checked before any of it is given.
    ///
    /// Longer content is checked by chunks as it is read, and ends with `StoreError.broken`.
    public static let checkedByteLimit = 16 << 20

    /// Makes the keys of this store, by the secret that lies in its folder.
    public let keying: Keying

    let folder: String
    let entryByteLimit: Int
    private let byteBudget: Int
    private let usage: Lock<DiskUsage>

    /// Opens a store in a folder, which is made where there is none.
    ///
    /// - Parameters:
    ///   - folder: The folder, of which nothing else is kept.
    ///   - byteBudget: The bytes of all files: 1 GiB, unless said otherwise. Processes that share
    ///     the folder have the same, and exceed it together by at most a sixteenth for each.
    ///   - entryByteLimit: The bytes of one entry's content: an eighth of the budget, unless said
    ///     otherwise.
    ///   - random: Where a new folder's secret comes from.
    public static func open(
      folder: String, byteBudget: Int = 1 << 30, entryByteLimit: Int? = nil,
      random: any RandomSource = SystemRandom()
    ) async throws(StoreError) -> DiskStore {
      let limit = min(entryByteLimit ?? byteBudget / 8, byteBudget)
      let result = try? await BlockingPool.shared.perform {
        Result { () throws(StoreError) in
          let secret = try DiskFolder.secret(of: folder, random)
          let store = DiskStore(folder, Keying(secret: secret.span), byteBudget, limit)
          store.usage.withLock { $0.swept(DiskFolder.sweep(folder, to: byteBudget)) }
          return store
        }
      }
      guard let result else { throw .busy }
      return try result.get()
    }

    private init(_ folder: String, _ keying: Keying, _ byteBudget: Int, _ entryByteLimit: Int) {
      self.folder = folder
      self.keying = keying
      self.byteBudget = byteBudget
      self.entryByteLimit = entryByteLimit
      usage = Lock(DiskUsage(budget: byteBudget))
    }

    /// How many bytes the files took when they were last counted, and what was written since.
    public var byteCount: Int { usage.withLock(\.byteCount) }

    public func entries(of key: Key) async -> [Stored] {
      await perform(orElse: []) { [folder] in
        let place = DiskFolder.path(of: key.place, in: folder)
        return DiskFolder.names(of: key, in: place).compactMap { name in
          guard let file = DiskFile(reading: "\(place)/\(name)") else { return nil }
          guard let (stored, _) = DiskFormat.openHead(file), stored.key == key else {
            DiskFiles.remove("\(place)/\(name)")
            return nil
          }
          return DiskFolder.updated(stored, name, in: place)
        }
      }
    }

    public func content(of stored: Stored) async -> (any ContentReader)? {
      await perform(orElse: nil) { [folder] in
        let path = DiskFolder.path(of: stored, in: folder)
        guard let file = DiskFile(reading: path) else { return nil }
        guard let (found, start) = DiskFormat.openHead(file), found.key == stored.key,
          let reader = DiskReader(file, path: path, from: start, id: found.id)
        else {
          DiskFiles.remove(path)
          return nil
        }
        guard found.id == stored.id else { return nil }
        file.touch()
        return reader
      }
    }

    public func write(_ entry: Entry, key: Key) async -> (any ContentWriter)? {
      let id = Self.random()
      guard let id, let head = DiskFormat.head(Stored(entry, key: key, id: id)) else { return nil }
      let stored = Stored(entry, key: key, id: id)
      guard takeRoom(for: head.count) else { return nil }
      let writer: DiskWriter? = await perform(orElse: nil) { [self] in
        guard let file = DiskFolder.makeFile(for: stored, in: folder) else { return nil }
        return DiskWriter(stored, file, in: self)
      }
      guard let writer else {
        giveRoomBack(head.count)
        return nil
      }
      return await writer.begin(head) ? writer : nil
    }

    public func update(_ stored: Stored, to entry: Entry) async -> Bool {
      await perform(orElse: false) { [folder] in
        let place = DiskFolder.path(of: stored.key.place, in: folder)
        let name = DiskFolder.name(of: stored)
        guard let file = DiskFile(reading: "\(place)/\(name)"),
          let (found, _) = DiskFormat.openHead(file), found.id == stored.id,
          let head = DiskFormat.head(Stored(entry, key: stored.key, id: stored.id)),
          let news = DiskFolder.makeFile(for: stored, suffix: DiskFolder.updateMark, in: folder)
        else { return false }
        let temporary = DiskFolder.temporaryName(of: stored, suffix: DiskFolder.updateMark)
        guard news.write(head),
          DiskFile.rename(temporary, to: name + DiskFolder.updateMark, in: place)
        else {
          DiskFiles.remove("\(place)/\(temporary)")
          return false
        }
        return true
      }
    }

    public func remove(_ stored: Stored) async {
      await perform(orElse: ()) { [folder] in
        let path = DiskFolder.path(of: stored, in: folder)
        guard let file = DiskFile(reading: path), DiskFormat.openHead(file)?.stored.id == stored.id
        else { return }
        DiskFiles.remove(path)
        DiskFiles.remove(path + DiskFolder.updateMark)
      }
    }

    public func removeAll(of place: Place) async {
      await perform(orElse: ()) { [folder] in
        let path = DiskFolder.path(of: place, in: folder)
        for name in DiskFiles.names(in: path) { DiskFiles.remove("\(path)/\(name)") }
        DiskFiles.removeFolder(path)
      }
    }

    /// Takes room for bytes that are to be written; false where too many are.
    func takeRoom(for count: Int) -> Bool { usage.withLock { $0.take(count) } }

    /// Gives room back of what was not kept.
    func giveRoomBack(_ count: Int) { _ = usage.withLock { $0.end(count, isKept: false) } }

    /// Gives room back, or counts it as taken for good, and drops files where there are too many.
    func giveBack(_ count: Int, isKept: Bool) async {
      guard usage.withLock({ $0.end(count, isKept: isKept) }) else { return }
      let left: Int? = await perform(orElse: nil) { [folder, byteBudget] in
        DiskFolder.sweep(folder, to: byteBudget)
      }
      usage.withLock { $0.swept(left ?? $0.byteCount) }
    }

    /// Makes calls in a thread of their own; nothing happens where too much waits for one.
    func perform<Value: Sendable>(
      orElse other: Value, _ call: @escaping @Sendable () -> Value
    ) async -> Value {
      (try? await BlockingPool.shared.perform(call)) ?? other
    }

    private static func random() -> UInt128? {
      (try? SystemRandom().bytes(16))?.reduce(0) { $0 << 8 | UInt128($1) }
    }
  }
}

/// What the files of a store take, as far as this process knows.
struct DiskUsage {
  let budget: Int
  /// What the files took when they were last counted, and what was written since.
  private(set) var byteCount = 0
  private var writing = 0
  private var sinceSweep = 0
  private var isSweeping = true

  init(budget: Int) { self.budget = budget }

  /// Half of the budget may be taken by what is being written.
  mutating func take(_ count: Int) -> Bool {
    guard count <= budget / 2 - writing else { return false }
    writing += count
    return true
  }

  /// Returns whether the files are to be counted now.
  mutating func end(_ count: Int, isKept: Bool) -> Bool {
    writing -= count
    guard isKept else { return false }
    byteCount += count
    sinceSweep += count
    guard !isSweeping, byteCount > budget || sinceSweep > budget / 16 else { return false }
    isSweeping = true
    return true
  }

  mutating func swept(_ count: Int) {
    byteCount = count
    sinceSweep = 0
    isSweeping = false
  }
}
