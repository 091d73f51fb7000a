internal import ApusBytes

extension XML {
  /// An XML document as a tree of elements with names, attributes and children.
  ///
  ///     let feed = try XML.Document(bytes: body, charset: charset)
  ///     for entry in feed.root.elements(localName: "entry") {
  ///       print(entry.first(localName: "title")?.text ?? "")
  ///     }
  public struct Document: Sendable {
    private let tree: XMLTree
    private let rootIndex: Int
    /// The XML declaration of the document, or `nil` if the document has no XML declaration.
    public let declaration: Declaration?
    /// The encoding of the XML document, such as UTF-8.
    public let encoding: Encoding

    /// Parses an XML document. The parameter `charset` is the charset of the `Content-Type` field.
    ///
    /// A byte order mark takes precedence over the charset, and the charset takes precedence over
    /// the XML declaration. RFC 7303 section 3.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the whole document.
    ///   - charset: The charset in `Content-Type`; `nil` for no charset.
    ///   - limits: The maximum depth, lengths and counts of the document.
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

    /// Parses an XML document. The parameter `charset` is the charset of the `Content-Type` field.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the whole document.
    ///   - charset: The charset in `Content-Type`; `nil` for no charset.
    ///   - limits: The maximum depth, lengths and counts of the document.
    public init(
      bytes: [UInt8], charset: String? = nil, limits: Limits = Limits()
    ) throws(ParsingError) {
      try self.init(bytes: bytes.span, charset: charset, limits: limits)
    }

    /// The root element of the document, which contains all other elements.
    public var root: Element { Element(tree, rootIndex) }

    /// The root element, and the comments and processing instructions before and after it.
    public var children: Nodes { Nodes(tree, 0..<tree.entries.count) }
  }
}

extension XML.Document: Equatable, CustomStringConvertible {
  /// Returns whether two XML documents have equal nodes. The comparison ignores the XML
  /// declarations.
  public static func == (left: Self, right: Self) -> Bool {
    XMLTree.areEqual(left.tree.entries[...], right.tree.entries[...])
  }

  /// The XML text of the document without an XML declaration.
  public var description: String { tree.markup(of: 0..<tree.entries.count) }
}
