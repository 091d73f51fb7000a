/// A strict base64 encoder and decoder.
/// The decoder rejects line breaks, spaces and nonzero unused bits.
///
/// The encoder and the decoder use no lookup table and no branch on their input, so private keys
/// are safe from timing attacks. Only the search for the first invalid character of an invalid text
/// depends on the input.
///
/// RFC 4648 section 4, and section 5 for the URL alphabet.
public enum Base64 {
  /// The base64 alphabet, which determines the characters for the values 62 and 63 and the padding
  /// with `=`.
  public enum Alphabet: Sendable {
    /// The standard alphabet with `+` and `/` and with padding.
    case standard
    /// The URL alphabet with `-` and `_` and without padding.
    case url
  }

  /// Returns the base64 text of a byte sequence.
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

  /// Returns the base64 text of a byte sequence.
  public static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    encode(bytes.span, alphabet)
  }

  /// Decodes a base64 text into bytes.
  public static func decode(
    _ text: String, _ alphabet: Alphabet = .standard
  ) throws(DecodeError) -> [UInt8] {
    try decode(Array(text.utf8).span, alphabet)
  }

  /// Decodes a base64 text into bytes.
  public static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet = .standard
  ) throws(DecodeError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: try decodedCount(text, alphabet))
    var span = bytes.mutableSpan
    try decode(text, alphabet, into: &span)
    return bytes
  }

  /// Returns the number of bytes that a base64 text encodes.
  /// The number depends only on the length and the padding of the text.
  public static func decodedCount(
    _ text: Span<UInt8>, _ alphabet: Alphabet = .standard
  ) throws(DecodeError) -> Int {
    let digits = digitCount(text, alphabet)
    guard digits % 4 != 1, !alphabet.isPadded || text.count % 4 == 0 else {
      throw .malformedEnding(at: text.count)
    }
    return digits / 4 * 3 + max(0, digits % 4 - 1)
  }

  /// Decodes a base64 text into memory of exactly `decodedCount` bytes.
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
    // PUBLIC: A base64 text with an invalid character is rejected, so the text is not a key.
    guard Mask(isZero: invalid).declassified else { throw invalidCharacter(text, alphabet) }
    // The unused bits of a shorter last group must be zero, because otherwise two base64 texts
    // would have the same value.
    // PUBLIC: The decoder rejects a base64 text with nonzero unused bits.
    guard Mask(isZero: rest).declassified else { throw .malformedEnding(at: digits - 1) }
  }

  /// Returns the error for the first invalid character in a base64 text.
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

  /// Returns eight characters of a base64 text as a word, with the first character in the top byte.
  /// After the end of the text, the character is `A`, whose value is zero.
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

  /// Packs eight 6-bit values into the top 48 bits of a word. The function joins neighboring values
  /// three times.
  @inline(__always)
  private static func pack(_ values: UInt64) -> UInt64 {
    let pairs = (values >> 8 & 0x003f_003f_003f_003f) << 6 | values & 0x003f_003f_003f_003f
    let fours = (pairs >> 16 & 0x0fff_0000_0fff) << 12 | pairs & 0x0fff_0000_0fff
    return (fours >> 32) << 40 | (fours & 0xff_ffff) << 16
  }

  /// Returns the number of base64 characters before the padding, which has at most two characters.
  private static func digitCount(_ text: Span<UInt8>, _ alphabet: Alphabet) -> Int {
    var count = text.count
    guard alphabet.isPadded, count >= 4 else { return count }
    // PUBLIC: The length of the padding reveals only the number of bytes.
    for _ in 0..<2 where Mask(UInt64(text[count - 1]), equals: 0x3d).declassified { count -= 1 }
    return count
  }
}

extension Base64.Alphabet {
  var isPadded: Bool { self == .standard }

  private var last: (UInt32, UInt32) { self == .standard ? (0x2b, 0x2f) : (0x2d, 0x5f) }

  /// Returns the values of eight characters with one byte for each character. In the second result,
  /// the top bit of a byte is set if the character is invalid.
  ///
  /// The variable `c` contains the low seven bits of each byte. With the top bit set, `c - low` has
  /// a top bit of one if `low <= c`, and `high - c` has a top bit of one if `c <= high`. No byte
  /// borrows from the next byte. The two top bits make a byte of ones inside a range and a byte of
  /// zeros outside. The ranges do not overlap.
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

  /// Returns the base64 character of a value below 64, without a branch or a lookup table.
  func character(_ value: UInt32) -> UInt8 {
    var sum: UInt32 = 0
    sum |= inRange(value, 0, 25) & (value &+ 0x41)
    sum |= inRange(value, 26, 51) & (value &- 26 &+ 0x61)
    sum |= inRange(value, 52, 61) & (value &- 52 &+ 0x30)
    sum |= inRange(value, 62, 62) & last.0
    sum |= inRange(value, 63, 63) & last.1
    return UInt8(truncatingIfNeeded: sum)
  }

  /// Returns a word of ones if `low <= c <= high`, and a word of zeros otherwise. All arguments are
  /// below 2^31.
  private func inRange(_ c: UInt32, _ low: UInt32, _ high: UInt32) -> UInt32 {
    let outside = (c &- low) | (high &- c)
    return (outside >> 31) &- 1
  }
}
