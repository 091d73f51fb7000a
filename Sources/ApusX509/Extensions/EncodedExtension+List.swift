internal import ApusASN1

extension X509.EncodedExtension {
  /// Reads the extensions of a list that has been opened, none of them twice.
  ///
  ///     Extensions  ::=  SEQUENCE SIZE (1..MAX) OF Extension
  ///
  /// RFC 5280 section 4.1. Beside them stands a bit for each kind that is there.
  static func readList(
    from list: inout X509.Reader, in der: Span<UInt8>, _ flaws: inout X509.Flaws
  ) throws(X509Error) -> ([X509.EncodedExtension], UInt32) {
    var extensions: [X509.EncodedExtension] = []
    extensions.reserveCapacity(12)
    var kinds: UInt32 = 0
    while !list.isAtEnd {
      let next = try X509.EncodedExtension(from: &list, in: der, &flaws)
      let isDuplicate: Bool
      if let kind = next.kind {
        isDuplicate = kinds & kind.bit != 0
        kinds |= kind.bit
      } else {
        isDuplicate = extensions.contains { $0.oid == next.oid }
      }
      if isDuplicate {
        try flaws.note(.duplicateExtension(next.oid, at: next.range.lowerBound))
      }
      guard extensions.count < X509.Certificate.extensionLimit else {
        throw .tooMany(.extensions, limit: X509.Certificate.extensionLimit)
      }
      extensions.append(next)
    }
    return (extensions, kinds)
  }

  /// Reads the extensions of a list that has been opened, none of them twice.
  static func readList(
    from list: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> [X509.EncodedExtension] {
    var flaws = X509.Flaws(areTolerated: false)
    return try readList(from: &list, in: der, &flaws).0
  }

  /// Reads the extensions behind an explicit tag, if they are there.
  ///
  /// RFC 5280 section 5.1.2.7 and RFC 6960 section 4.2.1.
  static func readOptionalList(
    _ number: UInt32, from reader: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> [X509.EncodedExtension] {
    guard var field = try reader.readOptionalExplicit(number, in: der) else { return [] }
    var list = try field.readSequence(in: der)
    try field.finish()
    return try readList(from: &list, in: der)
  }
}
