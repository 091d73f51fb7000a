extension X509 {
  /// A subtree of a name constraint in a normalized form: the bytes of the base name and a rule for
  /// matching names.
  struct FoldedSubtree: Equatable {
    /// The rule that determines which names belong to the subtree of a base name.
    enum Relation: Equatable {
      /// The subtree contains every name of the base name's form.
      case any
      /// The subtree contains only the name that equals the base name.
      case same
      /// The subtree contains the names whose host equals the base name.
      case host
      /// The subtree contains the names whose host is a subdomain of the base name.
      case below
      /// The subtree contains the names whose host is the base name or a subdomain of the base
      /// name.
      case hostOrBelow
      /// The subtree contains the distinguished names that begin with the base name.
      case beginning
      /// The subtree contains the IP addresses that share the given number of leading bits with the
      /// base address.
      case bits(Int)
    }

    let relation: Relation
    let bytes: [UInt8]

    private init(_ relation: Relation, _ bytes: [UInt8] = []) {
      self.relation = relation
      self.bytes = bytes
    }

    /// Creates the normalized form of a subtree. The initializer returns `nil` if the base of the
    /// subtree is malformed, or if names of the subtree's form cannot be compared.
    ///
    ///     dNSName                    [ [ "." ] host ]
    ///     rfc822Name                 [ Mailbox / [ "." ] host ]
    ///     uniformResourceIdentifier  [ [ "." ] host ]
    ///
    /// RFC 5280 section 4.2.1.10. The RFC does not define a dot before a host name. Implementations
    /// interpret the dot of a host name like the dot of a mail address or a URI. An empty base
    /// includes all names of its form.
    init?(_ subtree: Subtree) {
      switch subtree {
      case .dns(let text): self.init(host: text.bytes, .hostOrBelow)
      case .uri(let text): self.init(host: text.bytes, .host)
      case .email(let text):
        let bytes = text.bytes
        if bytes.contains(0x40) {
          guard let mailbox = FoldedName(mailbox: bytes) else { return nil }
          self.init(.same, mailbox.bytes)
        } else {
          self.init(host: bytes, .host)
        }
      case .ip(let network): self.init(.bits(network.prefixLength), network.address)
      case .directory(let name): self.init(.beginning, FoldedName.directory(name))
      case .other: return nil
      }
    }

    private init?(host text: [UInt8], _ relation: Relation) {
      guard !text.isEmpty else {
        self.init(.any)
        return
      }
      let isBelow = text[0] == 0x2e
      guard let host = FoldedName.host(text[(isBelow ? 1 : 0)...]) else { return nil }
      self.init(isBelow ? .below : relation, host)
    }

    /// Returns a Boolean value that indicates whether a name of the subtree's form is in the
    /// subtree. A wildcard name is in the subtree only if all matching host names are in the
    /// subtree.
    func contains(_ name: FoldedName) -> Bool {
      switch relation {
      case .any: true
      case .same: name.bytes == bytes
      case .host: hasHost(name)
      case .below: hasHostBelow(name)
      case .hostOrBelow: hasHost(name) || hasHostBelow(name)
      case .beginning: name.bytes.starts(with: bytes)
      case .bits(let count): hasSameBits(name, count)
      }
    }

    /// Returns a Boolean value that indicates whether the subtree contains a name, or a host name
    /// that a wildcard name matches.
    ///
    /// For example, the wildcard name `*.example.org` touches the subtree `www.example.org`. A
    /// wildcard matches exactly one label.
    func touches(_ name: FoldedName) -> Bool {
      if contains(name) { return true }
      guard name.isWildcard, relation == .hostOrBelow,
        let dot = bytes.firstIndex(of: 0x2e)
      else { return false }
      return bytes[dot...].elementsEqual(name.bytes[1...])
    }

    private func hasHost(_ name: FoldedName) -> Bool {
      name.bytes.count - name.hostStart == bytes.count
        && name.bytes[name.hostStart...].elementsEqual(bytes)
    }

    private func hasHostBelow(_ name: FoldedName) -> Bool {
      let dot = name.bytes.count - bytes.count - 1
      return dot > name.hostStart && name.bytes[dot] == 0x2e
        && name.bytes[(dot + 1)...].elementsEqual(bytes)
    }

    private func hasSameBits(_ name: FoldedName, _ count: Int) -> Bool {
      guard name.bytes.count == bytes.count, count <= bytes.count * 8 else { return false }
      let whole = count / 8
      for index in 0..<whole where name.bytes[index] != bytes[index] { return false }
      guard count % 8 != 0 else { return true }
      return (name.bytes[whole] ^ bytes[whole]) >> UInt8(8 - count % 8) == 0
    }
  }
}
