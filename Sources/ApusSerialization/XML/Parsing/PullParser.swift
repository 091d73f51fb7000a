internal import ApusBytes

extension XML {
  /// A streaming XML parser that returns the events of a document on request.
  ///
  ///     for piece in pieces {
  ///       parser.feed(piece)
  ///       while let event = try parser.next() { … }
  ///     }
  ///     parser.finish()
  ///     while let event = try parser.next() { … }
  ///
  /// The parser stores only the unread part of its input. After an error, every later call throws
  /// the same error.
  public struct PullParser: Sendable {
    private var input: XMLInput
    private var reader: XMLReader
    private var failure: ParsingError?

    /// Creates a pull parser without input.
    ///
    /// The parameter `charset` is usually the charset of the `Content-Type` field. A byte order
    /// mark takes precedence over `charset`, and `charset` takes precedence over the XML
    /// declaration. RFC 7303 section 3.
    ///
    /// - Parameters:
    ///   - charset: The charset in `Content-Type`; `nil` for no charset.
    ///   - limits: The maximum depth, lengths and counts of the document.
    public init(charset: String? = nil, limits: Limits = Limits()) {
      input = XMLInput(charset: charset, byteCountLimit: limits.byteCount)
      reader = XMLReader(limits: limits)
    }

    /// Creates a pull parser for a complete document. The function `next` throws the errors in the
    /// document.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the whole document.
    ///   - charset: The charset in `Content-Type`; `nil` for no charset.
    ///   - limits: The maximum depth, lengths and counts of the document.
    public init(bytes: Span<UInt8>, charset: String? = nil, limits: Limits = Limits()) {
      self.init(charset: charset, limits: limits)
      feed(bytes)
      finish()
    }

    /// Creates a pull parser for a complete document. The function `next` throws the errors in the
    /// document.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the whole document.
    ///   - charset: The charset in `Content-Type`; `nil` for no charset.
    ///   - limits: The maximum depth, lengths and counts of the document.
    public init(bytes: [UInt8], charset: String? = nil, limits: Limits = Limits()) {
      self.init(bytes: bytes.span, charset: charset, limits: limits)
    }

    /// The size limits of the XML document.
    public var limits: Limits { reader.limits }

    /// The encoding of the XML document. The value is `nil` if the parser needs more bytes to
    /// detect the encoding.
    public var encoding: Encoding? { input.choice?.encoding }

    /// The XML declaration of the document. The value is `nil` if the parser has not read an XML
    /// declaration.
    public var declaration: Declaration? { reader.declaration }

    /// The number of open XML elements at the current position of the parser.
    public var depth: Int { reader.depth }

    /// The capacity of the parser's input buffer in bytes.
    var waitingByteCapacity: Int { input.text.capacity }

    /// The position of the parser in the document after the latest event.
    public var position: Position {
      mutating get { failure?.position ?? input.position(at: input.front) }
    }

    /// Appends bytes to the input of the parser.
    ///
    /// The parser discards bytes after the end of the input or after an error.
    ///
    /// - Parameter bytes: The next bytes of the document, in pieces of any size.
    public mutating func feed(_ bytes: Span<UInt8>) { input.append(bytes) }

    /// Appends bytes to the input of the parser.
    ///
    /// - Parameter bytes: The next bytes of the document, in pieces of any size.
    public mutating func feed(_ bytes: [UInt8]) { input.append(bytes.span) }

    /// Ends the input of the pull parser.
    public mutating func finish() { input.finish() }

    /// Returns the next event of the XML document. The result is `nil` if more bytes are needed, or
    /// after `endDocument`.
    public mutating func next() throws(ParsingError) -> Event? {
      if let failure { throw failure }
      do throws(XMLFault) {
        guard let reason = input.fault else { return try advance() }
        guard let event = try advance() else { throw XMLFault(reason, at: input.text.count) }
        return event
      } catch {
        let failure = ParsingError(
          reason: error.reason, position: input.position(at: error.offset))
        self.failure = failure
        input.removeAll()
        return try self.next()
      }
    }

    private mutating func advance() throws(XMLFault) -> Event? {
      try reader.next(in: input.text, from: &input.front, isWhole: input.isWhole, input.choice)
    }
  }
}
