internal import ApusBytes

/// The namespaces of the prefixes that are in scope at the current position of the document.
///
/// Namespaces in XML 1.0 section 6.1.
struct XMLNamespaces {
  /// The identifier of the current namespace scope. In equal scopes, each prefix has the same
  /// namespace.
  private(set) var scope = 0
  private var latestScope = 0
  private var bindings: [Binding] = []

  private struct Binding {
    /// The length and the first seven bytes of the prefix, for a fast comparison of prefixes.
    let key: UInt64
    let prefix: String
    let uri: String
  }

  /// A snapshot of the namespace declarations before an element.
  struct Mark {
    fileprivate let scope: Int
    fileprivate let count: Int
  }

  /// A snapshot of the namespace declarations that are currently in scope.
  var mark: Mark { Mark(scope: scope, count: bindings.count) }

  /// Restores the namespace declarations of a snapshot.
  mutating func restore(_ mark: Mark) {
    guard mark.count < bindings.count else { return }
    bindings.removeLast(bindings.count - mark.count)
    scope = mark.scope
  }

  /// Returns the namespace URI of a prefix, or `nil` if the prefix is not declared. The result for
  /// the empty prefix is the default namespace.
  func uri(of prefix: Span<UInt8>) -> String? {
    if prefix.isEqual(to: "xml".utf8.span) { return XML.xmlNamespace }
    let key = Self.key(of: prefix)
    var index = bindings.count
    while index > 0 {
      index -= 1
      if bindings[index].key == key,
        prefix.count <= 7 || bindings[index].prefix.utf8.span.isEqual(to: prefix)
      {
        return bindings[index].uri
      }
    }
    return prefix.isEmpty ? "" : nil
  }

  /// Adds a namespace declaration to the scope, unless an equal declaration is already in scope.
  mutating func declare(
    _ declaration: XML.NamespaceDeclaration, at offset: Int, limit: Int
  ) throws(XMLFault) {
    let octets = (prefix: Array(declaration.prefix.utf8), uri: Array(declaration.uri.utf8))
    let (prefix, uri) = (octets.prefix.span, octets.uri.span)
    // Namespaces in XML 1.0 section 3: a reserved prefix, such as `xml`, and its namespace may only
    // be declared together.
    let isReserved = prefix.isEqual(to: "xml".utf8.span)
    let isTaken =
      prefix.isEqual(to: "xmlns".utf8.span) || uri.isEqual(to: XML.xmlnsNamespace.utf8.span)
    guard isReserved == uri.isEqual(to: XML.xmlNamespace.utf8.span), !isTaken,
      prefix.isEmpty || !uri.isEmpty
    else { throw XMLFault(.forbiddenNamespace(prefix: declaration.prefix), at: offset) }
    guard !isReserved, self.uri(of: prefix)?.utf8.span.isEqual(to: uri) != true else { return }
    guard bindings.count < limit else {
      throw XMLFault(.limitExceeded(.namespaceCount, limit: limit), at: offset)
    }
    bindings.append(
      Binding(key: Self.key(of: prefix), prefix: declaration.prefix, uri: declaration.uri))
    latestScope += 1
    scope = latestScope
  }

  private static func key(of prefix: Span<UInt8>) -> UInt64 {
    var key = UInt64(truncatingIfNeeded: min(prefix.count, 0xff))
    for index in 0..<min(prefix.count, 7) { key = key << 8 | UInt64(prefix[index]) }
    return key
  }
}

/// The search for duplicate attribute names, with a running time that an attacker cannot increase
/// by hash collisions.
enum XMLRepetition {
  /// Returns the index of the first XML name that equals an earlier name.
  static func index(in names: [XML.Name]) -> Int? {
    guard names.count > NameIndex.scanLimit else { return scan(names) }
    var index = NameIndex(capacity: names.count)
    for place in names.indices {
      let hash = UInt32(truncatingIfNeeded: names[place].hash)
      if index.place(hash: hash, where: { names[$0] == names[place] }) != nil { return place }
      index.insert(place, hash: hash)
    }
    return nil
  }

  private static func scan(_ names: [XML.Name]) -> Int? {
    for place in names.indices.dropFirst() {
      for earlier in 0..<place where names[earlier] == names[place] { return place }
    }
    return nil
  }
}
