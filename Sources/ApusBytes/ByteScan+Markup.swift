/// The byte scans of a parser for markup such as XML.
extension ByteScan {
  /// Returns the first index in the range that contains one of two bytes, or the end of the range.
  @inlinable @inline(__always)
  public static func first(
    _ one: UInt8, or other: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int
  ) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      let stops = words(
        (block .== SIMD16<UInt8>(repeating: one)) .| (block .== SIMD16<UInt8>(repeating: other)))
      if stops.x != 0 { return at &+ firstByte(stops.x) }
      if stops.y != 0 { return at &+ 8 &+ firstByte(stops.y) }
      at &+= 16
    }
    while at < end, bytes[at] != one, bytes[at] != other { at &+= 1 }
    return at
  }

  /// Returns the first index of a byte with a special meaning in XML, or the end of the range.
  ///
  /// The special bytes are `<`, `>`, `&`, the controls except HTAB and LF, and 0xef. The byte 0xef
  /// is the first byte of the noncharacters U+FFFE and U+FFFF.
  @inlinable @inline(__always)
  public static func firstUnusualInXML(
    in bytes: Span<UInt8>, from start: Int, to end: Int
  ) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      // The characters `<` and `>` differ in only one bit, so one comparison finds the two
      // characters.
      let brackets = (block | SIMD16<UInt8>(repeating: 0x02)) .== SIMD16<UInt8>(repeating: 0x3e)
      let others =
        (block .== SIMD16<UInt8>(repeating: 0x26)) .| (block .== SIMD16<UInt8>(repeating: 0xef))
      let controls =
        (block .< SIMD16<UInt8>(repeating: 0x20)) .& (block .!= SIMD16<UInt8>(repeating: 0x0a))
        .& (block .!= SIMD16<UInt8>(repeating: 0x09))
      let stops = words(brackets .| others .| controls)
      if stops.x != 0 { return at &+ firstByte(stops.x) }
      if stops.y != 0 { return at &+ 8 &+ firstByte(stops.y) }
      at &+= 16
    }
    while at < end, !isUnusualInXML(bytes[at]) { at &+= 1 }
    return at
  }

  @inlinable @inline(__always)
  static func isUnusualInXML(_ byte: UInt8) -> Bool {
    byte | 0x02 == 0x3e || byte == 0x26 || byte == 0xef
      || byte < 0x20 && byte != 0x0a && byte != 0x09
  }
}
