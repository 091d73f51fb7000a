internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// A name in a normalized form of bytes, so that name constraints compare bytes only.
  ///
  /// - a host name in lower case, possibly with a wildcard at the start;
  /// - the octets of an address;
  /// - the local part of a mail address, `@`, and its host in lower case;
  /// - the host of a URI in lower case;
  /// - a distinguished name in a form of which every prefix is the form of a name above it.
  struct FoldedName: Equatable {
    let bytes: [UInt8]
    /// The offset of the host, in names that have one.
    let hostStart: Int

    init(_ bytes: [UInt8], hostStart: Int = 0) {
      self.bytes = bytes
      self.hostStart = hostStart
    }

    /// Creates the form of a name, or nil if it is malformed, or no standard defines its
    /// comparison.
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

/// Hosts.
extension X509.FoldedName {
  /// Returns a host name in lower case, or nil if it is not one.
  ///
  ///     host  = label *( "." label )
  ///     label = 1*63( ALPHA / DIGIT / "-" / "_" )
  ///
  /// RFC 1034 section 3.5, and other characters in use.
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

  /// Returns the host of a URI in lower case, or nil if it has none or an address.
  ///
  ///     URI       = scheme ":" "//" authority [ ( "/" / "?" / "#" ) … ]
  ///     scheme    = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
  ///     authority = [ userinfo "@" ] host [ ":" port ]
  ///
  /// RFC 3986 section 3. A last label that begins with a digit is part of an address, not of a
  /// domain. RFC 5280 section 4.2.1.10 requires a domain for constrained URIs.
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

/// Mail addresses.
extension X509.FoldedName {
  /// Reads a mail address, or returns nil if it is malformed, or its host is an address.
  ///
  ///     Mailbox       = Local-part "@" Domain
  ///     Local-part    = Atom *( "." Atom ) / DQUOTE *QcontentSMTP DQUOTE
  ///     QcontentSMTP  = %d32-33 / %d35-91 / %d93-126 / "\" %d32-126
  ///
  /// RFC 5321 section 4.1.2. The quotation marks of a local part do not belong to it.
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

/// Distinguished names.
extension X509.FoldedName {
  /// Returns a name in a form that is equal for two names if and only if they match, and begins
  /// with the form of another name if and only if that one is above it.
  ///
  /// Each step is its length followed by its attributes, in the order of their bytes.
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

  /// Returns bytes after their count. A certificate is short enough for a count of four bytes.
  private static func withLength(_ bytes: [UInt8]) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes
  }
}
