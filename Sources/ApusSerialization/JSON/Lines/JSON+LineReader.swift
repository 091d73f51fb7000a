public import ApusBytes

extension JSON {
  /// Reads newline-delimited JSON out of bytes that come piece by piece.
  ///
  ///     for chunk in chunks {
  ///       reader.append(chunk)
  ///       while let event = try reader.next(as: Event.self) { … }
  ///     }
  ///     reader.finish()
  ///     while let event = try reader.next(as: Event.self) { … }
  ///
  /// Each line is a document of its own, as RFC 8259 section 2 has it. Lines end with LF, with a CR
  /// before it or not; empty lines are passed over, and the last need not be ended.
  public struct LineReader: Sendable {
    /// The number of bytes that a line may have, without its end.
    public let lineByteCountLimit: Int
    /// The coder for the values of lines.
    public var coder: JSONCoder
    /// The number of lines that have been read, including empty ones.
    public private(set) var lineCount = 0

    private var waiting = ByteQueue()
    /// The number of waiting bytes that are known to have no line end.
    private var searched = 0
    private var isFinished = false
    private var failure: JSON.LineError?

    /// Waits for bytes.
    ///
    /// - Parameters:
    ///   - coder: The coder that reads each line.
    ///   - lineByteCountLimit: The maximum number of bytes in a line; 1 MiB by default.
    public init(coder: JSONCoder = JSONCoder(), lineByteCountLimit: Int = 1 << 20) {
      precondition(lineByteCountLimit > 0, "no line fits \(lineByteCountLimit) bytes")
      self.coder = coder
      self.lineByteCountLimit = lineByteCountLimit
    }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: The bytes, of any number of lines.
    public mutating func append(_ bytes: Span<UInt8>) {
      precondition(!isFinished, "bytes after the end")
      waiting.append(bytes)
    }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: The bytes, of any number of lines.
    public mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    /// Ends the input, so that the rest is the last line.
    public mutating func finish() { isFinished = true }

    /// Reads the next line that is not empty; nil without a complete one, or at the end.
    ///
    /// A line that is too long ends the reader: the rest cannot be distinguished from it.
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

    /// Returns the value of the next line.
    ///
    /// After an error the reader is behind the invalid line: the caller can continue.
    public mutating func nextValue() throws(JSON.LineError) -> JSON.Value? {
      guard let line = try nextLine() else { return nil }
      do throws(JSON.ParsingError) {
        return try JSON.Value(parsing: line, coder.reading)
      } catch {
        throw .malformed(line: lineCount, error)
      }
    }

    /// Returns the next line as a type.
    ///
    /// After an error the reader has passed the invalid line: the caller can continue.
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

    /// A line without the CR at its end; empty if it has only white space.
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
  /// The reason that a line is invalid, with its number, from 1.
  public enum LineError: Error, Equatable, Sendable {
    /// More bytes than a line may have.
    case tooLong(line: Int, limit: Int)
    /// A line that is not JSON.
    case malformed(line: Int, JSON.ParsingError)
    /// A line that did not become a value of the type.
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
  /// Writes a value as one line of newline-delimited JSON, with its end.
  ///
  /// With any layout there is not a line break inside: in a text it is an escape.
  ///
  /// - Parameter value: The value to encode.
  public func encodeLine(_ value: some Encodable) throws(JSON.EncodingError) -> [UInt8] {
    var coder = self
    coder.writing.layout = .compact
    var line = try coder.encode(value)
    line.append(0x0a)
    return line
  }

  /// Writes values one line each.
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
