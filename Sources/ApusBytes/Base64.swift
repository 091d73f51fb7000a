/// Bytes as base64 text and back, strictly: no line breaks, no spaces, no stray bits.
///
/// Neither direction uses a lookup table or branches on its input, so that private keys can be
/// encoded and decoded. Only invalid text is searched for its first invalid character.
///
/// RFC 4648 section 4, and section 5 for the URL alphabet.
public enum Base64 {
  /// The characters for 62 and 63, and a Boolean for padding of the last group with `=`.
  public enum Alphabet: Sendable {
    /// `+` and `/`, padded.
    case standard
    /// `-` and `_`, not padded.
    case url
  }

  /// Returns the text of bytes.
  public static func encode(_ bytes: Span<UInt8>, _ alphabet: Alphabet = .standard) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var at = 0
    while at < bytes.count {
      let count = min(3, bytes.count - at)
      var group: UInt32 = 0
      for index in 0..<3 {
        group = group << 8 | (index < count ? UInt32(bytes[at + index]) : 0)
      }
      for index in 0...count {
        text.append(alphabet.character(group >> UInt32(18 - 6 * index) & 63))
      }
      if alphabet.isPadded {
        for _ in count..<3 { text.append(0x3d) }
      }
      at += count
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the text of bytes.
  public static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    encode(bytes.span, alphabet)
  }

  /// Returns the bytes of text.
  public static func decode(
    _ text: String, _ alphabet: Alphabet = .standard
  ) throws(DecodeError) -> [UInt8] {
    try decode(Array(text.utf8).span, alphabet)
  }

  /// Returns the bytes of text.
  public static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet = .standard
  ) throws(DecodeError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: try decodedCount(text, alphabet))
    var span = bytes.mutableSpan
    try decode(text, alphabet, into: &span)
    return bytes
  }

  /// Returns the number of encoded bytes, from the text's length and padding alone.
  public static func decodedCount(
    _ text: Span<UInt8>, _ alphabet: Alphabet = .standard
  ) throws(DecodeError) -> Int {
    let digits = digitCount(text, alphabet)
    guard digits % 4 != 1, !alphabet.isPadded || text.count % 4 == 0 else {
      throw .malformedEnding(at: text.count)
    }
    return digits / 4 * 3 + max(0, digits % 4 - 1)
  }

  /// Writes the bytes of text into memory of exactly `decodedCount` bytes.
  public static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet = .standard, into bytes: inout MutableSpan<UInt8>
  ) throws(DecodeError) {
    let digits = digitCount(text, alphabet)
    let count = try decodedCount(text, alphabet)
    precondition(bytes.count == count, "the room is of another size")
    var written = 0
    var (invalid, rest): (UInt64, UInt64) = (0, 0)
    for at in stride(from: 0, to: digits, by: 8) {
      let (values, bad) = alphabet.values(eight(of: text, from: at, before: digits))
      invalid |= bad
      rest = pack(values)
      let room = min(6, count - written)
      for index in 0..<room {
        bytes[written + index] = UInt8(truncatingIfNeeded: rest >> 56)
        rest <<= 8
      }
      written += room
    }
    // PUBLIC: text with an invalid character is rejected, and is not a key.
    guard Mask(isZero: invalid).declassified else { throw invalidCharacter(text, alphabet) }
    // The unused bits of the last, shorter group must be zero, or two texts would have one value.
    // PUBLIC: text with other unused bits is rejected as well.
    guard Mask(isZero: rest).declassified else { throw .malformedEnding(at: digits - 1) }
  }

  /// The first character without a value, of a text that has one.
  private static func invalidCharacter(_ text: Span<UInt8>, _ alphabet: Alphabet) -> DecodeError {
    let digits = digitCount(text, alphabet)
    for at in stride(from: 0, to: digits, by: 8) {
      let (_, invalid) = alphabet.values(eight(of: text, from: at, before: digits))
      guard invalid == 0 else {
        let bad = at + invalid.leadingZeroBitCount / 8
        return .invalidCharacter(at: bad, byte: text[bad])
      }
    }
    return .malformedEnding(at: digits)
  }

  /// Eight characters, the first in the top byte; those after the end are `A`, whose value is zero.
  @inline(__always)
  private static func eight(of text: Span<UInt8>, from at: Int, before end: Int) -> UInt64 {
    var word: UInt64 = 0
    if end - at >= 8 {
      let group = text.extracting(at..<at + 8)
      for index in 0..<8 { word = word << 8 | UInt64(group[index]) }
    } else {
      for index in at..<at + 8 { word = word << 8 | (index < end ? UInt64(text[index]) : 0x41) }
    }
    return word
  }

  /// Eight values of six bits as forty-eight bits at the top: neighbours are joined three times.
  @inline(__always)
  private static func pack(_ values: UInt64) -> UInt64 {
    let pairs = (values >> 8 & 0x003f_003f_003f_003f) << 6 | values & 0x003f_003f_003f_003f
    let fours = (pairs >> 16 & 0x0fff_0000_0fff) << 12 | pairs & 0x0fff_0000_0fff
    return (fours >> 32) << 40 | (fours & 0xff_ffff) << 16
  }

  /// The number of characters before the padding, which has two characters at most.
  private static func digitCount(_ text: Span<UInt8>, _ alphabet: Alphabet) -> Int {
    var count = text.count
    guard alphabet.isPadded, count >= 4 else { return count }
    // PUBLIC: the start of the padding reveals only the number of bytes.
    for _ in 0..<2 where Mask(UInt64(text[count - 1]), equals: 0x3d).declassified { count -= 1 }
    return count
  }
}

