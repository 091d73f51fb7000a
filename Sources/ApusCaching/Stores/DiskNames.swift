internal import ApusBytes

/// The names in the folder of a store.
///
///     apus-cache-<user>/secret                        the secret of keys and codes
///     apus-cache-<user>/<shard>/<place>-<identity>-<slot>     an entry
///     apus-cache-<user>/<shard>/<place>-<identity>-<slot>u    its newer head
///     apus-cache-<user>/<shard>/<place>-t<number>     a file that is being written
///     apus-cache-<user>/<shard>/<place>-x             the mark of a removal that is owed
///
/// The parts of names are digits of base 16. Entries of many places share a folder, so that an
/// entry takes one inode. The few slots of a key are tried one after the other: no listing is
/// needed to find an entry.
enum DiskNames {
  static let secret = Array("secret".utf8)
  /// The number of folders for entries.
  static let shardCount = 64
  /// The number of entries of one key.
  static let slots = 0..<Caching.variantLimit

  /// The name of a user's own folder in a folder that users share.
  static func folder(of user: UInt32) -> String { "apus-cache-\(user)" }

  static func shard(_ number: Int) -> [UInt8] {
    Array(Hex.encode(UInt8(truncatingIfNeeded: number % shardCount)).utf8)
  }

  static func entry(_ key: Caching.Key, slot: Int) -> [UInt8] {
    let place = DiskPlace(key.place)
    return place.path(hex(key.identity) + [0x2d, digit(slot)])
  }

  /// The name of the newer head of an entry.
  static func update(of entry: [UInt8]) -> [UInt8] { entry + [0x75] }

  /// The name of a file that is being written.
  static func temporary(in place: DiskPlace, number: UInt128) -> [UInt8] {
    let digits = Array(String(number, radix: 16).utf8)
    return place.path([0x74] + [UInt8](repeating: 0x30, count: 32 - digits.count) + digits)
  }

  /// The role of a file, by its name in a shard.
  enum Role: Equatable {
    case entry, update, temporary, mark
    /// No store gives such a name.
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

  /// The digits of the first sixteen bytes.
  static func hex(_ bytes: [UInt8]) -> [UInt8] {
    Array(Hex.encode(Array(bytes.prefix(16))).utf8)
  }

  private static func digit(_ slot: Int) -> UInt8 { 0x30 + UInt8(truncatingIfNeeded: slot) }

  private static func isHex(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }
}

/// A place by its names on the disk.
struct DiskPlace: Sendable {
  /// The folder that it shares with others.
  let shard: [UInt8]
  /// The beginning of the names of all its files.
  let prefix: [UInt8]

  init(_ place: Caching.Place) {
    shard = DiskNames.shard(Int(place.bytes.first ?? 0))
    prefix = DiskNames.hex(place.bytes) + [0x2d]
  }

  /// The place of a file in a shard.
  init(of name: [UInt8], in shard: [UInt8]) {
    self.shard = shard
    prefix = Array(name.prefix(33))
  }

  /// The mark of a removal that is owed: a folder, since that takes no descriptor.
  var mark: [UInt8] { path([0x78]) }

  /// The name of a file of the place that ends with those bytes.
  func path(_ end: [UInt8]) -> [UInt8] { shard + [0x2f] + prefix + end }
}
