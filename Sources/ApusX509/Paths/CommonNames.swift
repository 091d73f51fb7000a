internal import ApusBytes
internal import ApusNames

extension X509 {
  /// The common names of a server's certificate, compared with the alternative names as texts.
  ///
  /// A common name must be one of the alternative names. A host name is copied character for
  /// character. An IPv4 address is in the form of RFC 3986 section 3.2.2, and an IPv6 address is in
  /// the form of RFC 5952 section 4. CA/Browser Forum Baseline Requirements 7.1.4.3.
  struct CommonNames {
    /// The common names in UTF-8, with `nil` for a common name that is not a text.
    private let names: [[UInt8]?]
    /// A Boolean value that indicates whether the subject has only common names and a country, as a
    /// domain-validated server has. Baseline Requirements 7.1.2.7.2.
    private let isDomainValidated: Bool
    /// The host names among the certificate's alternative names.
    private var hosts: Set<[UInt8]> = []
    /// The IP addresses among the alternative names, in the text forms that a common name can have.
    private var addressTexts: Set<[UInt8]> = []
    private var addresses: Set<SpelledAddress.Value> = []

    /// Collects the common names and the alternative names of a certificate.
    init(_ certificate: Certificate) throws(X509Error) {
      let attributes = certificate.subject.attributes
      names = attributes.filter { $0.type == .commonName }
        .map { $0.text.map { Array($0.string.utf8) } }
      isDomainValidated = attributes.allSatisfy {
        $0.type == .commonName || $0.type == .countryName
      }
      for name in try certificate.subjectAlternativeName?.names ?? [] {
        switch name {
        case .dns(let text): hosts.insert(text.bytes)
        case .ipv4(let address): insert(.ipv4(address), "\(address)")
        case .ipv6(let address):
          insert(.ipv6(address), "\(address)")
          // RFC 5952 section 5 recommends the mixed form of an IPv6 address. RFC 5952 section 4
          // alone has no mixed form.
          if let mapped = address.mappedIPv4 { insert(.ipv6(address), Self.unmixed(mapped)) }
        case .other, .email, .x400, .directory, .ediParty, .uri, .registeredID: break
        }
      }
    }

    private mutating func insert(_ value: SpelledAddress.Value, _ text: String) {
      addresses.insert(value)
      addressTexts.insert(Array(text.utf8))
    }

    private static func unmixed(_ address: IPv4Address) -> String {
      "::ffff:" + String(address.value >> 16, radix: 16) + ":"
        + String(address.value & 0xffff, radix: 16)
    }

    /// A Boolean value that indicates whether each common name is also an alternative name, in the
    /// same spelling.
    var areListed: Bool { names.allSatisfy { $0.map(isListed) ?? false } }

    /// A Boolean value that indicates whether a common name is an alternative name in a different
    /// spelling.
    var haveOtherSpelling: Bool {
      names.contains { name in name.map { !isListed($0) && isRespelled($0) } ?? false }
    }

    /// A Boolean value that indicates whether a domain-validated subject has a common name that is
    /// not an alternative name in any spelling.
    ///
    /// Test suites contain three kinds of valid certificates with a common name outside the
    /// alternative names. The first kind has more attributes in the subject. The second kind has
    /// the name of a host and only addresses as alternative names. The third kind has the domain
    /// above a listed host as its common name.
    var areForeign: Bool {
      guard isDomainValidated else { return false }
      return names.contains { name in
        guard let name else { return true }
        guard !isListed(name), !isRespelled(name) else { return false }
        if SpelledAddress.isLikely(name) { return true }
        return !hosts.isEmpty && !hosts.contains { Self.isHost($0, below: name) }
      }
    }

    private func isListed(_ name: [UInt8]) -> Bool {
      hosts.contains(name) || addressTexts.contains(name)
    }

    private func isRespelled(_ name: [UInt8]) -> Bool {
      if addressTexts.contains(where: { ASCII.equalsIgnoringCase($0.span, name.span) }) {
        return true
      }
      if SpelledAddress.values(of: name).contains(where: addresses.contains) { return true }
      let canonical = Self.canonical(name)
      return hosts.contains { host in
        ASCII.equalsIgnoringCase(host.span, name.span)
          || canonical != nil && Self.canonical(host) == canonical
      }
    }

