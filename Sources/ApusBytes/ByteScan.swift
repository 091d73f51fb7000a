/// The byte scans that determine the speed of a text parser. A scan processes sixteen bytes at a
/// time.
///
/// Swift has no safe way to load a vector from a span, so this file reads memory without a checked
/// subscript. No other file does so without calling C. Every operation has operands of a stated
/// vector type, because type inference selects a generic function that is fifty times slower.
public enum ByteScan {
  /// Returns the first index of a DEL byte or a control byte other than HTAB, or the end of the
  /// range.
  ///
  /// The text of a field value ends at such a byte, which is CR in a valid message. Most values are
  /// ASCII without tabs, and a single comparison recognizes these values. After the addition of
  /// one, only controls, DEL and bytes above ASCII are below 0x21 as signed numbers. If the found
  /// byte does not end the text, a slower comparison that distinguishes all bytes scans the rest.
  @inlinable @inline(__always)
  public static func firstControl(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let raised = load(bytes, at) &+ SIMD16<UInt8>(repeating: 1)
      // SAFETY: The two vector types have sixteen bytes, and every bit pattern is a valid value of
      // each type.
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

  /// Returns the first index in the range of a byte that is neither a letter nor `-`, or the end of
  /// the range.
  ///
  /// Nearly every field name consists only of letters and hyphens. The caller examines the byte at
  /// the returned index.
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

  /// Returns the first index of a byte that is not plain text in a quoted string, or the end of the
  /// range.
  ///
  /// Controls, `"`, `\` and bytes beyond ASCII are not plain text.
  ///
  /// As signed numbers, only controls and bytes beyond ASCII are below 0x20.
  @inlinable @inline(__always)
  public static func firstNotPlain(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var at = start
    while at &+ 16 <= end {
      let block = load(bytes, at)
      // SAFETY: The two vector types have sixteen bytes, and every bit pattern is a valid value of
      // each type.
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

  /// Returns the first index in the range of a byte that a quoted string must escape, or the end of
  /// the range.
  ///
  /// A quoted string must escape controls, `"` and `\`.
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

  /// Returns the first index of a byte that a quoted string must escape, among the last fifteen
  /// bytes at most. The scan may compare a byte a second time, but such a byte never needs an
  /// escape.
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
      // The upper four bytes of the word are spaces, which need no escape.
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

  /// Returns a word with the top bit set in the lowest byte that must be escaped. The bits above
  /// the lowest such byte may be wrong.
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

  /// Returns whether two byte sequences are equal.
  ///
  /// The comparison of names is the most frequent operation of the parser. The function compares up
  /// to eight bytes at a time, and may compare some bytes twice.
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

  /// Returns whether all eight bytes of a word are digits.
  /// The upper half of a digit's byte is 3, also after the addition of six.
  @inlinable @inline(__always)
  public static func isDigits(_ word: UInt64) -> Bool {
    let tops: UInt64 = 0xf0f0_f0f0_f0f0_f0f0
    let threes: UInt64 = 0x3030_3030_3030_3030
    return (word & tops) | ((word &+ 0x0606_0606_0606_0606) & tops) &>> 4 == threes | threes &>> 4
  }

  /// Returns the value of eight digits, with the first digit in the lowest byte of the word.
  ///
  /// The function joins neighboring digits to pairs, pairs to groups of four, and groups of four to
  /// eight digits. In each product, an upper lane contains the sum of the upper part and the lower
  /// part times a power of ten.
  @inlinable @inline(__always)
  public static func number(ofDigits word: UInt64) -> UInt64 {
    let digits = word & 0x0f0f_0f0f_0f0f_0f0f
    let pairs = (digits &* (10 &<< 8 &+ 1)) &>> 8 & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* (100 &<< 16 &+ 1)) &>> 16 & 0x0000_ffff_0000_ffff
    return (fours &* (10_000 &<< 32 &+ 1)) &>> 32
  }

  /// Returns eight bytes as an integer with the first byte lowest.
  /// The bytes must be within the span.
  @inlinable @inline(__always)
  public static func octet(in bytes: Span<UInt8>, at: Int) -> UInt64 {
    // SAFETY: `unsafeLoadUnaligned` checks that the bytes are within the span.
    UInt64(
      littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  /// Returns four bytes as an integer with the first byte lowest.
  /// The bytes must be within the span.
  @inlinable @inline(__always)
  public static func quartet(in bytes: Span<UInt8>, at: Int) -> UInt32 {
    // SAFETY: `unsafeLoadUnaligned` checks that the bytes are within the span.
    UInt32(
      littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt32.self))
  }

  /// Returns four ASCII characters as the integer that `quartet(in:at:)` returns for the same
  /// bytes.
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
    // SAFETY: The callers ensure `0 <= start <= at` and `at + 16 <= end <= bytes.count`, so the
    // span is not empty and has a base address.
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe buffer.baseAddress.unsafelyUnwrapped.loadUnaligned(
        fromByteOffset: at, as: Block.self)
    }
  }

  @usableFromInline typealias Block = SIMD16<UInt8>

  /// Returns a vector mask as two words. Byte k of the lower word is lane k of the vector mask.
  @inlinable @inline(__always)
  static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    // SAFETY: The two vector types have sixteen bytes without padding.
    let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return SIMD2<UInt64>(UInt64(littleEndian: words.x), UInt64(littleEndian: words.y))
  }

  /// Returns the index of the lowest nonzero byte of a word.
  @inlinable @inline(__always)
  static func firstByte(_ word: UInt64) -> Int { word.trailingZeroBitCount &>> 3 }
}
