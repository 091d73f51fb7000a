internal import ApusBytes
public import ApusNames

/// The rules that determine the registrable domain of a host name.
///
/// A server may set cookies only for host names of its own owner. The default rules are the public
/// suffix list in the program. Other rules serve tests, and networks with their own names.
public struct PublicSuffixRules: Sendable {
  private let registrableStart: @Sendable (DomainName) -> Int?

  /// Creates public suffix rules from a closure that returns the start of the registrable domain in
  /// a name.
  ///
  /// The closure returns an offset in the name's `bytes`, or `nil` if the whole name is a public
  /// suffix.
  ///
  /// - Parameter registrableStart: The closure, which receives a name in canonical form.
  public init(_ registrableStart: @escaping @Sendable (DomainName) -> Int?) {
    self.registrableStart = registrableStart
  }

  /// The public suffix list that is part of the program.
  ///
  /// The date of the list is `DomainName.PublicSuffix.listVersion`. A program that runs for years
  /// should read a newer list.
  public static let list = PublicSuffixRules { $0.registrableRange?.lowerBound }

  /// Parses a public suffix list in the format of
  /// <https://publicsuffix.org/list/public_suffix_list.dat>.
  ///
  ///     let jar = CookieJar(suffixes: try PublicSuffixRules(parsing: bytes))
  ///     let api = try HTTPSession(base) { $0.cookies = HTTPSession.CookieStorage(jar) }
  ///
  /// - Parameter list: The bytes of the list, at most four megabytes.
  /// - Throws: An error for a line that is not a rule, for a truncated list, or for a list that is
  ///   too long. The program then continues with its existing list.
  public init(parsing list: [UInt8]) throws(DomainName.PublicSuffix.ListError) {
    let tables = try SuffixTables(parsing: list.span)
    self.init { tables.registrableRange(of: $0)?.lowerBound }
  }

  /// Returns rules that treat only the given names as public suffixes.
  ///
  /// If no name matches a host, the last label of the host name is the domain of one owner.
  ///
  /// - Parameter names: The names of the suffixes, without a leading dot.
  public static func suffixes(_ names: some Sequence<DomainName>) -> PublicSuffixRules {
    let suffixes = Set(names.map(\.bytes))
    return PublicSuffixRules { name in
      let starts = name.labels.map(\.lowerBound)
      guard let place = starts.firstIndex(where: { suffixes.contains(Array(name.bytes[$0...])) })
      else { return starts.last }
      return place == 0 ? nil : starts[place - 1]
    }
  }

  /// Returns whether a domain name is a public suffix. A cookie for a public suffix would have
  /// several owners.
  func isPublicSuffix(_ name: DomainName) -> Bool { start(in: name) == nil }

  /// Returns the registrable domain of a host, or the whole host if the host has no registrable
  /// domain.
  func site(of host: CanonicalHost) -> [UInt8] {
    guard case .name(let name) = host else { return host.key }
    return Array(name.bytes[(start(in: name) ?? 0)...])
  }

  /// Returns the start of the registrable domain in a domain name. An offset inside a label counts
  /// as a public suffix.
  private func start(in name: DomainName) -> Int? {
    guard let start = registrableStart(name),
      name.labels.contains(where: { $0.lowerBound == start })
    else { return nil }
    return start
  }
}

extension CanonicalHost {
  /// The bytes that identify a host, without the trailing dot of a name.
  var key: [UInt8] {
    if case .name(let name) = self { name.bytes } else { Array(description.utf8) }
  }

  /// A Boolean value that indicates whether the host is the local machine, by its name or its
  /// address.
  ///
  /// RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3.
  var isLoopback: Bool {
    switch self {
    case .name(let name):
      name.labels.last.map { name.bytes[$0].elementsEqual("localhost".utf8) } == true
    case .ipv4(let address): address.value >> 24 == 127
    case .ipv6(let address): address.value == 1
    }
  }
}
