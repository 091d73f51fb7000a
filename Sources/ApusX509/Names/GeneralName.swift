public import ApusASN1
internal import ApusBytes
public import ApusNames

extension X509 {
  /// A name in one of the nine forms that certificates use.
  ///
  ///     GeneralName ::= CHOICE {
  ///       otherName                 [0]  AnotherName,
  ///       rfc822Name                [1]  IA5String,
  ///       dNSName                   [2]  IA5String,
  ///       x400Address               [3]  ORAddress,
  ///       directoryName             [4]  Name,
  ///       ediPartyName              [5]  EDIPartyName,
  ///       uniformResourceIdentifier [6]  IA5String,
  ///       iPAddress                 [7]  OCTET STRING,
  ///       registeredID              [8]  OBJECT IDENTIFIER }
  ///
  /// RFC 5280 section 4.2.1.6. Code that uses a host name or a URI must check the name's syntax.
  public enum GeneralName: Hashable, Sendable {
    /// A name in a form that another standard defines.
    case other(OtherName)
    /// A mail address, which is an rfc822Name.
    case email(IA5Text)
    /// A host name, possibly with a wildcard, which is a dNSName.
    case dns(IA5Text)
    /// An X.400 address, as the DER content of its tag.
    case x400([UInt8])
    /// A distinguished name.
    case directory(Name)
    /// The name of a party in electronic data interchange (EDI), as the DER content of its tag.
    case ediParty([UInt8])
    /// A uniform resource identifier (URI).
    case uri(IA5Text)
    /// An IPv4 address, which is an iPAddress of four octets.
    case ipv4(IPv4Address)
    /// An IPv6 address, which is an iPAddress of sixteen octets.
    case ipv6(IPv6Address)
    /// A registered object identifier.
    case registeredID(OID)
  }
}

extension X509.GeneralName {
  /// The maximum number of names in a list, which is ten times the longest list in use.
  public static let listLimit = 16_384

  /// Reads one name of any form.
  init(from reader: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
    let element = try reader.readElement(in: der)
    if let name = try Self.common(element, reader, in: der) {
      self = name
      return
    }
    guard element.tag == .context(7) else {
      throw reader.broken(.knownNameForm, at: element.start)
    }
    let octets = der.extracting(element.content)
    if let address = IPv4Address(octets: octets) {
      self = .ipv4(address)
    } else if let address = IPv6Address(octets: octets) {
      self = .ipv6(address)
    } else {
      throw reader.broken(.addressByteCount, at: element.start)
    }
  }

