extension HTTP.Fields {
  /// A Bloom filter of field names. Each bit represents the first letter and the length of a field
  /// name.
  ///
  /// Most lookups in fields are for missing fields. If the bit of a field name is not set, the
  /// field is missing, and the lookup compares no names. If the bit is set, another field name may
  /// have set it.
  struct Initials: OptionSet, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Returns the Bloom filter bit of a field name with the given first byte and length.
    @inline(__always)
    init(_ first: UInt8, byteCount: Int) {
      // With this multiplier, the common registered field names have different bits.
      let bit = UInt64(first | 0x20) &+ UInt64(truncatingIfNeeded: byteCount) &* 5
      rawValue = 1 &<< (bit & 63)
    }
  }
}
