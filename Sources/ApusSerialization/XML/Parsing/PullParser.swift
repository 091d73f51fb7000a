internal import ApusBytes

extension XML {
  /// Reads a document that comes piece by piece, and hands out what it consists of.
  ///
  ///     for piece in pieces {
  ///       parser.feed(piece)
  ///       while let event = try parser.next() { … }
  ///     }
  ///     parser.finish()
  ///     while let event = try parser.next() { … }
  ///
  /// Of what has been fed no more is kept than the token that is not whole yet. An error is final:
  /// it is thrown again by every later call.
  public struct PullParser: Sendable {
    private var input: XMLInput
    private var reader: XMLReader
    private var failure: ParsingError?

    /// Waits for a document.
    ///
    /// `charset` is what the caller was told, such as by `Content-Type`. A byte order mark goes
    /// before it, and it goes before the document's own declaration. RFC 7303 section 3.
    public init(charset: String? = nil, limits: Limits = Limits()) {
      input = XMLInput(charset: charset, byteCountLimit: limits.byteCount)
      reader = XMLReader(limits: limits)
    }

    /// Has a whole document to read. Whatever is wrong with it, `next` says.
    public init(bytes: Span<UInt8>, charset: String? = nil, limits: Limits = Limits()) {
      self.init(charset: charset, limits: limits)
      feed(bytes)
      finish()
    }

    /// Has a whole document to read. Whatever is wrong with it, `next` says.
    public init(bytes: [UInt8], charset: String? = nil, limits: Limits = Limits()) {
      self.init(bytes: bytes.span, charset: charset, limits: limits)
    }

    /// The limits of the document.
    public var limits: Limits { reader.limits }

    /// The encoding in which the document is read, once that is known.
    public var encoding: Encoding? { input.choice?.encoding }

    /// What the XML declaration says, once it has been read.
    public var declaration: Declaration? { reader.declaration }

    /// How many elements are open.
    public var depth: Int { reader.depth }

    /// How many bytes there is room for that have not been read.
    var waitingByteCapacity: Int { input.text.capacity }

    /// The place behind the latest event.
    public var position: Position {
      mutating get { failure?.position ?? input.position(at: input.front) }
    }

    /// Takes the next bytes.
    ///
    /// What comes behind the end, or behind an error, is dropped.
    public mutating func feed(_ bytes: Span<UInt8>) { input.append(bytes) }

    /// Takes the next bytes.
    public mutating func feed(_ bytes: [UInt8]) { input.append(bytes.span) }

    /// Says that the document is over.
    public mutating func finish() { input.finish() }

    /// Returns the next event; nil until there is one, and behind `endDocument`.
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
