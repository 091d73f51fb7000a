extension XML {
  /// Reads a document that comes piece by piece, and tells a delegate what it consists of.
  ///
  ///     var parser = XML.DelegateParser(Feed())
  ///     for piece in pieces { try parser.parse(piece) }
  ///     try parser.finish()
  ///     print(parser.delegate.titles)
  ///
  /// The delegate is a value that the parser owns, or an object. An error is final, whether it is
  /// the document's or the delegate's: it is thrown again by every later call. XML 1.0 section 2.1.
  public struct DelegateParser<Delegate: ParserDelegate> {
    /// Who is told.
    public private(set) var delegate: Delegate
    private var parser: PullParser
    private var failure: (any Error)?

    /// Waits for a document; `charset` is what `Content-Type` said.
    public init(_ delegate: Delegate, charset: String? = nil, limits: Limits = Limits()) {
      self.delegate = delegate
      parser = PullParser(charset: charset, limits: limits)
    }

    /// Has what a parser has not read yet to tell.
    public init(_ delegate: Delegate, _ parser: PullParser) {
      self.delegate = delegate
      self.parser = parser
    }

    /// What the XML declaration says, once it has been read.
    public var declaration: Declaration? { parser.declaration }

    /// The place behind what the delegate was told last.
    public var position: Position { mutating get { parser.position } }

    /// How many bytes there is room for that have not been read.
    var waitingByteCapacity: Int { parser.waitingByteCapacity }

    /// Takes the next bytes and tells what is whole among them.
    public mutating func parse(_ bytes: Span<UInt8>) throws {
      // Behind an error of the delegate no one would take what is fed.
      if let failure { throw failure }
      parser.feed(bytes)
      try tell()
    }

    /// Takes the next bytes and tells what is whole among them.
    public mutating func parse(_ bytes: [UInt8]) throws { try parse(bytes.span) }

    /// Says that the document is over, and tells the rest.
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
