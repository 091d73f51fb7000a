internal import ApusBytes

/// Places of names, found by a hash that no peer can predict.
///
/// The owner defines the meaning of a place and the equality of names.
struct NameIndex: Sendable {
  /// Up to this many names, looking at each costs less than hashing.
  static let scanLimit = 16

  /// A hash above, and below it a place counted from one; zero for an empty slot.
  private var slots: [UInt64]
  private var count = 0

  /// Makes room for that many names.
  init(capacity: Int) {
    var slotCount = 32
    while slotCount < 2 * capacity { slotCount *= 2 }
    slots = [UInt64](repeating: 0, count: slotCount)
  }

  /// The hash of a name.
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

  /// The place of a name with that hash that satisfies `isName`.
  func place(hash: UInt32, where isName: (Int) -> Bool) -> Int? {
    var at = Int(hash) & (slots.count &- 1)
    // At most half of the slots are taken, so that a free one ends the search.
    while slots[at] != 0 {
      let place = Int(truncatingIfNeeded: slots[at] & 0xffff_ffff) &- 1
      if slots[at] &>> 32 == UInt64(hash), isName(place) { return place }
      at = (at &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// Adds the place of a name that is new.
  mutating func insert(_ place: Int, hash: UInt32) {
    if 2 * (count + 1) > slots.count { grow() }
    count += 1
    fill(Self.slot(place, hash))
  }

  /// Puts another place of the same name in the place of one that is there.
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
