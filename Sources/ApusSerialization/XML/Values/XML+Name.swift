internal import ApusBytes

extension XML {
  /// The name of an element or an attribute: a local name, in a namespace or in none.
  ///
  /// Two names are equal if their namespaces and local names are, byte by byte; the prefix is only
  /// the spelling of a document. Namespaces in XML 1.0 section 4.
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

    /// Creates a name, which is in no namespace if that is empty.
    ///
    /// - Parameters:
    ///   - localName: The name without a prefix.
    ///   - namespace: The URI of the namespace; empty for none.
    ///   - prefix: The prefix in the document; it does not count in comparisons.
    public init(_ localName: String, namespace: String = "", prefix: String = "") {
      storage = Storage(local: localName, prefix: prefix, namespace: namespace)
    }

    /// The part after the colon, or the whole name.
    public var localName: String { storage.local }
    /// The part before the colon, or an empty text.
    public var prefix: String { storage.prefix }
    /// The namespace of the prefix; empty for a name in no namespace.
    public var namespace: String { storage.namespace }

    /// The name as it is written.
    public var qualifiedName: String { prefix.isEmpty ? localName : "\(prefix):\(localName)" }

    /// A value that equal names share, for this process.
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
  /// Creates a name in no namespace.
  ///
  /// - Parameter localName: The name without a prefix.
  public init(stringLiteral localName: String) { self.init(localName) }

  /// The name in James Clark's notation: `{namespace}local`.
  public var description: String {
    namespace.isEmpty ? localName : "{\(namespace)}\(localName)"
  }
}
