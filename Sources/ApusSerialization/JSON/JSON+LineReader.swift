public import ApusBytes

extension JSON {
  /// A streaming parser of newline-delimited JSON (NDJSON).
  ///
  ///     for chunk in chunks {
  ///       reader.append(chunk)
  ///       while let event = try reader.next(as: Event.self) { … }
  ///     }
  ///     reader.finish()
  ///     while let event = try reader.next(as: Event.self) { … }
  ///
  /// Each line is a separate JSON document according to RFC 8259 section 2. A line ends with LF or
  /// CRLF. Empty lines are ignored, and the line end of the last line is optional.
  public struct LineReader: Sendable {
    /// The maximum number of bytes of a line without its line end.
    public let lineByteCountLimit: Int
    /// The JSON coder that decodes each line.
    public var coder: JSONCoder
    /// The number of lines that the reader has read, including empty lines.
    public private(set) var lineCount = 0

    private var waiting = ByteQueue()
    /// The offset at which the search for the next line end continues.
    private var searched = 0
    private var isFinished = false
    private var failure: JSON.LineError?

    /// Creates a reader of newline-delimited JSON without input.
    ///
    /// - Parameters:
    ///   - coder: The coder that decodes each line.
    ///   - lineByteCountLimit: The maximum number of bytes in a line; 1 MiB by default.
    public init(coder: JSONCoder = JSONCoder(), lineByteCountLimit: Int = 1 << 20) {
      precondition(lineByteCountLimit > 0, "no line fits \(lineByteCountLimit) bytes")
      self.coder = coder
      self.lineByteCountLimit = lineByteCountLimit
    }

    /// Appends received bytes to the input of the line reader.
    ///
    /// - Parameter bytes: The next bytes, which may contain any number of lines.
    public mutating func append(_ bytes: Span<UInt8>) {
      precondition(!isFinished, "bytes after the end")
      waiting.append(bytes)
    }

    /// Appends received bytes to the input of the line reader.
    ///
    /// - Parameter bytes: The next bytes, which may contain any number of lines.
    public mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    /// Ends the input of the line reader. The remaining bytes are the last line.
    public mutating func finish() { isFinished = true }

    /// Returns the next line that is not empty. The result is `nil` if no complete line is
    /// available, or at the end of the input.
    ///
    /// The line reader stops at a line that is too long, because the start of the next line is
    /// unknown.
    public mutating func nextLine() throws(JSON.LineError) -> [UInt8]? {
      if let failure { throw failure }
      while true {
        let end = waiting.withBytes { [searched] bytes in Self.lineEnd(in: bytes, from: searched) }
        let isLast = end == nil && isFinished && !waiting.isEmpty
        let byteCount = end ?? waiting.count
        searched = byteCount
        guard byteCount - 1 <= lineByteCountLimit else { throw fail() }
        guard end != nil || isLast else { return nil }
        let line = waiting.withBytes { Self.line($0.extracting(0..<byteCount)) }
        guard line.count <= lineByteCountLimit else { throw fail() }
        waiting.consume(byteCount + (isLast ? 0 : 1))
        searched = 0
        lineCount += 1
        if !line.isEmpty { return line }
      }
    }

    /// Returns the JSON value of the next line.
    ///
    /// After an error, the reader has skipped the invalid line, so the caller can continue with the
    /// next line.
    public mutating func nextValue() throws(JSON.LineError) -> JSON.Value? {
      guard let line = try nextLine() else { return nil }
      do throws(JSON.ParsingError) {
        return try JSON.Value(parsing: line, coder.reading)
      } catch {
        throw .malformed(line: lineCount, error)
      }
    }

    /// Decodes the next line as a value of the given type.
    ///
    /// After an error, the reader has skipped the invalid line, so the caller can continue with the
    /// next line.
    ///
    /// - Parameter type: The type of the value in the line.
    public mutating func next<Value: Decodable>(
      as type: Value.Type
    ) throws(JSON.LineError) -> Value? {
      guard let line = try nextLine() else { return nil }
      do throws(JSON.DecodingError) {
        return try coder.decode(type, from: line)
      } catch {
        throw .undecodable(line: lineCount, error)
      }
    }

    private mutating func fail() -> JSON.LineError {
      let error = JSON.LineError.tooLong(line: lineCount + 1, limit: lineByteCountLimit)
      failure = error
      waiting.removeAll()
      return error
    }

    private static func lineEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
      var at = start
      while at < bytes.count {
        if bytes[at] == 0x0a { return at }
        at &+= 1
      }
      return nil
    }

    /// Returns a line without a trailing CR. The result is empty if the line contains only white
    /// space.
    private static func line(_ bytes: Span<UInt8>) -> [UInt8] {
      var count = bytes.count
      if count > 0, bytes[count - 1] == 0x0d { count -= 1 }
      var at = 0
      while at < count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
      return at == count ? [] : bytes.extracting(0..<count).copy()
    }
  }
}

extension JSON {
  /// An error in a line of newline-delimited JSON, with the line number.
  public enum LineError: Error, Equatable, Sendable {
    /// The line has more bytes than the limit allows.
    case tooLong(line: Int, limit: Int)
    /// The line of newline-delimited JSON is not a valid JSON document.
    case malformed(line: Int, JSON.ParsingError)
    /// The line could not be decoded as the requested type.
    case undecodable(line: Int, JSON.DecodingError)
  }
}

extension JSON.LineError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let line, let limit): "line \(line) of the stream has more than \(limit) bytes"
    case .malformed(let line, let error): "line \(line) of the stream is not valid JSON: \(error)"
    case .undecodable(let line, let error): "line \(line) of the stream cannot be decoded: \(error)"
    }
  }
}

extension JSONCoder {
  /// Returns a value as one line of newline-delimited JSON, with a line end.
  ///
  /// The line contains no line break except at the end, because line breaks in strings are escaped.
  ///
  /// - Parameter value: The value to encode.
  public func encodeLine(_ value: some Encodable) throws(JSON.EncodingError) -> [UInt8] {
    var coder = self
    coder.writing.layout = .compact
    var line = try coder.encode(value)
    line.append(0x0a)
    return line
  }

  /// Writes each value as one line of newline-delimited JSON.
  ///
  /// - Parameters:
  ///   - values: The values, each of which must be encodable.
  ///   - writer: The writer that receives the bytes.
  public func write(
    lines values: some Sequence<some Encodable>, to writer: inout ByteWriter
  ) throws(JSON.EncodingError) {
    for value in values { writer.write(try encodeLine(value)) }
  }
}
