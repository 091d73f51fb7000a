internal import ApusBytes

/// The file names in the folder of a disk store.
///
///     apus-cache-<user>/secret                        the secret of keys and codes
///     apus-cache-<user>/<shard>/<place>-<identity>-<slot>     an entry
///     apus-cache-<user>/<shard>/<place>-<identity>-<slot>u    its newer head
///     apus-cache-<user>/<shard>/<place>-t<number>     a file that is being written
///     apus-cache-<user>/<shard>/<place>-x             the mark of a removal that is owed
///
/// The parts of the names are hexadecimal digits. The entries of many URLs share a folder, so an
/// entry occupies only one inode. The store tries the few slots of a key one after the other, so
/// the search for an entry needs no folder listing.
enum DiskNames {
  static let secret = Array("secret".utf8)
  /// The number of subfolders for cache entries.
  static let shardCount = 64
  /// The numbers of the file slots for the entries of one cache key.
  static let slots = 0..<Caching.variantLimit

  /// The name of a user's own cache folder within a folder that users share.
  static func folder(of user: UInt32) -> String { "apus-cache-\(user)" }

  static func shard(_ number: Int) -> [UInt8] {
    Array(Hex.encode(UInt8(truncatingIfNeeded: number % shardCount)).utf8)
  }

  static func entry(_ key: Caching.Key, slot: Int) -> [UInt8] {
    let place = DiskPlace(key.place)
    return place.path(hex(key.identity) + [0x2d, digit(slot)])
  }

  /// The name of the file that contains the updated response head of a cache entry.
  static func update(of entry: [UInt8]) -> [UInt8] { entry + [0x75] }

  /// The name of the temporary file for a cache entry that is being written.
  static func temporary(in place: DiskPlace, number: UInt128) -> [UInt8] {
    let digits = Array(String(number, radix: 16).utf8)
    return place.path([0x74] + [UInt8](repeating: 0x30, count: 32 - digits.count) + digits)
  }

  /// The role of a cache file, which its file name determines.
  enum Role: Equatable {
    case entry, update, temporary, mark
    /// The file name does not have the form of any name that a disk cache creates.
    case foreign
  }

  static func role(of name: [UInt8]) -> Role {
    guard name.count > 33, isHex(name[..<32]), name[32] == 0x2d else { return .foreign }
    let rest = name[33...]
    if rest.elementsEqual([0x78]) { return .mark }
    if rest.count == 33, rest.first == 0x74, isHex(rest.dropFirst()) { return .temporary }
    guard rest.count == 34 || rest.count == 35, isHex(rest.prefix(32)), name[65] == 0x2d,
      slots.contains(Int(name[66]) - 0x30)
    else { return .foreign }
    if rest.count == 34 { return .entry }
    return name[67] == 0x75 ? .update : .foreign
  }

  /// Returns the hexadecimal digits of the first 16 bytes.
  static func hex(_ bytes: [UInt8]) -> [UInt8] {
    Array(Hex.encode(Array(bytes.prefix(16))).utf8)
  }

  private static func digit(_ slot: Int) -> UInt8 { 0x30 + UInt8(truncatingIfNeeded: slot) }

  private static func isHex(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }
}

/// The subfolder and the file name prefix for a URL's cache entries.
struct DiskPlace: Sendable {
  /// The name of the subfolder that contains the URL's cache files.
  let shard: [UInt8]
  /// The prefix of all names of the URL's cache files.
  let prefix: [UInt8]

  init(_ place: Caching.Place) {
    shard = DiskNames.shard(Int(place.bytes.first ?? 0))
    prefix = DiskNames.hex(place.bytes) + [0x2d]
  }

  /// Determines the URL's file name prefix from the name of a cache file in a subfolder.
  init(of name: [UInt8], in shard: [UInt8]) {
    self.shard = shard
    prefix = Array(name.prefix(33))
  }

  /// The path of the mark for an unfinished removal. The mark is a folder, because the creation of
  /// a folder needs no descriptor.
  var mark: [UInt8] { path([0x78]) }

  /// Returns the path of a URL's cache file whose name ends with the given bytes.
  func path(_ end: [UInt8]) -> [UInt8] { shard + [0x2f] + prefix + end }
}
