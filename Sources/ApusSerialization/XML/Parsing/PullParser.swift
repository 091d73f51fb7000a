internal import ApusBytes

extension XML {
  /// Reads a document that arrives piece by piece, and returns its events.
  ///
  ///     for piece in pieces {
  ///       parser.feed(piece)
  ///       while let event = try parser.next() { … }
  ///     }
  ///     parser.finish()
  ///     while let event = try parser.next() { … }
  ///
  /// Of the input only the incomplete token is kept. An error is final: it is thrown again by every
  /// later call.
  public struct PullParser: Sendable {
    private var input: XMLInput
    private var reader: XMLReader
    private var failure: ParsingError?

    /// Creates a parser without input.
    ///
    /// `charset` is from the caller, for example from `Content-Type`. A byte order mark takes
    /// precedence over it, and it over the document's own declaration. RFC 7303 section 3.
    ///
    /// - Parameters:
    ///   - charset: The charset in `Content-Type`; nil for none.
    ///   - limits: The maximum depth, lengths and counts.
    public init(charset: String? = nil, limits: Limits = Limits()) {
      input = XMLInput(charset: charset, byteCountLimit: limits.byteCount)
      reader = XMLReader(limits: limits)
    }

    /// Creates a parser for a whole document; `next` throws its faults.
    ///
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - charset: The charset in `Content-Type`; nil for none.
    ///   - limits: The maximum depth, lengths and counts.
    public init(bytes: Span<UInt8>, charset: String? = nil, limits: Limits = Limits()) {
      self.init(charset: charset, limits: limits)
      feed(bytes)
      finish()
    }

    /// Creates a parser for a whole document; `next` throws its faults.
    ///
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - charset: The charset in `Content-Type`; nil for none.
    ///   - limits: The maximum depth, lengths and counts.
    public init(bytes: [UInt8], charset: String? = nil, limits: Limits = Limits()) {
      self.init(bytes: bytes.span, charset: charset, limits: limits)
    }

    /// The limits of the document.
    public var limits: Limits { reader.limits }

    /// The encoding of the document, if it is known yet.
    public var encoding: Encoding? { input.choice?.encoding }

    /// The XML declaration, after it has been read.
    public var declaration: Declaration? { reader.declaration }

    /// The number of open elements.
    public var depth: Int { reader.depth }

    /// The number of unread bytes for which there is room.
    var waitingByteCapacity: Int { input.text.capacity }

    /// The position after the latest event.
    public var position: Position {
      mutating get { failure?.position ?? input.position(at: input.front) }
    }

    /// Adds the next bytes.
    ///
    /// Bytes after the end, or after an error, are dropped.
    ///
    /// - Parameter bytes: The bytes, in any pieces.
    public mutating func feed(_ bytes: Span<UInt8>) { input.append(bytes) }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: The bytes, in any pieces.
    public mutating func feed(_ bytes: [UInt8]) { input.append(bytes.span) }

    /// Ends the document.
    public mutating func finish() { input.finish() }

    /// Returns the next event; nil until there is one, and after `endDocument`.
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
