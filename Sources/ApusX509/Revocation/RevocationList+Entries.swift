public import ApusASN1
internal import ApusBytes

extension X509.RevocationList {
  /// A revoked certificate in a revocation list (CRL).
  public struct Entry: Hashable, Sendable {
    /// The serial number of the revoked certificate.
    public let serialNumber: X509.SerialNumber
    /// The time of the certificate's revocation.
    public let date: ASN1.Time
    /// The reason for the revocation, or `nil` if the list does not state a reason.
    public let reason: X509.RevocationReason?
    /// The start of the certificate's invalidity, or `nil` if the list does not state a time.
    public let invalidityDate: ASN1.Time?
  }

  /// An entry in the bytes of a revocation list (CRL).
  ///
  ///     SEQUENCE  {
  ///       userCertificate         CertificateSerialNumber,
  ///       revocationDate          Time,
  ///       crlEntryExtensions      Extensions OPTIONAL
  ///                                -- if present, version MUST be v2 }
  ///
  /// RFC 5280 sections 5.1.2.6 and 5.3.
  struct EncodedEntry {
    /// The range of the revoked certificate's serial number in the revocation list's DER.
    let serialNumber: Range<Int>
    let date: ASN1.Time
    var reason: X509.RevocationReason?
    var invalidityDate: ASN1.Time?
    /// The range of the extension value that names the issuer of the revoked certificate.
    var issuer: Range<Int>?
    var hasExtensions = false
    /// The reason the complete revocation list cannot be used, or `nil` if the list can be used.
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
      case .certificateIssuer:
        guard issuer == nil else {
          throw .duplicateExtension(one.oid, at: one.range.lowerBound)
        }
        issuer = one.value
      default: if one.isCritical { obstacle = .unknownCriticalExtension(one.oid) }
      }
    }
  }

  /// Returns the revocation entry of a certificate by its serial number, if the list's issuer has
  /// issued the certificate.
  ///
  /// The function reads the entries in place and allocates no memory. If a serial number occurs
  /// more than once, the first entry counts. Entries of an indirect list that name other issuers
  /// are skipped. RFC 5280 section 5.1.2.6.
  ///
  /// - Parameter serialNumber: The serial number of the certificate.
  public func entry(for serialNumber: X509.SerialNumber) throws(X509Error) -> Entry? {
    guard isIndirect else { return try firstEntry(serialNumber) }
    return try entry(for: serialNumber, issuedBy: issuer)
  }

  /// Returns the revocation entry of a certificate by its serial number and its issuer.
  ///
  ///     CertificateIssuer ::=     GeneralNames
  ///
  /// RFC 5280 section 5.3.3: an entry of an indirect list without the certificate issuer extension
  /// has the issuer of the previous entry. The first entry without the extension has the issuer of
  /// the list.
  ///
  /// - Parameters:
  ///   - serialNumber: The serial number of the certificate.
  ///   - wanted: The issuer of the certificate.
  public func entry(
    for serialNumber: X509.SerialNumber, issuedBy wanted: X509.Name
  ) throws(X509Error) -> Entry? {
    guard isIndirect else {
      return wanted.matches(issuer) ? try firstEntry(serialNumber) : nil
    }
    let der = der.span
    var isWanted = wanted.matches(issuer)
    var list = X509.Reader(DERReader(entries), .revokedCertificates)
    while !list.isAtEnd {
      let entry = try EncodedEntry(from: &list, in: der)
      if let value = entry.issuer {
        var reader = X509.Reader(DERReader(value), .revokedCertificates)
        let names = try X509.GeneralName.readList(from: &reader, in: der)
        try reader.finish()
        isWanted = names.contains { name in
          if case .directory(let name) = name { name.matches(wanted) } else { false }
        }
      }
      if isWanted, Self.isEqual(entry.serialNumber, to: serialNumber, in: der) {
        return Entry(entry, in: der)
      }
    }
    return nil
  }

  /// Returns the revocation entry of a certificate. RFC 5280 section 6.3.3 (i) and (j).
  func entry(for certificate: X509.Certificate) throws(X509Error) -> Entry? {
    guard isIndirect else { return try firstEntry(certificate.serialNumber) }
    return try entry(for: certificate.serialNumber, issuedBy: certificate.issuer)
  }

  private var isIndirect: Bool { issuingDistributionPoint?.isIndirect ?? false }

  /// Calls a closure with every entry of the revocation list in order. RFC 5280 section 5.1.2.6.
  ///
  /// - Parameter body: The closure that is called with each entry.
  public func forEachEntry(_ body: (Entry) -> Void) throws(X509Error) {
    let der = der.span
    var list = X509.Reader(DERReader(entries), .revokedCertificates)
    while !list.isAtEnd { body(Entry(try EncodedEntry(from: &list, in: der), in: der)) }
  }

  private func firstEntry(_ wanted: X509.SerialNumber) throws(X509Error) -> Entry? {
    let der = der.span
    var list = X509.Reader(DERReader(entries), .revokedCertificates)
    while !list.isAtEnd {
      var again = list
      var fields = try list.readSequence(in: der)
      let content = try fields.readElement(in: der).content
      if Self.isEqual(content, to: wanted, in: der) {
        return Entry(try EncodedEntry(from: &again, in: der), in: der)
      }
    }
    return nil
  }

  @inline(__always)
  private static func isEqual(
    _ content: Range<Int>, to number: X509.SerialNumber, in der: Span<UInt8>
  ) -> Bool {
    let wanted = number.content
    guard content.count == wanted.count else { return false }
    for index in wanted.indices where der[content.lowerBound + index] != wanted[index] {
      return false
    }
    return true
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
