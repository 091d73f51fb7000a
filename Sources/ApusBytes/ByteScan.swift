/// Scans that decide the speed of a text parser, sixteen bytes at a time.
///
/// The only file that reads memory other than through a checked subscript and calls no C: Swift
/// has no safe way yet to load a vector from a span. Both sides of every comparison are vectors,
/// because a scalar operand picks a generic that is fifty times slower.
public enum ByteScan {
  /// The first byte in the range that is a control other than HTAB, or DEL; else the range's end.
  ///
  /// Text that may stand in a field value ends there: at CR in a healthy message.
  @inlinable @inline(__always)
  public static func firstControl(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      let stops =
        (block .< SIMD16(repeating: 0x20)) .& (block .!= SIMD16(repeating: 0x09))
        .| (block .== SIMD16(repeating: 0x7f))
      if let index = firstSet(stops) { return at &+ index }
      at &+= 16
    }
    while at < end {
      let byte = bytes[at]
      if byte < 0x20 && byte != 0x09 || byte == 0x7f { return at }
      at &+= 1
    }
    return end
  }

  /// The first byte in the range that is not a letter, a digit, `-` or `_`; else the range's end.
  ///
  /// Nearly every field name is made of these alone; the caller looks again at the byte that
  /// stopped the scan.
  @inlinable @inline(__always)
  public static func firstNonWord(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      let letters =
        (block | SIMD16(repeating: 0x20)) &- SIMD16(repeating: 0x61) .< SIMD16(repeating: 26)
      let digits = block &- SIMD16(repeating: 0x30) .< SIMD16(repeating: 10)
      let marks = (block .== SIMD16(repeating: 0x2d)) .| (block .== SIMD16(repeating: 0x5f))
      if let index = firstSet(.!(letters .| digits .| marks)) { return at &+ index }
      at &+= 16
    }
    while at < end {
      let byte = bytes[at]
      guard (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2d || byte == 0x5f
      else { return at }
      at &+= 1
    }
    return end
  }

  @inlinable @inline(__always)
  static func load(_ bytes: Span<UInt8>, _ at: Int) -> SIMD16<UInt8> {
    // SAFETY: the callers hold `0 <= at` and `at + 16 <= end <= bytes.count`.
    unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
  }

  /// The lowest lane that is set; lane k is byte k of two little-endian words.
  @inlinable @inline(__always)
  static func firstSet(_ mask: SIMDMask<SIMD16<Int8>>) -> Int? {
    // SAFETY: both types are sixteen bytes without padding.
    let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = UInt64(littleEndian: words.x)
    if low != 0 { return low.trailingZeroBitCount &>> 3 }
    let high = UInt64(littleEndian: words.y)
    return high == 0 ? nil : 8 &+ (high.trailingZeroBitCount &>> 3)
  }
}
