internal import ApusBytes

/// The entries in the folder of a store: the calls of the store as blocking functions.
///
/// A file that cannot be opened is not a missing one. An operation that meets such a file fails as
/// a whole, so that no older entry or head takes the place of one that cannot be read.
struct DiskEntries: Sendable {
  let folder: DiskFolder
  let format: DiskFormat

  /// An entry that is open.
  struct Found {
    let name: [UInt8]
    let slot: Int
    let file: DiskFile
    let stored: Caching.Stored
    /// The offset of the content.
    let start: Int
  }

  /// The content of a slot.
  enum Slot {
    case empty
    case entry(Found)
    /// It cannot be read.
    case failed
  }

  /// Opens the entry of a key in a slot; a broken one is removed.
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

  /// All entries of a key, as they were written; nil if one of them cannot be read.
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

  /// The entries of a key, with their newer heads.
  func entries(of key: Caching.Key) -> [Caching.Stored] {
    guard settle(DiskPlace(key.place)), let all = all(of: key) else { return [] }
    var entries: [Caching.Stored] = []
    for found in all {
      switch folder.open(DiskNames.update(of: found.name)) {
      case .none: entries.append(found.stored)
      case .failed: return []
      case .file(let file):
        guard let news = format.openHead(file)?.stored, news.key == key else {
          // The older head may call the entry fresh that the newest one does not.
          remove(found.name)
          continue
        }
        // The head of an entry that was in this slot before is not this entry's.
        entries.append(news.id == found.stored.id ? news : found.stored)
      }
    }
    return entries
  }

  /// Opens the entry of that number.
  func find(_ stored: Caching.Stored) -> Slot {
    guard let all = all(of: stored.key) else { return .failed }
    return all.first { $0.stored.id == stored.id }.map { .entry($0) } ?? .empty
  }

  /// Creates a file of that number for an entry that is to be written, and its shard.
  func makeFile(_ number: UInt128, in place: DiskPlace) -> DiskFile? {
    let name = DiskNames.temporary(in: place, number: number)
    let (result, file) = folder.make(name)
    guard result == DiskFolder.Failure.noSuchFile else { return file }
    _ = folder.makeFolder(place.shard)
    return folder.make(name).file
  }

  /// Gives a file that is whole its name: that of the entry of the same selection, of a free slot,
  /// or of the entry that was used least recently.
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
    // Another process may have stored one for the same requests meanwhile: it would come back once
    // this one is removed.
    for other in all(of: stored.key) ?? []
    where other.name != name && other.stored.entry.selection == selection {
      remove(other.name)
    }
    return true
  }

  /// The outcome of bringing a head up to date.
  enum Update {
    /// So many bytes were written.
    case done(byteCount: Int)
    case gone
    /// The old head is still there.
    case failed
  }

  /// Writes a newer head of an entry.
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
