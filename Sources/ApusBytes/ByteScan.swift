/// Scans that decide the speed of a text parser, sixteen bytes at a time.
///
/// The only file that reads memory other than through a checked subscript and calls no C: Swift has
/// no safe way yet to load a vector from a span. Both sides of every operation are vectors of a
/// stated type, because inferred types pick a generic that is fifty times slower.
public enum ByteScan {
  /// Returns the first byte that is DEL or a control other than HTAB; else the range's end.
  ///
  /// Text that may stand in a field value ends there: at CR in a healthy message. Most values are
  /// ASCII without tabs, which one comparison recognizes: with one added, as signed numbers, only
  /// controls, DEL and bytes above ASCII are below 0x21. If such a byte does not end the text, the
  /// slower comparison, which separates all of them, scans the rest.
  @inlinable @inline(__always)
  public static func firstControl(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let raised = load(bytes, at) &+ SIMD16<UInt8>(repeating: 1)
      // SAFETY: both types are sixteen bytes, and every pattern is a value of either.
      let signed = unsafe unsafeBitCast(raised, to: SIMD16<Int8>.self)
      let stops = words(signed .< SIMD16<Int8>(repeating: 0x21))
      if stops.x | stops.y != 0 {
        at &+= stops.x != 0 ? firstByte(stops.x) : 8 &+ firstByte(stops.y)
        return isControl(bytes[at])
          ? at : firstControlAmongAll(in: bytes, from: at &+ 1, to: end)
      }
      at &+= 16
    }
    while at < end, !isControl(bytes[at]) { at &+= 1 }
    return at
  }

  @inline(never) @usableFromInline
  static func firstControlAmongAll(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      let controls = words(
        (block .< SIMD16<UInt8>(repeating: 0x20)) .& (block .!= SIMD16<UInt8>(repeating: 0x09))
          .| (block .== SIMD16<UInt8>(repeating: 0x7f)))
      if controls.x != 0 { return at &+ firstByte(controls.x) }
      if controls.y != 0 { return at &+ 8 &+ firstByte(controls.y) }
      at &+= 16
    }
    while at < end, !isControl(bytes[at]) { at &+= 1 }
    return at
  }

  /// Returns the first byte in the range that is neither a letter nor `-`; else the range's end.
  ///
  /// Nearly every field name is made of these alone; the caller looks again at the byte that
  /// stopped the scan.
  @inlinable @inline(__always)
  public static func firstNonWord(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      let folded = (block | SIMD16<UInt8>(repeating: 0x20)) &- SIMD16<UInt8>(repeating: 0x61)
      let members = words(
        (folded .< SIMD16<UInt8>(repeating: 26)) .| (block .== SIMD16<UInt8>(repeating: 0x2d)))
      if members.x != .max { return at &+ firstByte(~members.x) }
      if members.y != .max { return at &+ 8 &+ firstByte(~members.y) }
      at &+= 16
    }
    while at < end {
      let byte = bytes[at]
      guard (byte | 0x20) &- 0x61 < 26 || byte == 0x2d else { return at }
      at &+= 1
    }
    return end
  }

  /// Returns the first byte that is not plain between quotation marks; else the range's end.
  ///
  /// Those are controls, `"`, `\`, and bytes beyond ASCII.
  ///
  /// As signed numbers, only controls and bytes beyond ASCII are below 0x20.
  @inlinable @inline(__always)
  public static func firstNotPlain(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      // SAFETY: both types are sixteen bytes, and every pattern is a value of either.
      let signed = unsafe unsafeBitCast(block, to: SIMD16<Int8>.self)
      let stops = words(
        (signed .< SIMD16<Int8>(repeating: 0x20)) .| (block .== SIMD16<UInt8>(repeating: 0x22))
          .| (block .== SIMD16<UInt8>(repeating: 0x5c)))
      if stops.x != 0 { return at &+ firstByte(stops.x) }
      if stops.y != 0 { return at &+ 8 &+ firstByte(stops.y) }
      at &+= 16
    }
    while at < end, isQuotable(bytes[at]), bytes[at] < 0x80 { at &+= 1 }
    return at
  }

  /// Returns the first byte in the range that must be escaped in quotes; else the range's end.
  ///
  /// Those are controls, `"` and `\`.
  @inlinable @inline(__always)
  public static func firstUnquotable(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      let stops = words(
        (block .< SIMD16<UInt8>(repeating: 0x20)) .| (block .== SIMD16<UInt8>(repeating: 0x22))
          .| (block .== SIMD16<UInt8>(repeating: 0x5c)))
      if stops.x != 0 { return at &+ firstByte(stops.x) }
      if stops.y != 0 { return at &+ 8 &+ firstByte(stops.y) }
      at &+= 16
    }
    return at < end ? firstUnquotable(amongLast: bytes, from: at, start: start, to: end) : at
  }

  /// The same for the last fifteen bytes at most. Some of them may be compared twice: they are
  /// known to be quotable.
  @inlinable @inline(__always)
  static func firstUnquotable(
    amongLast bytes: Span<UInt8>, from first: Int, start: Int, to end: Int
  ) -> Int {
    var at = first
    if end &- start >= 8 {
      if end &- at > 8 {
        let stops = unquotable(octet(in: bytes, at: at))
        if stops != 0 { return at &+ firstByte(stops) }
      }
      at = end &- 8
      let stops = unquotable(octet(in: bytes, at: at))
      return stops != 0 ? at &+ firstByte(stops) : end
    }
    if end &- start >= 4 {
      // The bytes above the lower four count as spaces.
      let word = UInt64(quartet(in: bytes, at: at)) | 0x2020_2020 &<< 32
      let stops = unquotable(word)
      if stops != 0 { return at &+ firstByte(stops) }
      at = end &- 4
      let last = unquotable(UInt64(quartet(in: bytes, at: at)) | 0x2020_2020 &<< 32)
      return last != 0 ? at &+ firstByte(last) : end
    }
    while at < end, isQuotable(bytes[at]) { at &+= 1 }
    return at
  }

  /// A bit in each byte that must be escaped, and perhaps in some above the lowest of these.
  @inlinable @inline(__always)
  static func unquotable(_ word: UInt64) -> UInt64 {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5c)
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & tops
  }

  @inlinable @inline(__always)
  static func isQuotable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x22 && byte != 0x5c }

  @inlinable @inline(__always)
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7f }

  /// Returns whether two runs of bytes are the same.
  ///
  /// Comparing names is the most frequent operation: up to eight bytes at a time, some of which may
  /// have been compared already.
  @inlinable @inline(__always)
  public static func areEqual(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    let count = one.count
    guard count == other.count else { return false }
    if count >= 8 {
      var at = 0
      while at &+ 8 < count {
        if octet(in: one, at: at) != octet(in: other, at: at) { return false }
        at &+= 8
      }
      return octet(in: one, at: count &- 8) == octet(in: other, at: count &- 8)
    }
    if count >= 4 {
      return quartet(in: one, at: 0) == quartet(in: other, at: 0)
        && quartet(in: one, at: count &- 4) == quartet(in: other, at: count &- 4)
    }
    var at = 0
    while at < count {
      if one[at] != other[at] { return false }
      at &+= 1
    }
    return true
  }

  /// Returns whether eight bytes are digits: each has 3 above, and with six added still has.
  @inlinable @inline(__always)
  public static func isDigits(_ word: UInt64) -> Bool {
    let tops: UInt64 = 0xf0f0_f0f0_f0f0_f0f0
    let threes: UInt64 = 0x3030_3030_3030_3030
    return (word & tops) | ((word &+ 0x0606_0606_0606_0606) & tops) &>> 4 == threes | threes &>> 4
  }

  /// Returns the value of eight digits, the first of them lowest in the word.
  ///
  /// Neighbours are joined to pairs, pairs to fours, and fours to eight: each product has in every
  /// upper lane the upper digit plus the lower digit times a power of ten.
  @inlinable @inline(__always)
  public static func number(ofDigits word: UInt64) -> UInt64 {
    let digits = word & 0x0f0f_0f0f_0f0f_0f0f
    let pairs = (digits &* (10 &<< 8 &+ 1)) &>> 8 & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* (100 &<< 16 &+ 1)) &>> 16 & 0x0000_ffff_0000_ffff
    return (fours &* (10_000 &<< 32 &+ 1)) &>> 32
  }

  /// Returns eight bytes as one number, the first lowest; they must lie in the span.
  @inlinable @inline(__always)
  public static func octet(in bytes: Span<UInt8>, at: Int) -> UInt64 {
    // SAFETY: `unsafeLoadUnaligned` checks that the bytes lie in the span.
    UInt64(
      littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  /// Returns four bytes as one number, the first lowest; they must lie in the span.
  @inlinable @inline(__always)
  public static func quartet(in bytes: Span<UInt8>, at: Int) -> UInt32 {
    // SAFETY: `unsafeLoadUnaligned` checks that the bytes lie in the span.
    UInt32(
      littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt32.self))
  }

  /// Returns four ASCII characters as the number that `quartet(in:at:)` reads them as.
  @inlinable @inline(__always)
  public static func quartet(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar,
    _ fourth: Unicode.Scalar
  ) -> UInt32 {
    UInt32(UInt8(ascii: first)) | UInt32(UInt8(ascii: second)) &<< 8
      | UInt32(UInt8(ascii: third)) &<< 16 | UInt32(UInt8(ascii: fourth)) &<< 24
  }

  @inlinable @inline(__always)
  static func load(_ bytes: Span<UInt8>, _ at: Int) -> SIMD16<UInt8> {
    // SAFETY: the callers hold `0 <= start <= at` and `at + 16 <= end <= bytes.count`, so that the
    // span is not empty and has a base address.
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe buffer.baseAddress.unsafelyUnwrapped.loadUnaligned(
        fromByteOffset: at, as: Block.self)
    }
  }

  @usableFromInline typealias Block = SIMD16<UInt8>

  /// A mask as two words; byte k of the lower word is lane k.
  @inlinable @inline(__always)
  static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    // SAFETY: both types are sixteen bytes without padding.
    let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return SIMD2<UInt64>(UInt64(littleEndian: words.x), UInt64(littleEndian: words.y))
  }

  /// The index of the lowest byte that is not zero.
  @inlinable @inline(__always)
  static func firstByte(_ word: UInt64) -> Int { word.trailingZeroBitCount &>> 3 }
}
