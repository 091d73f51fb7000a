/// The properties of a scalar that matter in a host name, packed into one number.
///
/// The bits are, from the lowest: 8 of the combining class, 4 of the direction, 3 of the joining
/// type, 1 that is set for a mark, and 2 of the status. All other bits are set for valid scalars
/// only.
struct ScalarProperties: Equatable {
  let rawValue: UInt32

  /// The status in the mapping table of UTS 46, in processing that is not transitional.
  enum Status: UInt32 {
    case valid, ignored, mapped, disallowed
  }

  /// The bidirectional classes of valid scalars, in the words of UAX 9.
  enum Direction: UInt32 {
    case leftToRight, rightToLeft, arabicLetter, arabicNumber, europeanNumber, europeanSeparator
    case commonSeparator, europeanTerminator, otherNeutral, boundaryNeutral, nonspacingMark
  }

  /// The way a letter joins its neighbours, if that matters to a joiner between them.
  enum Joining: UInt32 {
    case none, left, right, dual, transparent
  }

  static let disallowed = ScalarProperties(rawValue: Status.disallowed.rawValue << 16)

  /// Of a virama, the sign that takes a consonant's vowel away. UAX 44 section 5.7.4.
  static let virama: UInt8 = 9

  var combiningClass: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  var direction: Direction { Direction(rawValue: rawValue >> 8 & 15) ?? .otherNeutral }
  var joining: Joining { Joining(rawValue: rawValue >> 12 & 7) ?? .none }
  var isMark: Bool { rawValue >> 15 & 1 == 1 }
  var status: Status { Status(rawValue: rawValue >> 16) ?? .disallowed }
}
