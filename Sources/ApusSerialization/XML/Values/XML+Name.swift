internal import ApusBytes

extension XML {
  /// The name of an element or an attribute: a local name and an optional namespace.
  ///
  /// Two names are equal if the bytes of their namespaces and local names are equal. The comparison
  /// ignores the prefixes, because a document may use any prefix for a namespace. Namespaces in XML
  /// 1.0 section 4.
  public struct Name: Sendable {
    private let storage: Storage

    private final class Storage: Sendable {
      let local: String
      let prefix: String
      let namespace: String
      let hash: Int

      init(local: String, prefix: String, namespace: String) {
        (self.local, self.prefix, self.namespace) = (local, prefix, namespace)
        var hasher = Hasher()
        hasher.combine(NameIndex.hash(local.utf8.span))
        hasher.combine(NameIndex.hash(namespace.utf8.span))
        hash = hasher.finalize()
      }
    }

    /// Creates the name of an element or attribute. The name has no namespace if the namespace is
    /// empty.
    ///
    /// - Parameters:
    ///   - localName: The local name without a prefix.
    ///   - namespace: The URI of the namespace; empty for no namespace.
    ///   - prefix: The prefix in the document, which is ignored in comparisons.
    public init(_ localName: String, namespace: String = "", prefix: String = "") {
      storage = Storage(local: localName, prefix: prefix, namespace: namespace)
    }

    /// The local name: the part after the colon, or the whole name if the name has no colon.
    public var localName: String { storage.local }
    /// The prefix of the name: the part before the colon, or an empty string.
    public var prefix: String { storage.prefix }
    /// The namespace URI of the name. The URI is empty if the name has no namespace.
    public var namespace: String { storage.namespace }

    /// The qualified name with the prefix, such as `atom:entry`.
    public var qualifiedName: String { prefix.isEmpty ? localName : "\(prefix):\(localName)" }

    /// The hash of the XML name. Equal names have equal hashes within a process.
    var hash: Int { storage.hash }
  }
}

extension XML.Name: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    if left.storage === right.storage { return true }
    return left.hash == right.hash
      && left.localName.utf8.span.isEqual(to: right.localName.utf8.span)
      && left.namespace.utf8.span.isEqual(to: right.namespace.utf8.span)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension XML.Name: CustomStringConvertible, ExpressibleByStringLiteral {
  /// Creates a name without a namespace from a string literal.
  ///
  /// - Parameter localName: The local name without a prefix.
  public init(stringLiteral localName: String) { self.init(localName) }

  /// The XML name in Clark notation: `{namespace}local`.
  public var description: String {
    namespace.isEmpty ? localName : "{\(namespace)}\(localName)"
  }
}
