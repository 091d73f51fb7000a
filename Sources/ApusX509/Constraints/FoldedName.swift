internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// A name in a normalized form, so that name constraints compare only bytes.
  ///
  /// - A host name is normalized to lower case, possibly with a wildcard at the start.
  /// - An IP address is normalized to its octets.
  /// - A mail address is normalized to its local part, `@`, and the host name in lower case.
  /// - A URI is normalized to its host name in lower case.
  /// - A distinguished name is normalized so that the bytes of each ancestor name are a prefix.
  struct FoldedName: Equatable {
    let bytes: [UInt8]
    /// The offset of the host name in the bytes of a normalized name, if the name has a host name.
    let hostStart: Int

    init(_ bytes: [UInt8], hostStart: Int = 0) {
      self.bytes = bytes
      self.hostStart = hostStart
    }

    /// Creates the normalized form of a name. The initializer returns `nil` if the name is
    /// malformed, or if no standard defines the comparison of the name.
    init?(_ name: GeneralName) {
      switch name {
      case .dns(let text):
        let bytes = text.bytes
        guard let host = Self.host(bytes.starts(with: [0x2a, 0x2e]) ? bytes[2...] : bytes[...])
        else { return nil }
        self.init(host.count == bytes.count ? host : [0x2a, 0x2e] + host)
      case .ipv4(let address): self.init(address.octets)
      case .ipv6(let address): self.init(address.octets)
      case .email(let text):
        guard let mailbox = FoldedName(mailbox: text.bytes) else { return nil }
        self = mailbox
      case .uri(let text):
        guard let host = Self.host(ofURI: text.bytes) else { return nil }
        self.init(host)
      case .directory(let name): self.init(Self.directory(name))
      case .other, .x400, .ediParty, .registeredID: return nil
      }
    }

    /// A Boolean value that indicates whether the first label of a host name is a wildcard.
    var isWildcard: Bool { bytes.first == 0x2a }
  }
}

/// The normalized forms of host names.
extension X509.FoldedName {
  /// Returns a host name in lower case, or `nil` if the text is not a host name.
  ///
  ///     host  = label *( "." label )
  ///     label = 1*63( ALPHA / DIGIT / "-" / "_" )
  ///
  /// RFC 1034 section 3.5, extended by other characters that are in use.
  static func host(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count <= DomainName.limit else { return nil }
    var host: [UInt8] = []
    host.reserveCapacity(text.count)
    var labelCount = 0
    for byte in text {
      if byte == 0x2e {
        guard labelCount > 0 else { return nil }
        labelCount = 0
      } else {
        labelCount += 1
        guard labelCount <= DomainName.labelLimit, labelBytes.contains(byte) else { return nil }
      }
      host.append(ASCII.lowercased(byte))
    }
    return labelCount > 0 ? host : nil
  }

  /// Returns the host name of a URI in lower case, or `nil` if the URI has no host or the host is
  /// an address.
  ///
  ///     URI       = scheme ":" "//" authority [ ( "/" / "?" / "#" ) … ]
  ///     scheme    = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
  ///     authority = [ userinfo "@" ] host [ ":" port ]
  ///
  /// RFC 3986 section 3. A host whose last label begins with a digit is an address and not a domain
  /// name. RFC 5280 section 4.2.1.10 requires a domain name in a constrained URI.
  static func host(ofURI text: [UInt8]) -> [UInt8]? {
    guard let colon = text.firstIndex(of: 0x3a), colon > 0, ByteSet.letters.contains(text[0]),
      text[..<colon].allSatisfy({ schemeBytes.contains($0) }),
      text[colon...].starts(with: [0x3a, 0x2f, 0x2f])
    else { return nil }
    let rest = text[(colon + 3)...]
    var authority = rest.prefix { $0 != 0x2f && $0 != 0x3f && $0 != 0x23 }
    if let at = authority.firstIndex(of: 0x40) { authority = authority[(at + 1)...] }
    var end = authority.firstIndex(of: 0x3a) ?? authority.endIndex
    guard authority[end...].dropFirst().allSatisfy({ ByteSet.digits.contains($0) }) else {
      return nil
    }
    if end > authority.startIndex, authority[end - 1] == 0x2e { end -= 1 }
    guard let host = host(authority[..<end]) else { return nil }
    let lastLabel = host.lastIndex(of: 0x2e).map { $0 + 1 } ?? 0
    return ByteSet.digits.contains(host[lastLabel]) ? nil : host
  }

