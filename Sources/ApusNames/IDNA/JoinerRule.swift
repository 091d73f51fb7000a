/// The rule for the positions in a label at which the invisible characters ZWJ and ZWNJ are
/// allowed.
///
/// RFC 5892 appendices A.1 and A.2.
enum JoinerRule {
  private static let nonJoiner: UInt32 = 0x200c
  private static let joiner: UInt32 = 0x200d

  /// Returns the first joiner (ZWJ or ZWNJ) at a position that the rule forbids. Returns `nil` if
  /// all joiners of the label are allowed.
  static func violation(in label: [UInt32], by table: UnicodeTable) -> UInt32? {
    for (index, scalar) in label.enumerated() where scalar == nonJoiner || scalar == joiner {
      if index > 0, table.properties(of: label[index - 1]).combiningClass == ScalarProperties.virama
      {
        continue
      }
      guard scalar == nonJoiner, breaksJoin(label, at: index, by: table) else { return scalar }
    }
    return nil
  }

  /// Returns whether a non-joiner at an index separates two letters that would otherwise join.
  ///
  /// Scalars with the joining type Transparent are skipped. Each scalar is skipped at most twice,
  /// because a joiner is not transparent.
  private static func breaksJoin(
    _ label: [UInt32], at index: Int, by table: UnicodeTable
  ) -> Bool {
    let isLetter = { (scalar: UInt32) in table.properties(of: scalar).joining != .transparent }
    guard let before = label[..<index].last(where: isLetter),
      let behind = label[(index + 1)...].first(where: isLetter)
    else { return false }
    let joinsLeft = table.properties(of: before).joining
    let joinsRight = table.properties(of: behind).joining
    return (joinsLeft == .left || joinsLeft == .dual)
      && (joinsRight == .right || joinsRight == .dual)
  }
}
