extension XML {
  /// Reads a document that arrives piece by piece, and calls a delegate for its parts.
  ///
  ///     var parser = XML.DelegateParser(Feed())
  ///     for piece in pieces { try parser.parse(piece) }
  ///     try parser.finish()
  ///     print(parser.delegate.titles)
  ///
  /// The delegate is a value that the parser owns, or an object. An error is final, whether it is
  /// the document's or the delegate's: it is thrown again by every later call. XML 1.0 section 2.1.
  public struct DelegateParser<Delegate: ParserDelegate> {
    /// The delegate.
    public private(set) var delegate: Delegate
    private var parser: PullParser
    private var failure: (any Error)?

    /// Creates a parser without input; `charset` is from `Content-Type`.
    ///
    /// - Parameters:
    ///   - delegate: The delegate, which is called for each part.
    ///   - charset: The charset in `Content-Type`; nil for none.
    ///   - limits: The maximum depth, lengths and counts.
    public init(_ delegate: Delegate, charset: String? = nil, limits: Limits = Limits()) {
      self.delegate = delegate
      parser = PullParser(charset: charset, limits: limits)
    }

    /// Creates a parser for the unread part of another parser.
    ///
    /// - Parameters:
    ///   - delegate: The delegate, which is called for each part.
    ///   - parser: The parser with the unread part of the input.
    public init(_ delegate: Delegate, _ parser: PullParser) {
      self.delegate = delegate
      self.parser = parser
    }

    /// The XML declaration, after it has been read.
    public var declaration: Declaration? { parser.declaration }

    /// The position after the last call of the delegate.
    public var position: Position { mutating get { parser.position } }

    /// The number of unread bytes for which there is room.
    var waitingByteCapacity: Int { parser.waitingByteCapacity }

    /// Reads the next bytes and calls the delegate for each complete part.
    ///
    /// - Parameter bytes: The bytes, in any pieces.
    public mutating func parse(_ bytes: Span<UInt8>) throws {
      // After an error of the delegate the input is ignored.
      if let failure { throw failure }
      parser.feed(bytes)
      try tell()
    }

    /// Reads the next bytes and calls the delegate for each complete part.
    ///
    /// - Parameter bytes: The bytes, in any pieces.
    public mutating func parse(_ bytes: [UInt8]) throws { try parse(bytes.span) }

    /// Ends the document, and calls the delegate for the rest.
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
