/// The places in a label that are allowed for the two joiners, which are invisible characters.
///
/// RFC 5892 appendices A.1 and A.2.
enum JoinerRule {
  private static let nonJoiner: UInt32 = 0x200c
  private static let joiner: UInt32 = 0x200d

  /// Returns the first joiner of a label that has no visible effect in its place. Returns `nil` if
  /// the label has no such joiner.
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

  /// Returns whether the letters before and after an index would join without the scalar at the
  /// index.
  ///
  /// Transparent scalars are skipped. A joiner is not transparent, so each scalar is skipped only
  /// for the two joiners around it.
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
