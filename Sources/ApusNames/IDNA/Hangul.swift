/// The syllables of Hangul, which decompose and compose by arithmetic.
///
/// A syllable is a leading consonant and a vowel, and often a trailing consonant. Unicode Standard
/// section 3.12.
enum Hangul {
  private static let firstSyllable: UInt32 = 0xac00
  private static let firstLeading: UInt32 = 0x1100
  private static let firstVowel: UInt32 = 0x1161
  /// The scalar before the first trailing consonant of Hangul. A difference of 0 to this scalar
  /// indicates a syllable without a trailing consonant.
  private static let noTrailing: UInt32 = 0x11a7
  private static let leadingCount: UInt32 = 19
  private static let vowelCount: UInt32 = 21
  private static let trailingCount: UInt32 = 28
  private static let syllableCount = leadingCount * vowelCount * trailingCount

  /// Returns the two or three letters of a Hangul syllable. Returns `nil` for any other scalar.
  static func decomposition(of scalar: UInt32) -> [UInt32]? {
    let index = scalar &- firstSyllable
    guard index < syllableCount else { return nil }
    let leading = firstLeading + index / (vowelCount * trailingCount)
    let vowel = firstVowel + index / trailingCount % vowelCount
    let trailing = index % trailingCount
    return trailing == 0 ? [leading, vowel] : [leading, vowel, noTrailing + trailing]
  }

  /// Returns the Hangul syllable of a leading consonant and a vowel, or of a syllable and a
  /// trailing consonant.
  static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let leading = first &- firstLeading
    let vowel = second &- firstVowel
    if leading < leadingCount, vowel < vowelCount {
      return firstSyllable + (leading * vowelCount + vowel) * trailingCount
    }
    let syllable = first &- firstSyllable
    let trailing = second &- noTrailing
    guard syllable < syllableCount, syllable % trailingCount == 0,
      trailing > 0, trailing < trailingCount
    else { return nil }
    return first + trailing
  }
}
