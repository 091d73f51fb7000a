/// The Bidi rule of RFC 5893 for host names with right-to-left letters.
///
/// RFC 5893 section 2.
enum BidiRule {
  /// Returns whether a label contains right-to-left characters, which makes the Bidi rule apply to
  /// the whole name.
  static func concerns(_ label: [UInt32], by table: UnicodeTable) -> Bool {
    label.contains { scalar in
      switch table.properties(of: scalar).direction {
      case .rightToLeft, .arabicLetter, .arabicNumber: true
      default: false
      }
    }
  }

  /// Returns the number, from 1 to 6, of the first condition of the Bidi rule that a label
  /// violates. Returns `nil` if the label meets all conditions.
  static func violation(in label: [UInt32], by table: UnicodeTable) -> Int? {
    let directions = label.map { table.properties(of: $0).direction }
    switch directions.first {
    case nil: return nil
    case .leftToRight: return leftToRightViolation(directions)
    case .rightToLeft, .arabicLetter: return rightToLeftViolation(directions)
    default: return 1
    }
  }

  private static func rightToLeftViolation(_ directions: [ScalarProperties.Direction]) -> Int? {
    guard !directions.contains(.leftToRight) else { return 2 }
    switch directions.last(where: { $0 != .nonspacingMark }) {
    case .rightToLeft, .arabicLetter, .europeanNumber, .arabicNumber: break
    default: return 3
    }
    return directions.contains(.europeanNumber) && directions.contains(.arabicNumber) ? 4 : nil
  }

  private static func leftToRightViolation(_ directions: [ScalarProperties.Direction]) -> Int? {
    let foreign: Set<ScalarProperties.Direction> = [.rightToLeft, .arabicLetter, .arabicNumber]
    guard !directions.contains(where: foreign.contains) else { return 5 }
    switch directions.last(where: { $0 != .nonspacingMark }) {
    case .leftToRight, .europeanNumber: return nil
    default: return 6
    }
  }
}
