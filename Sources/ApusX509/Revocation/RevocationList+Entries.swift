public import ApusASN1
internal import ApusBytes

extension X509.RevocationList {
  /// A certificate that is in a list.
  public struct Entry: Hashable, Sendable {
    /// The number of the certificate.
    public let serialNumber: X509.SerialNumber
    /// When it was revoked.
    public let date: ASN1.Time
    /// Why it was revoked, if that is said.
    public let reason: X509.RevocationReason?
    /// Since when it was not to be relied on, if that is said.
    public let invalidityDate: ASN1.Time?
  }

  /// An entry where it stands in the list.
  ///
  ///     SEQUENCE  {
  ///       userCertificate         CertificateSerialNumber,
  ///       revocationDate          Time,
  ///       crlEntryExtensions      Extensions OPTIONAL
  ///                                -- if present, version MUST be v2 }
  ///
  /// RFC 5280 sections 5.1.2.6 and 5.3.
  struct EncodedEntry {
    /// The content of the serial number.
    let serialNumber: Range<Int>
    let date: ASN1.Time
    var reason: X509.RevocationReason?
    var invalidityDate: ASN1.Time?
    var hasExtensions = false
    /// What keeps the whole list from being judged by, if something does.
    var obstacle: X509.RevocationProblem?

    init(from list: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try list.readSequence(in: der)
      serialNumber = try fields.reading { (fields) throws(ASN1Error) in
        try fields.readWideInteger(in: der).bytes
      }
      date = try fields.reading { (fields) throws(ASN1Error) in try fields.readTime(in: der) }
      guard !fields.isAtEnd else { return }
      hasExtensions = true
      var extensions = try fields.readSequence(in: der)
      try fields.finish()
      while !extensions.isAtEnd {
        try take(X509.EncodedExtension(from: &extensions, in: der), in: der)
      }
    }

    private mutating func take(
      _ one: X509.EncodedExtension, in der: Span<UInt8>
    ) throws(X509Error) {
      var value = X509.Reader(DERReader(one.value), .revokedCertificates)
      switch one.oid {
      case .crlReason:
        guard reason == nil else {
          throw .duplicateExtension(one.oid, at: one.range.lowerBound)
        }
        reason = try X509.RevocationReason(from: &value, in: der)
        try value.finish()
      case .invalidityDate:
        guard invalidityDate == nil else {
          throw .duplicateExtension(one.oid, at: one.range.lowerBound)
        }
        let seconds = try value.reading { (value) throws(ASN1Error) in
          try value.readGeneralizedTime(in: der)
        }
        try value.finish()
        invalidityDate = ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: true)
      case .certificateIssuer: obstacle = .indirect
      default: if one.isCritical { obstacle = .unknownCriticalExtension(one.oid) }
      }
    }
  }

  /// Returns the entry of the certificate with that number, if it is in the list.
  ///
  /// The entries are walked over where they stand, which allocates nothing. If a number stands
  /// there more than once the first one counts. RFC 5280 section 5.1.2.6.
  public func entry(for serialNumber: X509.SerialNumber) throws(X509Error) -> Entry? {
    let wanted = serialNumber.content
    return try firstEntry { (content, der) in
      guard content.count == wanted.count else { return false }
      for index in wanted.indices where der[content.lowerBound + index] != wanted[index] {
        return false
      }
      return true
    }
  }

  /// Lends every entry in its order. RFC 5280 section 5.1.2.6.
  public func forEachEntry(_ body: (Entry) -> Void) throws(X509Error) {
    let der = der.span
    var list = X509.Reader(DERReader(entries), .revokedCertificates)
    while !list.isAtEnd { body(Entry(try EncodedEntry(from: &list, in: der), in: der)) }
  }

  @inline(__always)
  private func firstEntry(
    where isWanted: (Range<Int>, Span<UInt8>) -> Bool
  ) throws(X509Error) -> Entry? {
    let der = der.span
    var list = X509.Reader(DERReader(entries), .revokedCertificates)
    while !list.isAtEnd {
      var again = list
      var fields = try list.readSequence(in: der)
      if isWanted(try fields.readElement(in: der).content, der) {
        return Entry(try EncodedEntry(from: &again, in: der), in: der)
      }
    }
    return nil
  }
}

extension X509.RevocationList.Entry {
  init(_ entry: X509.RevocationList.EncodedEntry, in der: Span<UInt8>) {
    serialNumber = X509.SerialNumber(content: der.extracting(entry.serialNumber).copy())
    date = entry.date
    reason = entry.reason
    invalidityDate = entry.invalidityDate
  }
}
