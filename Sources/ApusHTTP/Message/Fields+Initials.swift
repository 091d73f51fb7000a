extension HTTP.Fields {
  /// A bit for the first letter and the length of each of some names, without letter case.
  ///
  /// Most lookups are for missing fields. If a name's bit is not set, no line has that name, and
  /// none is visited; if it is set, another name may have set it.
  struct Initials: OptionSet, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The initial of a name that begins with a byte.
    @inline(__always)
    init(_ first: UInt8, byteCount: Int) {
      // The factor keeps all names apart that are registered and common.
      let bit = UInt64(first | 0x20) &+ UInt64(truncatingIfNeeded: byteCount) &* 5
      rawValue = 1 &<< (bit & 63)
    }
  }
}
