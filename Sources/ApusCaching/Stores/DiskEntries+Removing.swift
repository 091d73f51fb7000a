extension DiskEntries {
  /// The maximum number of file names in one folder listing.
  static let listingLimit = 4_096
  /// The maximum number of folder listings during one removal. The limit ends a removal if other
  /// processes write files as fast as the removal deletes files.
  private static let passLimit = 64

  /// Removes a cache entry and then its updated response head. Returns a Boolean value that
  /// indicates whether the entry is gone. The order prevents the reuse of the old response head.
  @discardableResult
  func remove(_ name: [UInt8]) -> Bool {
    guard folder.remove(name) else { return false }
    folder.remove(DiskNames.update(of: name))
    return true
  }

  /// Removes a cache entry and all other cache entries for the same requests. Returns a Boolean
  /// value that indicates whether all of these entries are gone.
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

  /// Removes all cache entries for a URL, and the files that are being written for the URL.
  ///
  /// If the removal fails, for example because the process has no free descriptor, the store marks
  /// the URL on the disk. A marked URL is not used by any process until a removal has succeeded.
  /// The method returns `false` if the removal and the marking both fail.
  func removeAll(of place: DiskPlace) -> Bool {
    if clear(place) { return true }
    let marked = folder.makeFolder(place.mark)
    return marked == 0 || marked == DiskFolder.Failure.exists
  }

  /// Removes the cache entries for a URL that is marked for removal. Returns a Boolean value that
  /// indicates whether the URL may be used.
  func settle(_ place: DiskPlace) -> Bool {
    let result = folder.status(place.mark).result
    if result == DiskFolder.Failure.noSuchFile { return true }
    return result == 0 && clear(place)
  }

  /// Removes all files for a URL and its removal mark. Returns a Boolean value that indicates
  /// whether the removal is complete.
  ///
  /// A folder listing may miss a file that is renamed at the same time, so the last listing must
  /// find no file.
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

  /// Removes all files of one subfolder of the cache. Returns a Boolean value that indicates
  /// whether the removal is complete.
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
