internal import ApusBytes

/// A decimal number, represented by a 64-bit significand and a power of ten.
struct Decimal {
  private var isNegative = false
  private var significand: UInt64 = 0
  /// A Boolean value that indicates whether nonzero digits were omitted from the significand.
  private var isCut = false
  /// The decimal exponent of the significand, without the number of omitted digits.
  private var exponent = 0
  /// The number of decimal digits that were omitted from the significand.
  private var cutCount = 0
  /// A Boolean value that indicates whether the number has neither a fraction nor an exponent.
  private(set) var isWhole = true

  /// Parses a number in JSON syntax, which the caller has already checked.
  ///
  /// Very large exponents are limited to 10^11, which is beyond the range of `Double`. Leading
  /// digits cannot compensate for this exponent, because the text has fewer than 10^11 bytes.
  ///
  /// RFC 8259 section 6.
  init(reading text: Span<UInt8>) {
    var at = 0
    if text.count > 0, text[0] == 0x2d {
      isNegative = true
      at = 1
    }
    at = takeDigits(of: text, from: at)
    guard at < text.count else { return }
    isWhole = false
    if text[at] == 0x2e {
      let end = takeDigits(of: text, from: at &+ 1)
      exponent = at &+ 1 &- end
      at = end
    }
    guard at < text.count else { return }
    let isSigned = at &+ 1 < text.count && text[at &+ 1] & 0xf0 == 0x20
    let sign = isSigned && text[at &+ 1] == 0x2d ? -1 : 1
    at &+= isSigned ? 2 : 1
    var scale = 0
    while at < text.count {
      if scale < 100_000_000_000 { scale = scale &* 10 &+ Int(text[at] &- 0x30) }
      at &+= 1
    }
    exponent &+= sign &* scale
  }

  /// Reads decimal digits and returns the position after them.
  @inline(__always)
  private mutating func takeDigits(of text: Span<UInt8>, from start: Int) -> Int {
    var at = start
    // A number with eleven digits still fits into 64 bits after eight more digits are appended.
    while text.count &- at >= 8, significand < 100_000_000_000 {
      let word = ByteScan.octet(in: text, at: at)
      guard ByteScan.isDigits(word) else { break }
      significand = significand &* 100_000_000 &+ ByteScan.number(ofDigits: word)
      at &+= 8
    }
    while at < text.count, text[at] &- 0x30 < 10 {
      append(text[at] &- 0x30)
      at &+= 1
    }
    return at
  }

  /// Appends the next decimal digit to the number.
  @inline(__always)
  private mutating func append(_ digit: UInt8) {
    // The number 1,844,674,407,370,955,160 times ten plus any digit fits into 64 bits.
    if significand <= 1_844_674_407_370_955_160, cutCount == 0 {
      significand = significand &* 10 &+ UInt64(digit)
    } else {
      appendBeyond(digit)
    }
  }

  private mutating func appendBeyond(_ digit: UInt8) {
    let (shifted, isTooLong) = significand.multipliedReportingOverflow(by: 10)
    let (sum, isTooLarge) = shifted.addingReportingOverflow(UInt64(digit))
    if cutCount == 0, !isTooLong, !isTooLarge {
      significand = sum
    } else {
      cutCount &+= 1
      isCut = isCut || digit != 0
    }
  }

  /// The number as a 64-bit integer. The value is `nil` if the number has a fraction or an
  /// exponent, or is out of range.
  var integer: JSON.Number? {
    guard isWhole, cutCount == 0 else { return nil }
    guard isNegative else { return JSON.Number(significand) }
    // A `Double` can represent negative zero, but an integer cannot.
    guard significand != 0 else { return JSON.Number(.double(-0.0)) }
    return Int64(exactly: -Int128(significand)).map { JSON.Number(.signed($0)) }
  }

  /// The nearest `Double` if the number has at most 17 digits. The value is `nil` if the number has
  /// more digits or is outside the range of `Double`.
  var faithfulDouble: Double? {
    guard !isCut, significand != 0 else { return isCut ? nil : isNegative ? -0.0 : 0.0 }
    var digits = significand
    while digits >= 100_000_000_000_000_000 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return nil }
      digits = quotient
    }
    guard let nearest, nearest != 0 else { return nil }
    return nearest
  }

  /// The nearest `Double`. The value is `nil` if the number exceeds the range of `Double`, or if
  /// omitted digits may affect the rounding.
  var nearest: Double? {
    guard !isCut else { return nil }
    let magnitude = Self.nearest(to: significand, times10ToThe: exponent &+ cutCount)
    guard magnitude.isFinite else { return nil }
    return isNegative ? -magnitude : magnitude
  }
}
