extension DiskEntries {
  /// The number of names that one listing holds.
  static let listingLimit = 4_096
  /// The number of listings before a removal gives up: other processes write as fast as it removes.
  private static let passLimit = 64

  /// Removes an entry and then its newer head, so that no older head comes back; returns whether
  /// the entry is gone.
  @discardableResult
  func remove(_ name: [UInt8]) -> Bool {
    guard folder.remove(name) else { return false }
    folder.remove(DiskNames.update(of: name))
    return true
  }

  /// Removes an entry, and others for the same requests; returns whether they are gone.
  func remove(_ stored: Caching.Stored) -> Bool {
    guard let all = all(of: stored.key) else { return false }
    var isDone = true
    for found in all
    where found.stored.id == stored.id
      || found.stored.entry.selection == stored.entry.selection
    {
      isDone = remove(found.name) && isDone
    }
    return isDone
  }

  /// Removes all entries of a place, and the files that are being written there.
  ///
  /// If that fails, for example because the process has no descriptor left, the place is marked,
  /// and no process uses it before one has removed them. Returns false if it cannot be marked
  /// either.
  func removeAll(of place: DiskPlace) -> Bool {
    if clear(place) { return true }
    let marked = folder.makeFolder(place.mark)
    return marked == 0 || marked == DiskFolder.Failure.exists
  }

  /// Makes the removal that a place is marked for; returns whether the place may be used.
  func settle(_ place: DiskPlace) -> Bool {
    let result = folder.status(place.mark).result
    if result == DiskFolder.Failure.noSuchFile { return true }
    return result == 0 && clear(place)
  }

  /// Removes all files of a place and its mark; returns whether that is done.
  ///
  /// A listing may miss a file that is renamed meanwhile, so that the last one must find none.
  private func clear(_ place: DiskPlace) -> Bool {
    for _ in 0..<Self.passLimit {
      let listing = folder.list(place.shard, prefix: place.prefix, limit: Self.listingLimit)
      if listing.result == DiskFolder.Failure.noSuchFile { return true }
      guard listing.result == 0 else { return false }
      let files = listing.names.filter { DiskNames.role(of: $0) != .mark }
      if files.isEmpty {
        return files.count == listing.names.count || folder.removeFolder(place.mark)
      }
      for name in files where !folder.remove(place.shard + [0x2f] + name) { return false }
    }
    return false
  }

  /// Removes all files of a shard; returns whether that is done.
  func clear(shard: [UInt8]) -> Bool {
    while true {
      let listing = folder.list(shard, limit: Self.listingLimit)
      if listing.result == DiskFolder.Failure.noSuchFile { return true }
      guard listing.result == 0 else { return false }
      if listing.names.isEmpty { return true }
      for name in listing.names {
        let path = shard + [0x2f] + name
        guard folder.remove(path) || folder.removeFolder(path) else { return false }
      }
    }
  }
}
