internal import ApusASN1
internal import ApusBytes
public import ApusNames

extension X509 {
  /// The expected identity of a server: the requested host, which its certificate must name.
  ///
  /// Only the subject's alternative names count. A common name is ignored, an address is never
  /// compared with host names, nor a host with addresses. A wildcard must be the whole first label
  /// of a name, matches exactly one label, and must be followed by a domain that can be registered.
  ///
  /// RFC 9525 section 6.
  public struct ServerIdentity: Hashable, Sendable {
    /// The requested host.
    public let host: CanonicalHost
    /// The bytes to compare: the canonical name without a trailing dot, or the octets of the
    /// address.
    private let bytes: [UInt8]
    /// The range after a wildcard, from its dot to the end; nil if no wildcard can match.
    private let parent: Range<Int>?
    /// The reason the name itself is not allowed, if it is not.
    private let objection: NameFault.Objection?
    /// The reason a wildcard is not allowed, if it is not.
    private let wildcardObjection: NameFault.Objection?

    /// Creates the identity of a host, with a profile's rules for underscores and wildcards.
    ///
    /// A wildcard never matches the domains below a registry's suffix, such as `*.com` and
    /// `*.co.uk`. With `noSuffixWildcards` it also matches none below a suffix of a hosting
    /// service, such as `*.github.io`, nor below a single label, such as `*.internal`.
    ///
    /// - Parameters:
    ///   - host: The host that a certificate must name.
    ///   - profile: The rules for names; by default only the common rules of all profiles.
    public init(_ host: CanonicalHost, profile: Profile = .default) {
      self.host = host
      switch host {
      case .name(let name):
        bytes = name.bytes
        parent = bytes.firstIndex(of: 0x2e).map { $0..<name.bytes.count }
        let isStrict = profile.contains(.hostNameSyntax)
        objection = isStrict && bytes.contains(0x5f) ? .underscore : nil
        if let parent, Self.isSuffix(from: parent.lowerBound + 1, of: name, profile) {
          wildcardObjection = .suffix
        } else if let parent, isStrict, bytes[parent].contains(0x5f) {
          wildcardObjection = .underscore
        } else {
          wildcardObjection = nil
        }
      case .ipv4(let address):
        (bytes, parent, objection, wildcardObjection) = (address.octets, nil, nil, nil)
      case .ipv6(let address):
        (bytes, parent, objection, wildcardObjection) = (address.octets, nil, nil, nil)
      }
    }

    /// Throws an error if the host is not among the names of a certificate.
    ///
    /// Every name is read, so that a malformed name is never overlooked. Comparing a host name or
    /// an address allocates nothing.
    ///
    /// - Parameter certificate: The certificate of a server.
    public func check(_ certificate: Certificate) throws(NameFault) {
      let finding: Finding
      do throws(X509Error) {
        finding = try find(in: certificate)
      } catch {
        throw .unreadable(error)
      }
      switch finding {
      case .found: return
      case .refused(let range, let objection):
        throw .refused(host, String(decoding: certificate.der[range], as: UTF8.self), objection)
      case .missing: throw fault(of: certificate)
      }
    }

    /// Returns a Boolean value that indicates whether a wildcard before a name's parent would match
    /// names of different owners.
    ///
    /// It checks the host instead of the parent, with the same result: if the host's own suffix is
    /// longer than the parent, there are different owners directly below it as well.
    private static func isSuffix(
      from start: Int, of name: DomainName, _ profile: Profile
    ) -> Bool {
      if profile.contains(.noSuffixWildcards) {
        return name.publicSuffix.range.lowerBound <= start
      }
      let suffix = name.registrySuffix
      return suffix.rule == .registry && suffix.range.lowerBound <= start
    }
  }
}

/// The search for the host among the names of a certificate.
extension X509.ServerIdentity {
  private enum Finding {
    case missing
    /// A name that matches but is not allowed, with its range.
    case refused(Range<Int>, X509.NameFault.Objection)
    case found
  }

