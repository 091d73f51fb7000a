internal import ApusBytes

/// The cache entries in a disk store's folder. The methods are the store's operations as blocking
/// functions.
///
/// The store does not treat an unreadable file as a missing file. An operation fails as a whole if
/// it finds an unreadable file, so an older entry never replaces an unreadable entry.
struct DiskEntries: Sendable {
  let folder: DiskFolder
  let format: DiskFormat

  /// A cache entry with its open file.
  struct Found {
    let name: [UInt8]
    let slot: Int
    let file: DiskFile
    let stored: Caching.Stored
    /// The offset of the response content in the cache entry's file.
    let start: Int
  }

  /// The state of one of the numbered file slots for a cache key.
  enum Slot {
    case empty
    case entry(Found)
    /// The file of the numbered slot cannot be read.
    case failed
  }

  /// Opens the file of a cache key's numbered slot. An entry with a broken head is removed.
  func open(_ key: Caching.Key, slot: Int) -> Slot {
    let name = DiskNames.entry(key, slot: slot)
    switch folder.open(name) {
    case .none: return .empty
    case .failed: return .failed
    case .file(let file):
      guard let (stored, start) = format.openHead(file), stored.key == key else {
        return folder.remove(name) ? .empty : .failed
      }
      return .entry(Found(name: name, slot: slot, file: file, stored: stored, start: start))
    }
  }

  /// Returns all cache entries of a cache key with their original response heads. The value is
  /// `nil` if an entry cannot be read.
  func all(of key: Caching.Key) -> [Found]? {
    var found: [Found] = []
    for slot in DiskNames.slots {
      switch open(key, slot: slot) {
      case .empty: continue
      case .failed: return nil
      case .entry(let entry): found.append(entry)
      }
    }
    return found
  }

  /// Returns the cache entries of a cache key with their updated response heads.
  func entries(of key: Caching.Key) -> [Caching.Stored] {
    guard settle(DiskPlace(key.place)), let all = all(of: key) else { return [] }
    var entries: [Caching.Stored] = []
    for found in all {
      switch folder.open(DiskNames.update(of: found.name)) {
      case .none: entries.append(found.stored)
      case .failed: return []
      case .file(let file):
        guard let news = format.openHead(file)?.stored, news.key == key else {
          // The original head may treat the response as fresh although the updated head does not.
          remove(found.name)
          continue
        }
        // If the updated head has a different entry number, the updated head belongs to a previous
        // cache entry in the same slot.
        entries.append(news.id == found.stored.id ? news : found.stored)
      }
    }
    return entries
  }

  /// Opens the file of the cache entry with the same entry number.
  func find(_ stored: Caching.Stored) -> Slot {
    guard let all = all(of: stored.key) else { return .failed }
    return all.first { $0.stored.id == stored.id }.map { .entry($0) } ?? .empty
  }

  /// Creates the temporary file of a new cache entry, and a missing subfolder for the file.
  func makeFile(_ number: UInt128, in place: DiskPlace) -> DiskFile? {
    let name = DiskNames.temporary(in: place, number: number)
    let (result, file) = folder.make(name)
    guard result == DiskFolder.Failure.noSuchFile else { return file }
    _ = folder.makeFolder(place.shard)
    return folder.make(name).file
  }

  /// Renames the complete file of a cache entry to its final name in the store.
  ///
  /// The file replaces the entry for the same requests if such an entry exists. Otherwise, the file
  /// takes a free slot, or replaces the least recently used entry of the key.
  func commit(_ stored: Caching.Stored) -> Bool {
    let place = DiskPlace(stored.key.place)
    let selection = stored.entry.selection
    guard settle(place), let others = all(of: stored.key) else { return false }
    let name: [UInt8]
    if let same = others.first(where: { $0.stored.entry.selection == selection }) {
      name = same.name
    } else if let free = DiskNames.slots.first(where: { slot in
      !others.contains { $0.slot == slot }
    }) {
      name = DiskNames.entry(stored.key, slot: free)
    } else {
      let oldest = others.min { ($0.file.status?.used ?? 0) < ($1.file.status?.used ?? 0) }
      guard let oldest else { return false }
      name = oldest.name
    }
    let temporary = DiskNames.temporary(in: place, number: stored.id)
    guard folder.rename(temporary, to: name) else { return false }
    folder.remove(DiskNames.update(of: name))
    // A second process may have stored an entry for the same requests in a different slot. If the
    // other entry remained, it would become visible again after the removal of the new entry.
    for other in all(of: stored.key) ?? []
    where other.name != name && other.stored.entry.selection == selection {
      remove(other.name)
    }
    return true
  }

  /// The outcome of the update of a cache entry's response head.
  enum Update {
    /// The updated response head was written, with the given number of bytes.
    case done(byteCount: Int)
    case gone
    /// The update failed, and the original response head is still in the store.
    case failed
  }

  /// Writes an updated response head for a cache entry.
  func update(_ stored: Caching.Stored, to entry: Caching.Entry, number: UInt128) -> Update {
    let found: Found
    switch find(stored) {
    case .empty: return .gone
    case .failed: return .failed
    case .entry(let entry): found = entry
    }
    let place = DiskPlace(stored.key.place)
    let news = Caching.Stored(entry, key: stored.key, id: stored.id)
    guard let head = format.head(news) else { return .failed }
    guard let file = makeFile(number, in: place) else { return .failed }
    let temporary = DiskNames.temporary(in: place, number: number)
    guard file.write(head), folder.rename(temporary, to: DiskNames.update(of: found.name)) else {
      folder.remove(temporary)
      return .failed
    }
    return .done(byteCount: head.count)
  }
}
