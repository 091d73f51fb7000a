extension HTTP.Fields {
  /// A set of bits, each of which represents the first letter and the length of field names without
  /// letter case.
  ///
  /// Most lookups are for missing fields. If the bit of a name is not set, no field line has the
  /// name, and the lookup visits no line. If the bit is set, a different name may have set it.
  struct Initials: OptionSet, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Returns the bit for a field name with a first byte and a length.
    @inline(__always)
    init(_ first: UInt8, byteCount: Int) {
      // The factor gives each common registered field name a different bit.
      let bit = UInt64(first | 0x20) &+ UInt64(truncatingIfNeeded: byteCount) &* 5
      rawValue = 1 &<< (bit & 63)
    }
  }
}
