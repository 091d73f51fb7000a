public import ApusASN1

extension X509 {
  /// An extension in the bytes of a certificate. The extension can be of a kind that Apus does not
  /// support.
  ///
  ///     Extension  ::=  SEQUENCE  {
  ///       extnID      OBJECT IDENTIFIER,
  ///       critical    BOOLEAN DEFAULT FALSE,
  ///       extnValue   OCTET STRING }
  ///
  /// RFC 5280 section 4.1.
  public struct EncodedExtension: Equatable, Sendable {
    /// The maximum number of extensions in a list.
    static let listLimit = 128

    /// The object identifier of the extension.
    public let oid: OID
    /// A Boolean value that indicates whether software must support the extension.
    ///
    /// Software that does not support a critical extension must reject the certificate.
    public let isCritical: Bool
    /// The kind of the extension, or `nil` if the extension is not supported.
    public let kind: Extension.Kind?
    /// The range of the complete extension in the certificate's DER.
    public let range: Range<Int>
    /// The range of the extension's value in the certificate's DER.
    public let value: Range<Int>

    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var flaws = Flaws(areTolerated: false)
      try self.init(from: &reader, in: der, &flaws)
    }

    /// Reads an extension. If flaws are tolerated, an encoded `critical FALSE` is noted as a flaw,
    /// and every byte except zero means TRUE.
    init(
      from reader: inout Reader, in der: Span<UInt8>, _ flaws: inout Flaws
    ) throws(X509Error) {
      let start = reader.position
      var fields = try reader.readSequence(in: der)
      let id = try fields.read(.objectIdentifier, in: der)
      if let kind = Extension.Kind(id.content, in: der) {
        self.kind = kind
        oid = kind.oid
      } else {
        kind = nil
        oid = try fields.content { () throws(ASN1Error) in try id.oid(in: der) }
      }
      var again = fields
      do throws(X509Error) {
        isCritical = try fields.readBoolean(default: false, in: der)
      } catch {
        try flaws.note(error)
        let content = try again.read(.boolean, in: der).content
        fields = again
        isCritical = content.contains { der[$0] != 0 }
      }
      value = try fields.readOctetString(in: der)
      try flaws.noting { () throws(X509Error) in try fields.finish() }
      range = start..<reader.position
    }
  }
}

extension X509.EncodedExtension {
  /// Reads the extensions in an opened SEQUENCE, and throws an error for duplicates.
  ///
  ///     Extensions  ::=  SEQUENCE SIZE (1..MAX) OF Extension
  ///
  /// RFC 5280 section 4.1. The second result is a set with one bit for each kind of extension in
  /// the list.
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
      guard extensions.count < X509.EncodedExtension.listLimit else {
        throw .tooMany(.extensions, limit: X509.EncodedExtension.listLimit)
      }
      extensions.append(next)
    }
    return (extensions, kinds)
  }

  /// Reads the extensions in an opened SEQUENCE, and throws an error for duplicates.
  static func readList(
    from list: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> [X509.EncodedExtension] {
    var flaws = X509.Flaws(areTolerated: false)
    return try readList(from: &list, in: der, &flaws).0
  }

  /// Reads an optional list of extensions with an explicit context tag. The result is empty if the
  /// list is absent.
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
