extension XML {
  /// A streaming XML parser that calls a delegate for each element, text and comment of a document.
  ///
  ///     var parser = XML.DelegateParser(Feed())
  ///     for piece in pieces { try parser.parse(piece) }
  ///     try parser.finish()
  ///     print(parser.delegate.titles)
  ///
  /// The delegate is a class instance, or a value that the parser owns. After an error of the
  /// document or of the delegate, every later call throws the same error. XML 1.0 section 2.1.
  public struct DelegateParser<Delegate: ParserDelegate> {
    /// The delegate that receives the elements and texts of the document.
    public private(set) var delegate: Delegate
    private var parser: PullParser
    private var failure: (any Error)?

    /// Creates a delegate parser without input. The parameter `charset` is the charset of the
    /// `Content-Type` field.
    ///
    /// - Parameters:
    ///   - delegate: The delegate that receives the elements and texts of the document.
    ///   - charset: The charset in `Content-Type`; `nil` for no charset.
    ///   - limits: The maximum depth, lengths and counts of the document.
    public init(_ delegate: Delegate, charset: String? = nil, limits: Limits = Limits()) {
      self.delegate = delegate
      parser = PullParser(charset: charset, limits: limits)
    }

    /// Creates a delegate parser for the unread input of a pull parser.
    ///
    /// - Parameters:
    ///   - delegate: The delegate that receives the elements and texts of the document.
    ///   - parser: The pull parser with the unread input.
    public init(_ delegate: Delegate, _ parser: PullParser) {
      self.delegate = delegate
      self.parser = parser
    }

    /// The XML declaration of the document. The value is `nil` if the parser has not read an XML
    /// declaration.
    public var declaration: Declaration? { parser.declaration }

    /// The position of the parser in the document after the last delegate call.
    public var position: Position { mutating get { parser.position } }

    /// The capacity of the parser's input buffer in bytes.
    var waitingByteCapacity: Int { parser.waitingByteCapacity }

    /// Parses the next bytes of the document and calls the delegate for each complete element, text
    /// and comment.
    ///
    /// - Parameter bytes: The next bytes of the document, in pieces of any size.
    public mutating func parse(_ bytes: Span<UInt8>) throws {
      // After an error, the delegate parser ignores its input and throws the same error again.
      if let failure { throw failure }
      parser.feed(bytes)
      try tell()
    }

    /// Parses the next bytes of the document and calls the delegate for each complete element, text
    /// and comment.
    ///
    /// - Parameter bytes: The next bytes of the document, in pieces of any size.
    public mutating func parse(_ bytes: [UInt8]) throws { try parse(bytes.span) }

    /// Ends the input of the parser and calls the delegate for the rest of the document.
    public mutating func finish() throws {
      parser.finish()
      try tell()
    }

    private mutating func tell() throws {
      if let failure { throw failure }
      do {
        while let event = try parser.next() { try tell(event) }
      } catch {
        failure = error
        throw error
      }
    }

    private mutating func tell(_ event: Event) throws {
      switch event {
      case .startElement(let tag): try delegate.didStartElement(tag)
      case .endElement(let name): try delegate.didEndElement(name)
      case .text(let text): try delegate.foundCharacters(text)
      case .section(let text): try delegate.foundCDATA(text)
      case .comment(let text): try delegate.foundComment(text)
      case .processingInstruction(let target, let content):
        try delegate.foundProcessingInstruction(target: target, content: content)
      case .endDocument: try delegate.didEndDocument()
      }
    }
  }
}

extension XML.DelegateParser: Sendable where Delegate: Sendable {}
