internal import ApusHTTP
internal import ApusNames

/// The rules for sending, replacing and shadowing cookies.
extension HTTP.Cookie {
  /// Returns whether a request with this host, path and security includes the cookie. The method
  /// does not check the cookie's expiry.
  ///
  /// RFC 6265bis section 5.8.3.
  func isSent(to host: CanonicalHost, path: [UInt8], isSecure: Bool) -> Bool {
    (isHostOnly ? host == domain : Self.domainMatches(host, domain))
      && Self.pathMatches(path, pathBytes) && (isSecure || !self.isSecure)
  }

  /// Returns whether two cookies have the same name, domain, scope and path. Of two such cookies,
  /// the later cookie replaces the earlier cookie.
  func isSame(as other: HTTP.Cookie) -> Bool {
    nameBytes == other.nameBytes && domain == other.domain && isHostOnly == other.isHostOnly
      && pathBytes == other.pathBytes
  }

  /// Returns whether a server could mistake a cookie from an insecure connection for this secure
  /// cookie.
  ///
  /// For a cookie without a name, the method compares the name that a server reads in the sent
  /// text. The draft does not define this case: `=session=1` is sent as `session=1`.
  ///
  /// RFC 6265bis section 5.7, step 16.
  func isShadowed(by other: HTTP.Cookie) -> Bool {
    isSecure && readName == other.readName
      && (Self.domainMatches(domain, other.domain) || Self.domainMatches(other.domain, domain))
      && Self.pathMatches(other.pathBytes, pathBytes)
  }

  /// The cookie name that a server reads in the `Cookie` field.
  private var readName: ArraySlice<UInt8> {
    guard nameBytes.isEmpty, let end = valueBytes.firstIndex(of: 0x3d) else {
      return nameBytes[...]
    }
    return valueBytes[..<end]
  }

  /// Returns whether a host is equal to a domain or is a subdomain of the domain. An IP address has
  /// no subdomains.
  ///
  /// RFC 6265bis section 5.1.3.
  static func domainMatches(_ host: CanonicalHost, _ domain: CanonicalHost) -> Bool {
    if host == domain { return true }
    guard case .name(let name) = host, case .name(let above) = domain else { return false }
    return name.isSubdomain(of: above)
  }

  /// Returns whether a request's path is equal to the cookie's path or is below the cookie's path.
  ///
  /// RFC 6265bis section 5.1.4.
  static func pathMatches(_ path: [UInt8], _ above: [UInt8]) -> Bool {
    guard path.starts(with: above) else { return false }
    return path.count == above.count || above.last == 0x2f || path[above.count] == 0x2f
  }

  /// Returns the path of a cookie without a `Path` attribute, which is the request's path before
  /// its last `/`.
  ///
  /// RFC 6265bis section 5.1.4.
  static func defaultPath(of path: [UInt8]) -> [UInt8] {
    guard path.first == 0x2f, let last = path.lastIndex(of: 0x2f), last > 0 else { return [0x2f] }
    return Array(path[..<last])
  }

  /// The approximate number of bytes of memory that the cookie occupies in a cookie jar.
  var byteCount: Int {
    // The sum cannot overflow, because the lengths of the name, the value, the path and the host
    // are limited.
    nameBytes.count + valueBytes.count + pathBytes.count + DomainName.limit
  }

  /// Appends the text `name=value` to a `Cookie` field. If the cookie name is empty, the method
  /// appends only the value.
  ///
  /// RFC 6265bis section 5.8.3.
  func append(to field: inout [UInt8]) {
    if !nameBytes.isEmpty {
      field += nameBytes
      field.append(0x3d)
    }
    field += valueBytes
  }

  /// The number of bytes of the cookie's text in a `Cookie` field.
  var pairByteCount: Int {
    (nameBytes.isEmpty ? 0 : nameBytes.count + 1) + valueBytes.count
  }
}