  /// Reads the names in the bytes of a certificate.
  ///
  ///     SubjectAltName ::= SEQUENCE SIZE (1..MAX) OF GeneralName
  ///     dNSName   [2]  IA5String
  ///     iPAddress [7]  OCTET STRING
  ///
  /// RFC 5280 section 4.2.1.6.
  private func find(in certificate: X509.Certificate) throws(X509Error) -> Finding {
    let kind = X509.Extension.Kind.subjectAlternativeName
    guard let encoded = certificate.encodedExtension(kind) else { return .missing }
    let der = certificate.der
    var value = X509.Reader(DERReader(encoded.value), .value(kind))
    var list = try value.readList(in: der.span)
    try value.finish()
    var finding = Finding.missing
    var count = 0
    repeat {
      count += 1
      guard count <= X509.GeneralName.listLimit else {
        throw .tooMany(list.field, limit: X509.GeneralName.listLimit)
      }
      let next = try compare(&list, in: der.span)
      switch (finding, next) {
      case (.found, _), (.refused, .missing), (.refused, .refused): break
      case (.missing, _), (.refused, .found): finding = next
      }
    } while !list.isAtEnd
    return finding
  }

  /// Reads the next name, and compares it if it is of the host's form.
  private func compare(
    _ list: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> Finding {
    if list.isNext(.context(2), in: der) {
      let name = try list.readElement(in: der)
      for index in name.content where der[index] >= 0x80 {
        throw .malformed(list.field, .invalidCharacter(at: index, in: .ia5String))
      }
      return host.isIPAddress ? .missing : compare(name.content, in: der)
    }
    if list.isNext(.context(7), in: der) {
      let address = try list.readElement(in: der)
      guard address.byteCount == 4 || address.byteCount == 16 else {
        throw list.broken(.addressByteCount, at: address.start)
      }
      return host.isIPAddress && isSame(der.extracting(address.content)) ? .found : .missing
    }
    _ = try X509.GeneralName(from: &list, in: der)
    return .missing
  }

  private func isSame(_ octets: Span<UInt8>) -> Bool {
    guard octets.count == bytes.count else { return false }
    for index in octets.indices where octets[index] != bytes[index] { return false }
    return true
  }

  /// Compares a host name with the host.
  ///
  ///     presented = [ "*." ] label *( "." label )
  ///
  /// A name that has the spelling of a canonical name, except for its case, is well formed. So a
  /// matching name needs no further checks, and no malformed name can match: no wildcard within a
  /// label or after the first one, no empty label, no dot at either end.
  ///
  /// RFC 9525 section 6.3.
  private func compare(_ range: Range<Int>, in der: Span<UInt8>) -> Finding {
    let name = der.extracting(range)
    if ASCII.equalsIgnoringCase(name, bytes.span) {
      return objection.map { .refused(range, $0) } ?? .found
    }
    guard let parent, name.count == parent.count + 1, name[0] == 0x2a,
      ASCII.equalsIgnoringCase(
        name.extracting(1..<name.count), bytes.span.extracting(parent))
    else { return .missing }
    return wildcardObjection.map { .refused(range, $0) } ?? .found
  }

  /// Returns the reason no name of a certificate is the host.
  private func fault(of certificate: X509.Certificate) -> X509.NameFault {
    let names = ((try? certificate.subjectAlternativeName)?.names ?? []).filter { name in
      switch name {
      case .dns, .ipv4, .ipv6: true
      case .other, .email, .x400, .directory, .ediParty, .uri, .registeredID: false
      }
    }
    guard !names.isEmpty else {
      return .noNames(host, commonName: certificate.subject.commonName)
    }
    let limit = X509.NameFault.nameLimit
    return .otherNames(
      host, presented: Array(names.prefix(limit)), omittedCount: max(0, names.count - limit))
  }
}