    /// Returns the canonical form of a host name that may begin with a wildcard, or `nil` if the
    /// host name is invalid.
    private static func canonical(_ name: [UInt8]) -> [UInt8]? {
      let isWildcard = name.starts(with: "*.".utf8)
      let host = Array(isWildcard ? name.dropFirst(2) : name[...])
      guard let domain = try? DomainName(host.span) else { return nil }
      return isWildcard ? Array("*.".utf8) + domain.bytes : domain.bytes
    }

    private static func isHost(_ host: [UInt8], below name: [UInt8]) -> Bool {
      guard host.count > name.count + 1 else { return false }
      let tail = Array(host.suffix(name.count + 1))
      return tail[0] == UInt8(ascii: ".")
        && ASCII.equalsIgnoringCase(tail.span.extracting(1..<tail.count), name.span)
    }
  }
}

/// An IP address in any text form that some program accepts. Certificates can contain only one text
/// form.
///
/// The C function `inet_aton` reads one to four numbers, each decimal, octal or hexadecimal. Some
/// programs read decimal numbers with leading zeros, and four hexadecimal octets. Apus uses the IP
/// address only to reject a certificate.
enum SpelledAddress {
  /// An IP address. An IPv4 address that is mapped into IPv6 is the IPv4 address.
  enum Value: Hashable {
    case v4(IPv4Address)
    case v6(IPv6Address)

    static func ipv4(_ address: IPv4Address) -> Value { .v4(address) }

    static func ipv6(_ address: IPv6Address) -> Value {
      address.mappedIPv4.map { .v4($0) } ?? .v6(address)
    }
  }

  /// The maximum number of bytes of a text that is read as an IP address.
  private static let limit = 64

  /// Returns every IP address that some program could read from a text.
  static func values(of text: [UInt8]) -> [Value] {
    guard text.count <= limit else { return [] }
    let isBracketed = text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]")
    let bare = isBracketed && text.count > 1 ? Array(text.dropFirst().dropLast()) : text
    if bare.contains(UInt8(ascii: ":")) {
      return (try? IPv6Address(bare.span)).map { [Value.ipv6($0)] } ?? []
    }
    return [Radix.ofC, .decimal, .hexadecimal].compactMap { ipv4(bare, $0) }.map { Value.v4($0) }
  }

  /// Returns a Boolean value that indicates whether a text looks like an IP address, valid or not.
  static func isLikely(_ text: [UInt8]) -> Bool {
    if text.contains(UInt8(ascii: ":")) { return true }
    if !values(of: text).isEmpty { return true }
    let last = text.split(separator: UInt8(ascii: ".")).last ?? []
    return !last.isEmpty && last.allSatisfy { ByteSet.digits.contains($0) }
  }

  private enum Radix {
    /// The number base that a prefix selects, as in C: `0x` for hexadecimal, `0` for octal, and no
    /// prefix for decimal.
    case ofC
    case decimal
    case hexadecimal
  }

  /// Reads an IPv4 address from one to four numbers. The last number fills the rest of the 32 bits.
  ///
  /// Hexadecimal digits without `0x` are an address only if they are four octets or all 32 bits.
  private static func ipv4(_ text: [UInt8], _ radix: Radix) -> IPv4Address? {
    var parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard 1...4 ~= parts.count else { return nil }
    if radix == .hexadecimal {
      let isWhole = parts.count == 1 && parts[0].count == 8
      guard parts.count == 4 || isWhole else { return nil }
    }
    var value: UInt64 = 0
    for (index, part) in parts.enumerated() {
      guard let number = number(Array(part), radix) else { return nil }
      let bitCount = index == parts.count - 1 ? UInt64(8 * (5 - parts.count)) : 8
      guard number >> bitCount == 0 else { return nil }
      value = value << bitCount | number
    }
    return IPv4Address(value: UInt32(truncatingIfNeeded: value))
  }

  private static func number(_ text: [UInt8], _ radix: Radix) -> UInt64? {
    var digits = text[...]
    var base: UInt64 = radix == .hexadecimal ? 16 : 10
    if radix == .ofC, text.count > 1, text[0] == UInt8(ascii: "0") {
      let isHexadecimal = text[1] | 0x20 == UInt8(ascii: "x")
      base = isHexadecimal ? 16 : 8
      digits.removeFirst(isHexadecimal ? 2 : 1)
    }
    guard 1...12 ~= digits.count else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      guard let value = ASCII.hexValue(digit), value < base else { return nil }
      // The number cannot overflow, because twelve digits of at most four bits each have at most 48
      // bits.
      number = number * base + UInt64(value)
    }
    return number
  }
}