  private static let labelBytes = ByteSet.letters.union(.digits).union(ByteSet("-_"))
  private static let schemeBytes = ByteSet.letters.union(.digits).union(ByteSet("+-."))
}

/// The normalized forms of mail addresses.
extension X509.FoldedName {
  /// Reads a mail address. The initializer returns `nil` if the mail address is malformed, or if
  /// its host is an IP address.
  ///
  ///     Mailbox       = Local-part "@" Domain
  ///     Local-part    = Atom *( "." Atom ) / DQUOTE *QcontentSMTP DQUOTE
  ///     QcontentSMTP  = %d32-33 / %d35-91 / %d93-126 / "\" %d32-126
  ///
  /// RFC 5321 section 4.1.2. The quotation marks around a local part are not part of its content.
  init?(mailbox text: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    guard
      let end = text.first == 0x22
        ? Self.readQuoted(text, into: &bytes) : Self.readAtoms(text, into: &bytes)
    else { return nil }
    guard end < text.count, text[end] == 0x40, let host = Self.host(text[(end + 1)...]) else {
      return nil
    }
    bytes.append(0x40)
    self.init(bytes + host, hostStart: bytes.count)
  }

  private static func readAtoms(_ text: [UInt8], into local: inout [UInt8]) -> Int? {
    for byte in text {
      if byte == 0x2e {
        guard let last = local.last, last != 0x2e else { return nil }
      } else if !atomBytes.contains(byte) {
        break
      }
      local.append(byte)
    }
    guard let last = local.last, last != 0x2e else { return nil }
    return local.count
  }

  private static func readQuoted(_ text: [UInt8], into local: inout [UInt8]) -> Int? {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      let byte = text[index]
      guard 0x20...0x7e ~= byte else { return nil }
      if isEscaped {
        isEscaped = false
      } else if byte == 0x22 {
        return index + 1
      } else if byte == 0x5c {
        isEscaped = true
        continue
      }
      local.append(byte)
    }
    return nil
  }

  private static let atomBytes =
    ByteSet.letters.union(.digits).union(ByteSet("!#$%&'*+-/=?^_`{|}~"))
}

/// The normalized forms of distinguished names.
extension X509.FoldedName {
  /// Returns a distinguished name in normalized form. Two distinguished names match if and only if
  /// their normalized forms are equal. A name is below another name if and only if its normalized
  /// form begins with the other name's normalized form.
  ///
  /// Each relative distinguished name is normalized to its length, followed by its attributes in
  /// the order of their bytes.
  ///
  /// RFC 5280 section 7.1, as in `Name.matches`.
  static func directory(_ name: X509.Name) -> [UInt8] {
    var bytes: [UInt8] = []
    for step in name.steps {
      let attributes = step.attributes.map { attribute in
        let (kind, content): (UInt8, [UInt8]) =
          switch attribute.value {
          case .text(let text) where X509.Text.isFolded(text.kind): (0, text.folded)
          case .text(let text): (UInt8(truncatingIfNeeded: text.kind.tag.number), text.content)
          case .other(let der): (0xff, der)
          }
        return withLength(attribute.type.bytes) + [kind] + withLength(content)
      }
      let sorted = attributes.sorted { $0.lexicographicallyPrecedes($1) }
      bytes += withLength(Array(sorted.joined()))
    }
    return bytes
  }

  /// Returns the given bytes after a four-byte length. Four bytes are enough, because the size of a
  /// certificate is limited.
  private static func withLength(_ bytes: [UInt8]) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes
  }
}
