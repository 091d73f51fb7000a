/// Normalization Form C of scalars that are valid in a host name.
///
/// Canonically equivalent texts have the same Normalization Form C. The table contains only the
/// decompositions of scalars that are valid in host names, so the type is not suitable for other
/// text.
///
/// UAX 15 and Unicode Standard section 3.11.
enum NFC {
  static func normalized(_ scalars: [UInt32], by table: UnicodeTable) -> [UInt32] {
    var decomposed: [UInt32] = []
    decomposed.reserveCapacity(scalars.count)
    for scalar in scalars { append(scalar, to: &decomposed, by: table) }
    return composed(ordered(decomposed, by: table), by: table)
  }

  /// Appends the canonical decomposition of a scalar. Only the first scalar of a decomposition can
  /// be decomposed further.
  private static func append(
    _ scalar: UInt32, to output: inout [UInt32], by table: UnicodeTable
  ) {
    if let letters = Hangul.decomposition(of: scalar) { return output.append(contentsOf: letters) }
    var marks: [UInt32] = []
    var first = scalar
    while let pair = table.decomposition(of: first) {
      marks.append(pair.second)
      first = pair.first
    }
    output.append(first)
    output.append(contentsOf: marks.reversed())
  }

  /// Sorts each run of combining marks by combining class. The sort is stable.
  private static func ordered(_ scalars: [UInt32], by table: UnicodeTable) -> [UInt32] {
    var output: [UInt32] = []
    output.reserveCapacity(scalars.count)
    // One number contains the combining class, the position (24 bits) and the scalar (32 bits) of a
    // mark. A comparison of two numbers is therefore enough to sort two marks.
    var marks: [UInt64] = []
    func flush() {
      marks.sort()
      for mark in marks { output.append(UInt32(truncatingIfNeeded: mark)) }
      marks.removeAll(keepingCapacity: true)
    }
    for scalar in scalars {
      let combiningClass = table.properties(of: scalar).combiningClass
      if combiningClass == 0 {
        flush()
        output.append(scalar)
      } else {
        let position = UInt64(marks.count) & 0xff_ffff
        marks.append(UInt64(combiningClass) << 56 | position << 32 | UInt64(scalar))
      }
    }
    flush()
    return output
  }

  /// Composes each starter with the following combining marks, unless a mark of the same or a
  /// higher class is in between.
  private static func composed(_ scalars: [UInt32], by table: UnicodeTable) -> [UInt32] {
    var output: [UInt32] = []
    output.reserveCapacity(scalars.count)
    var starter: Int?
    var lastClass: UInt8 = 0
    for scalar in scalars {
      let combiningClass = table.properties(of: scalar).combiningClass
      if let starter, starter == output.count - 1 || lastClass < combiningClass,
        let composite = Hangul.composite(output[starter], scalar)
          ?? table.composite(output[starter], scalar)
      {
        output[starter] = composite
        continue
      }
      if combiningClass == 0 { starter = output.count }
      lastClass = combiningClass
      output.append(scalar)
    }
    return output
  }
}

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
