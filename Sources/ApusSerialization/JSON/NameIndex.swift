internal import ApusBytes

/// A hash table that maps the names of a JSON object to indices. A random seed prevents hash
/// collision attacks.
///
/// The owner of the hash table compares the names and defines the meaning of the indices.
struct NameIndex: Sendable {
  /// The maximum number of names for which a linear search is faster than hashing.
  static let scanLimit = 16

  /// The slots of the hash table. The high bits of a slot contain a hash, and the low bits contain
  /// an index plus one. An empty slot is zero.
  private var slots: [UInt64]
  private var count = 0

  /// Creates a hash table with capacity for a number of names.
  init(capacity: Int) {
    var slotCount = 32
    while slotCount < 2 * capacity { slotCount *= 2 }
    slots = [UInt64](repeating: 0, count: slotCount)
  }

  /// Returns the hash of the UTF-8 bytes of a name.
  static func hash(_ name: Span<UInt8>) -> UInt32 {
    var hasher = Hasher()
    var at = 0
    while name.count &- at >= 4 {
      hasher.combine(ByteScan.quartet(in: name, at: at))
      at &+= 4
    }
    var last = UInt32(truncatingIfNeeded: name.count)
    while at < name.count {
      last = last << 8 | UInt32(name[at])
      at &+= 1
    }
    hasher.combine(last)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// Returns the index of a name in the hash table. The closure `isName` compares the name at an
  /// index with the wanted name.
  func place(hash: UInt32, where isName: (Int) -> Bool) -> Int? {
    var at = Int(hash) & (slots.count &- 1)
    // At most half of the slots of the hash table are occupied, so the search ends at an empty
    // slot.
    while slots[at] != 0 {
      let place = Int(truncatingIfNeeded: slots[at] & 0xffff_ffff) &- 1
      if slots[at] &>> 32 == UInt64(hash), isName(place) { return place }
      at = (at &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// Adds the index of a new name to the hash table.
  mutating func insert(_ place: Int, hash: UInt32) {
    if 2 * (count + 1) > slots.count { grow() }
    count += 1
    fill(Self.slot(place, hash))
  }

  /// Replaces the index of a name in the hash table with another index.
  mutating func replace(_ place: Int, with other: Int, hash: UInt32) {
    var at = Int(hash) & (slots.count &- 1)
    while slots[at] != 0 {
      if slots[at] == Self.slot(place, hash) {
        slots[at] = Self.slot(other, hash)
        return
      }
      at = (at &+ 1) & (slots.count &- 1)
    }
  }

  private static func slot(_ place: Int, _ hash: UInt32) -> UInt64 {
    UInt64(hash) &<< 32 | UInt64(truncatingIfNeeded: place &+ 1) & 0xffff_ffff
  }

  private mutating func fill(_ slot: UInt64) {
    var at = Int(truncatingIfNeeded: slot &>> 32) & (slots.count &- 1)
    while slots[at] != 0 { at = (at &+ 1) & (slots.count &- 1) }
    slots[at] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: 2 * old.count)
    for slot in old where slot != 0 { fill(slot) }
  }
}

/// A string that is compared and hashed byte by byte.
///
/// Swift strings are equal if they are canonically equivalent in Unicode, but JSON distinguishes
/// equivalent strings. With hashes of Swift strings, a server could send many equivalent names
/// whose hashes collide.
struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.span.isEqual(to: right.text.utf8.span)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(NameIndex.hash(text.utf8.span))
  }
}
