/// A table of stored cache entries in the order of their use, and of unfinished cache entries.
///
/// The order is a doubly linked ring of indices, so the use of an entry changes only a few indices.
struct MemoryTable {
  private struct Node {
    var pieces: [[UInt8]]
    var byteCount: Int
    /// The indices of the neighbours of a cache entry in the order of use. The newer neighbour was
    /// used later.
    var older: Int
    var newer: Int
  }

  let byteBudget: Int
  let entryByteLimit: Int
  /// The number of bytes of all cache entries in memory, including unfinished entries.
  private(set) var byteCount = 0

  /// The nodes of the doubly linked ring. The first node is not an entry, and connects the newest
  /// entry with the oldest entry.
  private var nodes: [Node?]
  /// The stored cache entries, with the same indices as the nodes of the ring.
  private var entries: [Caching.Stored?]
  private var ring = (oldest: 0, newest: 0)
  private var free: [Int] = []
  private var keys: [Caching.Key: [Int]] = [:]
  private var places: [Caching.Place: Set<Caching.Key>] = [:]
  /// The number of bytes that each unfinished cache entry has reserved, by entry number.
  private var writers: [UInt128: Int] = [:]
  private var writersOfPlaces: [Caching.Place: Set<UInt128>] = [:]
  private var lastID: UInt128 = 0

  init(byteBudget: Int, entryByteLimit: Int) {
    self.byteBudget = byteBudget
    self.entryByteLimit = min(entryByteLimit, byteBudget)
    nodes = [nil]
    entries = [nil]
  }

  /// The number of cache entries in the memory store.
  var count: Int { nodes.count - 1 - free.count }

  func entries(of key: Caching.Key) -> [Caching.Stored] {
    (keys[key] ?? []).compactMap { entries[$0] }
  }

  /// Returns the content of a cache entry, and marks the entry as the most recently used.
  mutating func use(_ stored: Caching.Stored) -> [[UInt8]]? {
    guard let index = index(of: stored), let pieces = nodes[index]?.pieces else { return nil }
    unlink(index)
    linkNewest(index)
    return pieces
  }

  /// Adds an unfinished cache entry and returns its number. The value is `nil` if the budget has no
  /// room for the response head.
  mutating func begin(_ entry: Caching.Entry, _ key: Caching.Key) -> UInt128? {
    lastID += 1
    let stored = Caching.Stored(entry, key: key, id: lastID)
    writers[lastID] = 0
    writersOfPlaces[key.place, default: []].insert(lastID)
    guard reserve(entry.byteCount, for: stored) else {
      discard(stored)
      return nil
    }
    return lastID
  }

  /// Reserves memory for an unfinished cache entry, and drops the least recently used entries if
  /// necessary.
  mutating func reserve(_ count: Int, for stored: Caching.Stored) -> Bool {
    guard let taken = writers[stored.id], count <= entryByteLimit - taken else { return false }
    while byteCount > byteBudget - count {
      // The memory store never drops an unfinished cache entry to make room.
      guard ring.oldest != 0 else { return false }
      drop(ring.oldest)
    }
    writers[stored.id] = taken + count
    byteCount += count
    return true
  }

  /// Stores a finished cache entry, which replaces the entry for the same requests.
  mutating func commit(_ stored: Caching.Stored, _ pieces: [[UInt8]]) -> Bool {
    guard let taken = endWriting(stored) else { return false }
    let others = keys[stored.key] ?? []
    for index in others where entries[index]?.entry.selection == stored.entry.selection {
      drop(index)
    }
    if let rest = keys[stored.key], rest.count >= Caching.variantLimit { drop(rest[0]) }
    let node = Node(pieces: pieces, byteCount: taken, older: 0, newer: 0)
    let index = free.popLast() ?? nodes.count
    if index == nodes.count {
      nodes.append(node)
      entries.append(stored)
    } else {
      (nodes[index], entries[index]) = (node, stored)
    }
    linkNewest(index)
    keys[stored.key, default: []].append(index)
    places[stored.key.place, default: []].insert(stored.key)
    return true
  }

  mutating func discard(_ stored: Caching.Stored) {
    byteCount -= endWriting(stored) ?? 0
  }

  mutating func update(_ stored: Caching.Stored, to entry: Caching.Entry) -> Bool {
    guard let index = index(of: stored) else { return false }
    let growth = entry.byteCount - stored.entry.byteCount
    entries[index] = Caching.Stored(entry, key: stored.key, id: stored.id)
    nodes[index]?.byteCount += growth
    byteCount += growth
    while byteCount > byteBudget, ring.oldest != 0 { drop(ring.oldest) }
    return self.index(of: stored) != nil
  }

  mutating func remove(_ stored: Caching.Stored) {
    if let index = index(of: stored) { drop(index) }
  }

  mutating func removeAll(of place: Caching.Place) {
    for key in places[place] ?? [] {
      for index in keys[key] ?? [] { drop(index) }
    }
    for id in writersOfPlaces.removeValue(forKey: place) ?? [] {
      byteCount -= writers.removeValue(forKey: id) ?? 0
    }
  }

  mutating func removeAll() {
    let ofWriters = writersOfPlaces.keys
    for place in Array(places.keys) + ofWriters { removeAll(of: place) }
  }

  private func index(of stored: Caching.Stored) -> Int? {
    keys[stored.key]?.first { entries[$0]?.id == stored.id }
  }

  /// Removes an unfinished cache entry and returns its reserved bytes. The value is `nil` if the
  /// entry was already dropped.
  private mutating func endWriting(_ stored: Caching.Stored) -> Int? {
    let place = stored.key.place
    writersOfPlaces[place]?.remove(stored.id)
    if writersOfPlaces[place]?.isEmpty == true { writersOfPlaces[place] = nil }
    return writers.removeValue(forKey: stored.id)
  }

  private mutating func drop(_ index: Int) {
    guard let node = nodes[index], let key = entries[index]?.key else { return }
    unlink(index)
    (nodes[index], entries[index]) = (nil, nil)
    free.append(index)
    byteCount -= node.byteCount
    keys[key]?.removeAll { $0 == index }
    guard keys[key]?.isEmpty == true else { return }
    keys[key] = nil
    places[key.place]?.remove(key)
    if places[key.place]?.isEmpty == true { places[key.place] = nil }
  }

  private mutating func unlink(_ index: Int) {
    guard let node = nodes[index] else { return }
    if node.older == 0 { ring.oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
    if node.newer == 0 { ring.newest = node.older } else { nodes[node.newer]?.older = node.older }
  }

  private mutating func linkNewest(_ index: Int) {
    nodes[index]?.older = ring.newest
    nodes[index]?.newer = 0
    if ring.newest == 0 { ring.oldest = index } else { nodes[ring.newest]?.newer = index }
    ring.newest = index
  }
}