extension Base64.Alphabet {
  var isPadded: Bool { self == .standard }

  private var last: (UInt32, UInt32) { self == .standard ? (0x2b, 0x2f) : (0x2d, 0x5f) }

  /// The values of eight characters, a byte each, and the top bit of a byte for each without one.
  ///
  /// A lane's seven low bits are `c`. With the top bit set, `c - low` keeps that bit if `low <= c`,
  /// and `high - c` keeps it if `c <= high`; no lane borrows from the next. The two bits make an
  /// all-ones lane inside a range and zeros outside, and the ranges do not overlap.
  @inline(__always)
  func values(_ word: UInt64) -> (values: UInt64, invalid: UInt64) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    let c = word & ~tops
    var values: UInt64 = 0
    var valid: UInt64 = 0
    func addRange(_ low: UInt64, _ high: UInt64, _ base: UInt64) {
      let above = (c | tops) &- low &* ones
      let inside = above & ((high &* ones | tops) &- c) & tops
      let mask = inside &- inside >> 7 | inside
      values |= mask & ((above & ~tops) &+ base &* ones)
      valid |= inside
    }
    addRange(0x41, 0x5a, 0)
    addRange(0x61, 0x7a, 26)
    addRange(0x30, 0x39, 52)
    addRange(UInt64(last.0), UInt64(last.0), 62)
    addRange(UInt64(last.1), UInt64(last.1), 63)
    return (values, (word | ~valid) & tops)
  }

  /// The character of a value below 64, by the same arithmetic.
  func character(_ value: UInt32) -> UInt8 {
    var sum: UInt32 = 0
    sum |= inRange(value, 0, 25) & (value &+ 0x41)
    sum |= inRange(value, 26, 51) & (value &- 26 &+ 0x61)
    sum |= inRange(value, 52, 61) & (value &- 52 &+ 0x30)
    sum |= inRange(value, 62, 62) & last.0
    sum |= inRange(value, 63, 63) & last.1
    return UInt8(truncatingIfNeeded: sum)
  }

  /// All ones if `low <= c <= high`, else zeros; every value here is below 2^31.
  private func inRange(_ c: UInt32, _ low: UInt32, _ high: UInt32) -> UInt32 {
    let outside = (c &- low) | (high &- c)
    return (outside >> 31) &- 1
  }
}
