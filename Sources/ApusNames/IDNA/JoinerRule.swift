/// Where the two joiners, which have no shape of their own, may stand.
///
/// RFC 5892 appendices A.1 and A.2.
enum JoinerRule {
  private static let nonJoiner: UInt32 = 0x200c
  private static let joiner: UInt32 = 0x200d

  /// The first joiner of a label that stands where it changes nothing that can be seen, or nil.
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

  /// Whether the letters before and behind an index would join if nothing stood between them.
  ///
  /// Transparent scalars are passed by. A joiner is not transparent, so that no scalar is passed
  /// by for more than the two joiners around it.
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
