internal import ApusASN1
internal import ApusBytes
public import ApusNames

extension X509 {
  /// The expected identity of a server:
  /// the requested host, which the server's certificate must contain.
  ///
  /// Only the subject alternative names of a certificate count. A common name is ignored. An IP
  /// address is never compared with a host name. A wildcard must be the complete first label of a
  /// name, and it matches exactly one label. The domain after a wildcard must be a domain that can
  /// be registered.
  ///
  /// RFC 9525 section 6.
  public struct ServerIdentity: Hashable, Sendable {
    /// The requested host of the server.
    public let host: CanonicalHost
    /// The canonical host name without a trailing dot, or the octets of the IP address, for
    /// comparisons.
    private let bytes: [UInt8]
    /// The range of the host name that follows a wildcard, from the dot to the end. The range is
    /// `nil` if no wildcard can match the host name.
    private let parent: Range<Int>?
    /// The reason the host name itself is not allowed in a certificate, or `nil` if the host name
    /// is allowed.
    private let objection: NameFault.Objection?
    /// The reason a matching wildcard is not allowed in a certificate, or `nil` if a wildcard is
    /// allowed.
    private let wildcardObjection: NameFault.Objection?

    /// Creates the identity of a host, with a profile's rules for underscores and wildcards.
    ///
    /// Every profile rejects wildcards for all domains of a registry, such as `*.com` and
    /// `*.co.uk`. The rule `noSuffixWildcards` rejects wildcards for all customers of a hosting
    /// service, such as `*.github.io`. The rule `noSuffixWildcards` rejects wildcards below a
    /// single label, such as `*.internal`.
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

    /// Throws an error if the requested host is not among the names of a certificate.
    ///
    /// The function reads every name, so that a malformed name is never overlooked. Comparing a
    /// host name or an address allocates no memory.
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

    /// Returns a Boolean value that indicates whether the subdomains of a host name's parent domain
    /// have different owners.
    ///
    /// The function checks the public suffix of the host name instead of the parent domain, with
    /// the same result. If the host's own suffix is longer than the parent domain, the domains
    /// directly below the parent domain have different owners as well.
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

/// The search for the requested host among the names of a certificate.
extension X509.ServerIdentity {
  private enum Finding {
    case missing
    /// A matching name that is not allowed, with its range in the certificate.
    case refused(Range<Int>, X509.NameFault.Objection)
    case found
  }

  /// Reads the names in the bytes of a certificate, and compares each name with the requested host.
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

  /// Reads the next name of the certificate, and compares the name if it has the form of the
  /// requested host.
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

  /// Compares a host name of the certificate with the requested host.
  ///
  ///     presented = [ "*." ] label *( "." label )
  ///
  /// A name that equals a canonical host name except for its case is well formed. A matching name
  /// therefore needs no further checks. A malformed name cannot match, such as a name with a
  /// wildcard within a label, an empty label, or a dot at an end.
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

  /// Returns the error for a certificate whose names do not include the requested host.
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
