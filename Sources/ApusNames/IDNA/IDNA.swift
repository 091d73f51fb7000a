internal import ApusBytes

/// The conversion of names in any script to ASCII, by the nontransitional processing of UTS 46.
///
/// The conversion uses CheckHyphens, CheckBidi, CheckJoiners and UseSTD3ASCIIRules, except for the
/// characters that `DomainName` allows in an ASCII label. `DomainName` checks lengths and empty
/// labels as well.
///
/// RFC 5891 section 5, by UTS 46 section 4 in its revision 33 and later.
enum IDNA {
  /// Returns the ASCII form of a name in UTF-8, including the dots.
  static func toASCII(_ bytes: Span<UInt8>) throws(NameError) -> [UInt8] {
    let table = UnicodeTable.current
    let text = NFC.normalized(try mapped(bytes, by: table), by: table)
    var labels: [ULabel] = []
    for (number, scalars) in text.split(separator: 0x2e, omittingEmptySubsequences: false)
      .enumerated()
    {
      labels.append(try ULabel(Array(scalars), number: number, by: table))
    }
    if labels.contains(where: { BidiRule.concerns($0.scalars, by: table) }) {
      for (number, label) in labels.enumerated() {
        guard let rule = BidiRule.violation(in: label.scalars, by: table) else { continue }
        throw .brokenBidiRule(label: number, condition: rule)
      }
    }
    return Array(labels.map(\.ascii).joined(separator: [0x2e]))
  }

  /// Returns the Unicode text of an A-label. Returns `nil` if the bytes are not a valid A-label.
  static func unicodeText(_ label: ArraySlice<UInt8>) -> String? {
    guard label.starts(with: prefix),
      let scalars = Punycode.decode(Array(label.dropFirst(prefix.count)))
    else { return nil }
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      guard let scalar = Unicode.Scalar(scalar) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  /// The prefix of every A-label. RFC 5890 section 2.3.2.1.
  static let prefix = Array("xn--".utf8)

  private static func mapped(
    _ bytes: Span<UInt8>, by table: UnicodeTable
  ) throws(NameError) -> [UInt32] {
    var output: [UInt32] = []
    output.reserveCapacity(bytes.count)
    let utf8: UTF8Span
    do { utf8 = try UTF8Span(validating: bytes) } catch {
      throw .invalidUTF8(at: error.byteOffsets.lowerBound)
    }
    var label = 0
    var scalars = utf8.makeUnicodeScalarIterator()
    while let scalar = scalars.next()?.value {
      let start = output.count
      switch table.properties(of: scalar).status {
      case .valid: output.append(scalar)
      case .mapped: table.appendMapping(of: scalar, to: &output)
      case .ignored: break
      case .disallowed: throw .disallowedScalar(label: label, scalar: scalar)
      }
      label += output[start...].count { $0 == 0x2e }
    }
    return output
  }
}
