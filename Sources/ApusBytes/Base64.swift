/// Bytes as base64 text and back, strictly: no line breaks, no spaces, no stray bits.
///
/// Neither direction looks anything up in a table or branches on what it reads, so that private
/// keys may pass through. Only the offset of an invalid character is learned from the time.
///
/// RFC 4648 section 4, and section 5 for the URL alphabet.
public enum Base64 {
  /// Which characters stand for 62 and 63, and whether `=` fills the last group.
  public enum Alphabet: Sendable {
    /// `+` and `/`, padded.
    case standard
    /// `-` and `_`, not padded.
    case url
  }

  /// The text of bytes.
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

  /// The text of bytes.
  public static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    encode(bytes.span, alphabet)
  }

  /// The bytes of text.
  public static func decode(
    _ text: String, _ alphabet: Alphabet = .standard
  ) throws(DecodeError) -> [UInt8] {
    try decode(Array(text.utf8).span, alphabet)
  }

  /// The bytes of text.
  public static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet = .standard
  ) throws(DecodeError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: try decodedCount(text, alphabet))
    var span = bytes.mutableSpan
    try decode(text, alphabet, into: &span)
    return bytes
  }

  /// How many bytes the text stands for, judged by its length and padding alone.
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
    var at = 0
    while at < digits {
      let count = min(4, digits - at)
      var group: UInt32 = 0
      var invalid: UInt32 = 0
      for index in 0..<4 {
        let value = index < count ? alphabet.value(text[at + index]) : 0
        invalid |= value >> 8
        group = group << 6 | value & 63
      }
      guard invalid == 0 else { throw invalidCharacter(text, from: at, alphabet) }
      for index in 0..<(count - 1) {
        bytes[written] = UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index))
        written += 1
      }
      // What a last, shorter group leaves over must be zero, or two texts would mean one value.
      guard group & (0xff_ffff >> UInt32(8 * (count - 1))) == 0 else {
        throw .malformedEnding(at: at + count - 1)
      }
      at += count
    }
  }

  /// How many characters stand before the padding, of which there may be two at most.
  private static func digitCount(_ text: Span<UInt8>, _ alphabet: Alphabet) -> Int {
    var count = text.count
    guard alphabet.isPadded, count >= 4 else { return count }
    for _ in 0..<2 where text[count - 1] == 0x3d { count -= 1 }
    return count
  }

  private static func invalidCharacter(
    _ text: Span<UInt8>, from start: Int, _ alphabet: Alphabet
  ) -> DecodeError {
    var at = start
    while at < text.count - 1, alphabet.value(text[at]) < 256 { at += 1 }
    return .invalidCharacter(at: at, byte: text[at])
  }
}

extension Base64.Alphabet {
  var isPadded: Bool { self == .standard }

  private var last: (UInt32, UInt32) { self == .standard ? (0x2b, 0x2f) : (0x2d, 0x5f) }

  /// The value of a character, or 256 and more if it has none.
  ///
  /// Each line adds its range's value plus one where the character lies in the range: the mask is
  /// the borrow of two subtractions, all ones inside and zeros outside. Ranges do not overlap, so
  /// the sum is zero for a character of no range, and subtracting one then sets the high bits.
  func value(_ byte: UInt8) -> UInt32 {
    let c = UInt32(byte)
    var sum: UInt32 = 0
    sum |= inRange(c, 0x41, 0x5a) & (c &- 0x41 &+ 1)
    sum |= inRange(c, 0x61, 0x7a) & (c &- 0x61 &+ 27)
    sum |= inRange(c, 0x30, 0x39) & (c &- 0x30 &+ 53)
    sum |= inRange(c, last.0, last.0) & 63
    sum |= inRange(c, last.1, last.1) & 64
    return sum &- 1
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