  /// Reads a name of any form except an IP address, which name constraints encode differently.
  static func common(
    _ element: ASN1.Element, _ reader: X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> X509.GeneralName? {
    func text() throws(X509Error) -> X509.IA5Text {
      try reader.content { () throws(ASN1Error) in
        try X509.IA5Text(reading: element.content, in: der)
      }
    }
    switch element.tag {
    case .context(2): return .dns(try text())
    case .context(6): return .uri(try text())
    case .context(1): return .email(try text())
    case .context(4, isConstructed: true):
      // The context tag of the directory name is explicit, because the type Name is itself a
      // CHOICE.
      var inner = try reader.reader(of: element)
      let name = try X509.Name(from: &inner, in: der)
      try inner.finish()
      return .directory(name)
    case .context(0, isConstructed: true):
      return .other(try X509.OtherName(fields: reader.reader(of: element), in: der))
    case .context(8):
      return .registeredID(
        try reader.content { () throws(ASN1Error) in try element.oid(in: der) })
    case .context(3, isConstructed: true): return .x400(der.extracting(element.content).copy())
    case .context(5, isConstructed: true): return .ediParty(der.extracting(element.content).copy())
    default: return nil
    }
  }

  /// Reads a list of general names, and throws an error if the list is empty.
  ///
  ///     GeneralNames ::= SEQUENCE SIZE (1..MAX) OF GeneralName
  static func readList(
    from reader: inout X509.Reader, tagged tag: ASN1.Tag = .sequence, in der: Span<UInt8>
  ) throws(X509Error) -> [X509.GeneralName] {
    var list = try reader.readList(tagged: tag, in: der)
    var names: [X509.GeneralName] = []
    repeat {
      guard names.count < listLimit else { throw .tooMany(reader.field, limit: listLimit) }
      names.append(try X509.GeneralName(from: &list, in: der))
    } while !list.isAtEnd
    return names
  }

  /// Reads an optional list of general names. The result is empty if the list is absent.
  static func readOptionalList(
    from reader: inout X509.Reader, tagged number: UInt32, in der: Span<UInt8>
  ) throws(X509Error) -> [X509.GeneralName] {
    let tag = ASN1.Tag.context(number, isConstructed: true)
    guard reader.isNext(tag, in: der) else { return [] }
    return try readList(from: &reader, tagged: tag, in: der)
  }

  func write(to writer: inout DERWriter) {
    switch self {
    case .other(let name): name.write(to: &writer)
    case .email(let text): text.write(to: &writer, tagged: .context(1))
    case .dns(let text): text.write(to: &writer, tagged: .context(2))
    case .x400(let der): writer.write(.context(3, isConstructed: true), content: der)
    case .directory(let name): writer.writeExplicit(4) { name.write(to: &$0) }
    case .ediParty(let der): writer.write(.context(5, isConstructed: true), content: der)
    case .uri(let text): text.write(to: &writer, tagged: .context(6))
    case .ipv4(let address): writer.writeOctetString(address.octets, tagged: .context(7))
    case .ipv6(let address): writer.writeOctetString(address.octets, tagged: .context(7))
    case .registeredID(let oid): writer.writeOID(oid, tagged: .context(8))
    }
  }

  static func writeList(
    _ names: [X509.GeneralName], to writer: inout DERWriter, tagged tag: ASN1.Tag = .sequence
  ) {
    writer.writeSequence(tagged: tag) { list in
      for name in names { name.write(to: &list) }
    }
  }
}

extension X509.GeneralName: CustomStringConvertible {
  /// The form of the name and the name, such as `DNS:www.example.org`, limited to
  /// `X509.shownCharacterLimit` characters.
  public var description: String {
    switch self {
    case .other(let name):
      X509.brief("other:\(name.type)=#\(Hex.encode(Array(name.value.prefix(128))))")
    case .email(let text): X509.brief("email:\(text.string)")
    case .dns(let text): X509.brief("DNS:\(text.string)")
    case .x400(let der): X509.brief("X400:#\(Hex.encode(Array(der.prefix(128))))")
    case .directory(let name): "directory:\(name)"
    case .ediParty(let der): X509.brief("EDI:#\(Hex.encode(Array(der.prefix(128))))")
    case .uri(let text): X509.brief("URI:\(text.string)")
    case .ipv4(let address): "IP:\(address)"
    case .ipv6(let address): "IP:\(address)"
    case .registeredID(let oid): X509.brief("registered:\(oid)")
    }
  }

  /// The form of the name and the name in one line of any length.
  public var line: String {
    switch self {
    case .other(let name): "other:\(name.type)=#\(Hex.encode(name.value))"
    case .email(let text): "email:\(X509.shown(text.string))"
    case .dns(let text): "DNS:\(X509.shown(text.string))"
    case .x400(let der): "X400:#\(Hex.encode(der))"
    case .directory(let name): "directory:\(name.line)"
    case .ediParty(let der): "EDI:#\(Hex.encode(der))"
    case .uri(let text): "URI:\(X509.shown(text.string))"
    case .registeredID(let oid): "registered:\(oid)"
    case .ipv4, .ipv6: description
    }
  }
}

extension X509 {
  /// A name in a form that another standard defines.
  ///
  ///     OtherName ::= SEQUENCE {
  ///       type-id    OBJECT IDENTIFIER,
  ///       value      [0] EXPLICIT ANY DEFINED BY type-id }
  ///
  /// RFC 5280 section 4.2.1.6.
  public struct OtherName: Hashable, Sendable {
    /// The object identifier of the name's form.
    public let type: OID
    /// The value of the name as complete DER.
    public let value: [UInt8]

    /// Creates a name from a form and a value, which must be exactly one DER value.
    ///
    /// - Parameters:
    ///   - type: The object identifier of the name's form.
    ///   - value: The value of the name in DER.
    public init(_ type: OID, value: [UInt8]) throws(X509Error) {
      var reader = Reader(DERReader(value.indices), .value(.subjectAlternativeName))
      _ = try reader.readElement(in: value.span)
      try reader.finish()
      self.type = type
      self.value = value
    }

    /// Reads the fields of the name, which follow the tag of the CHOICE.
    init(fields: consuming Reader, in der: Span<UInt8>) throws(X509Error) {
      type = try fields.readOID(in: der)
      guard var inner = try fields.readOptionalExplicit(0, in: der) else {
        throw fields.broken(.notEmpty, at: fields.position)
      }
      let element = try inner.readElement(in: der)
      try inner.finish()
      try fields.finish()
      value = der.extracting(element.range).copy()
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence(tagged: .context(0, isConstructed: true)) { name in
        name.writeOID(type)
        name.writeExplicit(0) { $0.writeRaw(value) }
      }
    }
  }
}
