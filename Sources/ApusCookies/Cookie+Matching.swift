internal import ApusHTTP
internal import ApusNames

/// The destinations of cookies, and their identity.
extension HTTP.Cookie {
  /// Returns whether requests with that host, path and security include the cookie, unless expired.
  ///
  /// RFC 6265bis section 5.8.3.
  func isSent(to host: CanonicalHost, path: [UInt8], isSecure: Bool) -> Bool {
    (isHostOnly ? host == domain : Self.domainMatches(host, domain))
      && Self.pathMatches(path, pathBytes) && (isSecure || !self.isSecure)
  }

  /// Returns whether another cookie would replace it: same name, domain, scope and path.
  func isSame(as other: HTTP.Cookie) -> Bool {
    nameBytes == other.nameBytes && domain == other.domain && isHostOnly == other.isHostOnly
      && pathBytes == other.pathBytes
  }

  /// Returns whether a cookie from an insecure connection would be sent before this one.
  ///
  /// A cookie without a name counts by the name that a server reads in it, which the draft leaves
  /// open: `=session=1` is sent as `session=1`.
  ///
  /// RFC 6265bis section 5.7, step 16.
  func isShadowed(by other: HTTP.Cookie) -> Bool {
    isSecure && readName == other.readName
      && (Self.domainMatches(domain, other.domain) || Self.domainMatches(other.domain, domain))
      && Self.pathMatches(other.pathBytes, pathBytes)
  }

  /// The name that a server reads in the sent text.
  private var readName: ArraySlice<UInt8> {
    guard nameBytes.isEmpty, let end = valueBytes.firstIndex(of: 0x3d) else {
      return nameBytes[...]
    }
    return valueBytes[..<end]
  }

  /// Returns whether a host is a domain or below it; no host is below an address.
  ///
  /// RFC 6265bis section 5.1.3.
  static func domainMatches(_ host: CanonicalHost, _ domain: CanonicalHost) -> Bool {
    if host == domain { return true }
    guard case .name(let name) = host, case .name(let above) = domain else { return false }
    return name.isSubdomain(of: above)
  }

  /// Returns whether a request's path is that of a cookie or below it.
  ///
  /// RFC 6265bis section 5.1.4.
  static func pathMatches(_ path: [UInt8], _ above: [UInt8]) -> Bool {
    guard path.starts(with: above) else { return false }
    return path.count == above.count || above.last == 0x2f || path[above.count] == 0x2f
  }

  /// The path of a cookie that names none: that of the request up to its last `/`.
  ///
  /// RFC 6265bis section 5.1.4.
  static func defaultPath(of path: [UInt8]) -> [UInt8] {
    guard path.first == 0x2f, let last = path.lastIndex(of: 0x2f), last > 0 else { return [0x2f] }
    return Array(path[..<last])
  }

  /// The bytes that it takes in a jar, about.
  var byteCount: Int {
    // Both are bounded by their limits, and a host by that of a name.
    nameBytes.count + valueBytes.count + pathBytes.count + DomainName.limit
  }

  /// Adds `name=value`, or only the value if there is no name.
  ///
  /// RFC 6265bis section 5.8.3.
  func append(to field: inout [UInt8]) {
    if !nameBytes.isEmpty {
      field += nameBytes
      field.append(0x3d)
    }
    field += valueBytes
  }

  /// The number of bytes of that text.
  var pairByteCount: Int {
    (nameBytes.isEmpty ? 0 : nameBytes.count + 1) + valueBytes.count
  }
}
