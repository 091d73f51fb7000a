extension JSONValue {
  /// Reads a document: one value, white space around it, and nothing else.
  ///
  ///     JSON-text = ws value ws
  ///
  /// A byte order mark in front is passed over, which section 8.1 allows.
  ///
  /// RFC 8259 section 2.
  public init(
    parsing bytes: Span<UInt8>, _ options: JSONReadingOptions = JSONReadingOptions()
  ) throws(JSONError) {
    guard bytes.count <= options.byteCountLimit else {
      throw .tooLarge(byteCount: bytes.count, limit: options.byteCountLimit)
    }
    var parser = JSONParser(bytes, options)
    self = try parser.readDocument(in: bytes)
  }

  /// Reads a document: one value, white space around it, and nothing else.
  public init(
    parsing bytes: [UInt8], _ options: JSONReadingOptions = JSONReadingOptions()
  ) throws(JSONError) {
    try self.init(parsing: bytes.span, options)
  }

  /// Reads a document: one value, white space around it, and nothing else.
  public init(
    parsing text: String, _ options: JSONReadingOptions = JSONReadingOptions()
  ) throws(JSONError) {
    try self.init(parsing: text.utf8Span.span, options)
  }
}
