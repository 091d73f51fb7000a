internal import ApusBytes

extension XML {
  /// A document as a tree: elements with names, attributes and children.
  ///
  ///     let feed = try XML.Document(bytes: body, charset: charset)
  ///     for entry in feed.root.elements(localName: "entry") {
  ///       print(entry.first(localName: "title")?.text ?? "")
  ///     }
  public struct Document: Sendable {
    private let tree: XMLTree
    private let rootIndex: Int
    /// The XML declaration, if there is one.
    public let declaration: Declaration?
    /// The encoding of the document.
    public let encoding: Encoding

    /// Reads a document; `charset` is from `Content-Type`.
    ///
    /// A byte order mark takes precedence over the charset, and that over the declaration. RFC 7303
    /// section 3.
    ///
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - charset: The charset in `Content-Type`; nil for none.
    ///   - limits: The maximum depth, lengths and counts.
    public init(
      bytes: Span<UInt8>, charset: String? = nil, limits: Limits = Limits()
    ) throws(ParsingError) {
      var parser = PullParser(bytes: bytes, charset: charset, limits: limits)
      tree = try XMLTree(&parser)
      declaration = parser.declaration
      encoding = parser.encoding ?? .utf8
      rootIndex =
        tree.entries.firstIndex { if case .element = $0.content { true } else { false } }
        ?? 0
    }

    /// Reads a document; `charset` is from `Content-Type`.
    ///
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - charset: The charset in `Content-Type`; nil for none.
    ///   - limits: The maximum depth, lengths and counts.
    public init(
      bytes: [UInt8], charset: String? = nil, limits: Limits = Limits()
    ) throws(ParsingError) {
      try self.init(bytes: bytes.span, charset: charset, limits: limits)
    }

    /// The element that holds all others.
    public var root: Element { Element(tree, rootIndex) }

    /// The root, and the comments and processing instructions around it.
    public var children: Nodes { Nodes(tree, 0..<tree.entries.count) }
  }
}

extension XML.Document: Equatable, CustomStringConvertible {
  /// Returns whether two documents have the same nodes, with any declarations.
  public static func == (left: Self, right: Self) -> Bool {
    XMLTree.areEqual(left.tree.entries[...], right.tree.entries[...])
  }

  /// The document as XML, without a declaration.
  public var description: String { tree.markup(of: 0..<tree.entries.count) }
}
