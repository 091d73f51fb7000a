internal import ApusBytes
internal import ApusNet

/// Where entries lie in the folder of a store.
///
///     folder/secret                       what keys are made by
///     folder/e<place>/<identity>-<selection>      an entry
///     folder/e<place>/<identity>-<selection>u     its head, where that was brought up to date
///     folder/e<place>/t<number>           what is being written
///
/// All names are digits of base 16. An entry that answers the same requests as another has its
/// name, and takes its place by one rename.
enum DiskFolder {
  /// What stands behind the name of a head that was brought up to date.
  static let updateMark = "u"
  /// How many names a place may have; where there are more, all are dropped.
  static let nameLimit = 4_096
  /// After how many seconds without a change what is being written counts as left behind.
  static let abandonedSeconds: Int64 = 3_600
  private static let secretName = "secret"

  static func path(of place: Caching.Place, in folder: String) -> String {
    "\(folder)/e\(hex(place.bytes))"
  }

  static func path(of stored: Caching.Stored, in folder: String) -> String {
    "\(path(of: stored.key.place, in: folder))/\(name(of: stored))"
  }

  static func name(of stored: Caching.Stored) -> String {
    "\(hex(stored.key.identity))-\(hex(stored.entry.selection.digest))"
  }

  static func temporaryName(of stored: Caching.Stored, suffix: String = "") -> String {
    let id = String(stored.id, radix: 16)
    return "t" + String(repeating: "0", count: 32 - id.utf8.count) + id + suffix
  }

  /// The names of the entries of a key, in the folder of its place.
  static func names(of key: Caching.Key, in place: String) -> [String] {
    let start = Array("\(hex(key.identity))-".utf8)
    return DiskFiles.names(in: place, limit: nameLimit).filter {
      $0.utf8.starts(with: start) && !$0.utf8.reversed().starts(with: updateMark.utf8)
    }
  }

  /// The entry as it was brought up to date, if it was; what is broken is dropped with it.
  static func updated(
    _ stored: Caching.Stored, _ name: String, in place: String
  ) -> Caching.Stored? {
    let path = "\(place)/\(name)\(updateMark)"
    guard let file = DiskFile(reading: path) else { return stored }
    guard let (news, _) = DiskFormat.openHead(file), news.key == stored.key else {
      DiskFiles.remove(path)
      return stored
    }
    // One of an entry that lay here before says nothing of this one.
    return news.id == stored.id ? news : stored
  }

  /// Makes the file that an entry is written to, and the folder of its place.
  static func makeFile(
    for stored: Caching.Stored, suffix: String = "", in folder: String
  ) -> DiskFile? {
    let place = path(of: stored.key.place, in: folder)
    // The folder may be removed between the two calls, if its last entry is.
    for _ in 0..<3 {
      _ = DiskFiles.makeFolder(place)
      let name = temporaryName(of: stored, suffix: suffix)
      let (result, file) = DiskFile.make(name, in: place)
      if file != nil || result != -2 { return file }
    }
    return nil
  }

  /// Puts a file that is whole in its place, and drops the oldest where there are too many.
  static func commit(_ stored: Caching.Stored, in folder: String) -> Bool {
    let place = path(of: stored.key.place, in: folder)
    let name = name(of: stored)
    guard DiskFile.rename(temporaryName(of: stored), to: name, in: place) else { return false }
    DiskFiles.remove("\(place)/\(name)\(updateMark)")
    let others = names(of: stored.key, in: place).filter { $0 != name }
    guard others.count >= Caching.variantLimit else { return true }
    let oldestFirst = others.sorted {
      (DiskFiles.size("\(place)/\($0)")?.used ?? 0) < (DiskFiles.size("\(place)/\($1)")?.used ?? 0)
    }
    for other in oldestFirst.prefix(others.count + 1 - Caching.variantLimit) {
      DiskFiles.remove("\(place)/\(other)")
      DiskFiles.remove("\(place)/\(other)\(updateMark)")
    }
    return true
  }

  /// The secret of a folder, which is made where there is none.
  static func secret(
    of folder: String, _ random: any RandomSource
  ) throws(Caching.StoreError) -> [UInt8] {
    let made = DiskFiles.makeFolder(folder)
    guard made == 0 || Files.isFolder(FilePath(folder)) else {
      throw .system(call: "mkdir", errno: Int32(truncatingIfNeeded: -made))
    }
    if let secret = storedSecret(folder) { return secret }
    let bytes: [UInt8]
    let name: String
    do throws(RandomError) {
      bytes = try random.bytes(Caching.Keying.secretByteCount)
      name = "t" + hex(try SystemRandom().bytes(16))
    } catch {
      throw .randomness(error)
    }
    let (result, file) = DiskFile.make(name, in: folder)
    guard let file, file.write(bytes) else {
      DiskFiles.remove("\(folder)/\(name)")
      throw .system(call: "open", errno: Int32(truncatingIfNeeded: -result))
    }
    // Another process may have made one meanwhile, which is then the one; what is broken is not.
    let isBroken = DiskFiles.size("\(folder)/\(secretName)") != nil
    if !DiskFile.rename(name, to: secretName, in: folder, replacing: isBroken) {
      DiskFiles.remove("\(folder)/\(name)")
    }
    guard let secret = storedSecret(folder) else { throw .broken }
    return secret
  }

  private static func storedSecret(_ folder: String) -> [UInt8]? {
    let file = DiskFile(reading: "\(folder)/\(secretName)")
    guard let file, file.byteCount == Caching.Keying.secretByteCount else { return nil }
    return file.bytes(Caching.Keying.secretByteCount, at: 0)
  }

  /// Counts what all files take, and drops the least recently used where it is more than allowed,
  /// down to nine tenths of it; returns what is left.
  static func sweep(_ folder: String, to budget: Int) -> Int {
    var files: [(path: String, byteCount: Int, used: Int64)] = []
    var places: [String] = []
    let now = WallClock.secondsSinceEpoch
    for name in DiskFiles.names(in: folder) where name.utf8.first == 0x65 {
      let place = "\(folder)/\(name)"
      places.append(place)
      for name in DiskFiles.names(in: place) {
        let path = "\(place)/\(name)"
        guard let (count, used) = DiskFiles.size(path) else { continue }
        if name.utf8.first == 0x74, now - used > abandonedSeconds {
          DiskFiles.remove(path)
        } else {
          files.append((path, Int(clamping: count), used))
        }
      }
    }
    var total = files.reduce(0) { $0 + $1.byteCount }
    guard total > budget else { return total }
    for file in files.sorted(by: { $0.used < $1.used }) {
      guard total > budget / 10 * 9 else { break }
      DiskFiles.remove(file.path)
      total -= file.byteCount
    }
    for place in places { DiskFiles.removeFolder(place) }
    return total
  }

  /// The digits of the first sixteen bytes.
  private static func hex(_ bytes: [UInt8]) -> String { Hex.encode(Array(bytes.prefix(16))) }
}
