extension X509 {
  /// A subtree of a name constraint in a normalized form: the bytes of the base, and their relation
  /// to names.
  struct FoldedSubtree: Equatable {
    /// The relation between the names in a subtree and the base of the subtree.
    enum Relation: Equatable {
      /// The subtree contains all names of its form.
      case any
      /// The subtree contains only the name that equals the base.
      case same
      /// The subtree contains the names whose host equals the base.
      case host
      /// The subtree contains the names whose host ends with the base after at least one other
      /// label.
      case below
      /// The subtree contains the names whose host equals the base or ends with it.
      case hostOrBelow
      /// The subtree contains the names that begin with the base.
      case beginning
      /// The subtree contains the addresses that have the base's length and begin with a number of
      /// the base's bits.
      case bits(Int)
    }

    let relation: Relation
    let bytes: [UInt8]

    private init(_ relation: Relation, _ bytes: [UInt8] = []) {
      self.relation = relation
      self.bytes = bytes
    }

    /// Creates the normalized form of a subtree. The initializer returns `nil` if the base of the
    /// subtree is malformed, or if names of its form cannot be compared.
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
    /// subtree. A wildcard name is in the subtree only if all names that the wildcard matches are.
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

    /// Returns a Boolean value that indicates whether a name of the subtree's form, or a name that
    /// its wildcard matches, is in the subtree.
    ///
    /// The wildcard name `*.example.org` matches `www.example.org`, although the wildcard name is
    /// not below that name. A wildcard name does not match names with further labels.
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
