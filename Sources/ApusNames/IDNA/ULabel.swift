internal import ApusBytes

/// One valid label of a name in Unicode, with its ASCII form.
///
/// RFC 5891 section 5.4, by UTS 46 section 4.1.
struct ULabel {
  /// The letters, digits, hyphens, underscores, and other valid scalars of the label.
  let scalars: [UInt32]
  /// The ASCII form of the label: the same bytes if the label is ASCII, and otherwise the A-label.
  let ascii: [UInt8]

  /// Validates a mapped and normalized label, and decodes an A-label.
  init(_ label: [UInt32], number: Int, by table: UnicodeTable) throws(NameError) {
    if label.starts(with: IDNA.prefix.lazy.map(UInt32.init)) {
      self = try Self.decoded(label, number: number, by: table)
      return
    }
    try Self.checkScalars(label, number: number, by: table)
    scalars = label
    if label.allSatisfy({ $0 < 0x80 }) {
      ascii = label.map { UInt8(truncatingIfNeeded: $0) }
      return
    }
    try Self.checkForm(label, number: number, by: table)
    guard let text = Punycode.encode(label) else {
      let least = IDNA.prefix.count + label.count
      throw .labelTooLong(label: number, count: least, limit: DomainName.labelLimit)
    }
    ascii = IDNA.prefix + text
  }

  /// Returns the Unicode text of an A-label. Throws an error if the A-label is malformed or not
  /// canonical. RFC 5891 section 5.3.
  private static func decoded(
    _ label: [UInt32], number: Int, by table: UnicodeTable
  ) throws(NameError) -> ULabel {
    guard label.count <= DomainName.labelLimit else {
      throw .labelTooLong(label: number, count: label.count, limit: DomainName.labelLimit)
    }
    let ascii = label.compactMap { $0 < 0x80 ? UInt8($0) : nil }
    let text = Array(ascii.dropFirst(IDNA.prefix.count))
    guard ascii.count == label.count, let scalars = Punycode.decode(text) else {
      throw .malformedPunycode(label: number)
    }
    // An A-label that encodes ASCII text would be a second spelling of an ASCII label, as in
    // CVE-2026-39821.
    guard !scalars.allSatisfy({ $0 < 0x80 }) else { throw .noncanonicalPunycode(label: number) }
    try checkScalars(scalars, number: number, by: table)
    try checkForm(scalars, number: number, by: table)
    guard NFC.normalized(scalars, by: table) == scalars, Punycode.encode(scalars) == text else {
      throw .noncanonicalPunycode(label: number)
    }
    return ULabel(scalars: scalars, ascii: ascii)
  }

  private init(scalars: [UInt32], ascii: [UInt8]) {
    self.scalars = scalars
    self.ascii = ascii
  }

  private static func checkScalars(
    _ label: [UInt32], number: Int, by table: UnicodeTable
  ) throws(NameError) {
    for scalar in label {
      let isValid =
        scalar < 0x80
        ? DomainName.canonical.contains(UInt8(scalar))
        : table.properties(of: scalar).status == .valid
      guard isValid else { throw .disallowedScalar(label: number, scalar: scalar) }
    }
  }

  /// Checks the hyphens and the first scalar of a label that is not ASCII. `DomainName` checks the
  /// hyphens of an ASCII label.
  private static func checkForm(
    _ label: [UInt32], number: Int, by table: UnicodeTable
  ) throws(NameError) {
    let hyphen: UInt32 = 0x2d
    guard label.first != hyphen, label.last != hyphen else { throw .hyphenAtEdge(label: number) }
    guard !label.dropFirst(2).starts(with: [hyphen, hyphen]) else {
      throw .reservedHyphens(label: number)
    }
    if let first = label.first, table.properties(of: first).isMark {
      throw .leadingMark(label: number, scalar: first)
    }
    if let joiner = JoinerRule.violation(in: label, by: table) {
      throw .misplacedJoiner(label: number, scalar: joiner)
    }
  }
}
