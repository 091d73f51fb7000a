internal import ApusBytes

extension XML {
  /// The name of an element or an attribute: a local name and an optional namespace.
  ///
  /// Two names are equal if their namespaces and local names are equal byte by byte. The prefix is
  /// not compared, because a prefix depends on the document. Namespaces in XML 1.0 section 4.
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

    /// Creates a name, which is in no namespace if the namespace is empty.
    ///
    /// - Parameters:
    ///   - localName: The local name without a prefix.
    ///   - namespace: The URI of the namespace; empty for no namespace.
    ///   - prefix: The prefix in the document, which is ignored in comparisons.
    public init(_ localName: String, namespace: String = "", prefix: String = "") {
      storage = Storage(local: localName, prefix: prefix, namespace: namespace)
    }

    /// The local part of the name: the part after the colon, or the whole name.
    public var localName: String { storage.local }
    /// The prefix of the name: the part before the colon, or an empty string.
    public var prefix: String { storage.prefix }
    /// The URI of the namespace, which is empty for a name in no namespace.
    public var namespace: String { storage.namespace }

    /// The name as written, including a prefix.
    public var qualifiedName: String { prefix.isEmpty ? localName : "\(prefix):\(localName)" }

    /// The hash of the name. Equal names have equal hashes within a process.
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
  /// Creates a name in no namespace from a string literal.
  ///
  /// - Parameter localName: The local name without a prefix.
  public init(stringLiteral localName: String) { self.init(localName) }

  /// The name in the notation of James Clark: `{namespace}local`.
  public var description: String {
    namespace.isEmpty ? localName : "{\(namespace)}\(localName)"
  }
}
