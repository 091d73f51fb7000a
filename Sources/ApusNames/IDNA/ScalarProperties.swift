/// The properties of a Unicode scalar that matter in a host name, packed into one number.
///
/// From the lowest bit, the fields are: combining class (8 bits), direction (4 bits), joining type
/// (3 bits), mark (1 bit) and status (2 bits). All fields except the status are zero for scalars
/// that are not valid.
struct ScalarProperties: Equatable {
  let rawValue: UInt32

  /// The status of a scalar in the mapping table of UTS 46, in nontransitional processing.
  enum Status: UInt32 {
    case valid, ignored, mapped, disallowed
  }

  /// The bidirectional classes of valid scalars, as defined in UAX 9.
  enum Direction: UInt32 {
    case leftToRight, rightToLeft, arabicLetter, arabicNumber, europeanNumber, europeanSeparator
    case commonSeparator, europeanTerminator, otherNeutral, boundaryNeutral, nonspacingMark
  }

  /// The joining type of a letter in scripts such as Arabic, which the joiner rule uses.
  enum Joining: UInt32 {
    case none, left, right, dual, transparent
  }

  static let disallowed = ScalarProperties(rawValue: Status.disallowed.rawValue << 16)

  /// The combining class of a virama, the sign that removes a consonant's vowel.
  ///
  /// UAX 44 section 5.7.4.
  static let virama: UInt8 = 9

  var combiningClass: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  var direction: Direction { Direction(rawValue: rawValue >> 8 & 15) ?? .otherNeutral }
  var joining: Joining { Joining(rawValue: rawValue >> 12 & 7) ?? .none }
  var isMark: Bool { rawValue >> 15 & 1 == 1 }
  var status: Status { Status(rawValue: rawValue >> 16) ?? .disallowed }
}
