/// The dotted notation of object identifiers, which consists of numbers separated by dots.
///
///     numericoid = number 1*( DOT number )
///     number  = DIGIT / ( LDIGIT 1*DIGIT )
///
/// RFC 4512 section 1.4.
extension OID: LosslessStringConvertible {
  /// Creates an object identifier from numbers separated by dots, such as `2.5.4.3`.
  /// The initializer returns `nil` if the text is malformed.
  ///
  /// The first number is at most 2. The second number is at most 39 if the first number is 0 or 1.
  /// Each number fits into 128 bits.
  public init?(_ dotted: String) {
    var arcs: [UInt128] = []
    for part in dotted.utf8.split(separator: 0x2e, omittingEmptySubsequences: false) {
      guard let arc = OID.arc(part) else { return nil }
      arcs.append(arc)
    }
    guard arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40 else { return nil }
    let (first, overflow) = arcs[1].addingReportingOverflow(arcs[0] * 40)
    guard !overflow else { return nil }
    var content = OID.digits(first)
    for arc in arcs.dropFirst(2) { content += OID.digits(arc) }
    try? self.init(content.indices, in: content.span)
  }

  /// The numbers of the object identifier, separated by dots.
  public var description: String {
    arcs.map { String($0) }.joined(separator: ".")
  }

  /// The numbers (arcs) of the object identifier.
  public var arcs: [UInt128] {
    var arcs: [UInt128] = []
    var arc: UInt128 = 0
    for byte in bytes {
      arc = arc << 7 | UInt128(byte & 0x7f)
      guard byte < 0x80 else { continue }
      if arcs.isEmpty {
        let root = min(arc / 40, 2)
        arcs.append(root)
        arc -= root * 40
      }
      arcs.append(arc)
      arc = 0
    }
    return arcs
  }

  private static func arc(_ digits: Substring.UTF8View) -> UInt128? {
    guard let first = digits.first, first != 0x30 || digits.count == 1 else { return nil }
    var arc: UInt128 = 0
    for byte in digits {
      let digit = byte &- 0x30
      guard digit < 10 else { return nil }
      let (shifted, tooLong) = arc.multipliedReportingOverflow(by: 10)
      let (sum, tooLarge) = shifted.addingReportingOverflow(UInt128(digit))
      guard !tooLong, !tooLarge else { return nil }
      arc = sum
    }
    return arc
  }

  /// Returns the digits of a number in base 128. The top bit is set in every digit except the last
  /// digit.
  private static func digits(_ arc: UInt128) -> [UInt8] {
    var digits = [UInt8(truncatingIfNeeded: arc & 0x7f)]
    var rest = arc >> 7
    while rest > 0 {
      digits.append(UInt8(truncatingIfNeeded: rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return digits.reversed()
  }
}
