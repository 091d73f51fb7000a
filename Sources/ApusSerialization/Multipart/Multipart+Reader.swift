internal import ApusBytes
public import ApusHTTP

extension Multipart {
  /// A streaming parser of multipart bodies.
  ///
  ///     var reader = try Multipart.Reader(mediaType)
  ///     reader.append(chunk)
  ///     while let event = try reader.next() { … }
  ///     reader.finish()
  ///     while let event = try reader.next() { … }
  ///
  /// The reader returns the content of a part immediately, except for bytes that may begin a
  /// boundary. Therefore a long part needs little memory. The running time is linear in the length
  /// of the body.
  ///
  ///     multipart-body    = [preamble CRLF] dash-boundary transport-padding CRLF body-part
  ///                         *( delimiter transport-padding CRLF body-part )
  ///                         close-delimiter transport-padding [CRLF epilogue]
  ///     delimiter         = CRLF "--" boundary
  ///     close-delimiter   = delimiter "--"
  ///     body-part         = *( field CRLF ) CRLF *OCTET
  ///
  /// RFC 2046 section 5.1.1.
  public struct Reader: Sendable {
    /// A part of the multipart body that the reader has read, such as a header.
    public enum Event: Sendable, Equatable {
      /// A part of the multipart body begins. The event contains the header of the part.
      case part(Multipart.Head)
      /// The reader has read some bytes of the current part's content.
      case content([UInt8])
      /// The content of the current part is complete.
      case partEnd
      /// The multipart body is complete. The reader discards all later bytes.
      case end
    }

    /// The size limits of a received multipart body.
    public struct Limits: Sendable, Hashable {
      /// The maximum number of parts of a multipart body; the default is 1,000.
      public var partCount = 1_000
      /// The maximum number of bytes of a part's header fields, including line ends; the default is
      /// 16 KiB.
      public var headByteCount = 16 << 10
      /// The maximum number of header fields of a part; the default is 32.
      public var fieldCount = 32
      /// The maximum number of bytes before the first boundary of a multipart body; the default is
      /// 16 KiB.
      public var preambleByteCount = 16 << 10

      /// Creates the default size limits of a multipart body.
      public init() {}
    }

    private enum State {
      /// The multipart reader is at the start of a line before the first boundary.
      case preamble
      /// The multipart reader is directly after a boundary.
      case delimiter
      case head
      /// The multipart reader is directly after the header of a part, where a boundary needs no
      /// preceding line end.
      case start
      case content
      case ended
      case failed
    }

    private let limits: Limits
    /// A Boolean value that indicates whether each part must have a name, as in a form.
    private let requiresNames: Bool
    /// The boundary with the two leading hyphens that precede it in the body.
    private let dashes: [UInt8]
    private var waiting = ByteQueue()
    private var state = State.preamble
    private var isFinished = false
    private var partCount = 0
    private var preambleCount = 0
    /// The offset in the buffer at which the current search continues.
    private var searched = 0

    /// Creates a multipart reader for a body with the given media type.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the body, which must contain a boundary.
    ///   - limits: The maximum number and size of the parts.
    public init(_ mediaType: HTTP.MediaType, _ limits: Limits = Limits()) throws(Multipart.Failure)
    {
      self.init(
        boundary: try Multipart.Boundary(of: mediaType), isForm: mediaType.subtype == "form-data",
        limits)
    }

    /// Creates a multipart reader for a body with the given boundary. Each part of a form must have
    /// a field name.
    ///
    /// - Parameters:
    ///   - boundary: The boundary of the body.
    ///   - isForm: A Boolean value that indicates whether the body is a form; the default is false.
    ///   - limits: The maximum number and size of the parts.
    public init(
      boundary: Multipart.Boundary, isForm: Bool = false, _ limits: Limits = Limits()
    ) {
      requiresNames = isForm
      dashes = Array("--\(boundary.text)".utf8)
      self.limits = limits
    }

    /// Appends received bytes to the input of the multipart reader.
    ///
    /// - Parameter bytes: The next bytes of the body, in pieces of any size.
    public mutating func append(_ bytes: Span<UInt8>) {
      precondition(!isFinished, "bytes after the end")
      switch state {
      // The multipart reader discards bytes after the end of the body.
      case .ended, .failed: return
      case .preamble, .delimiter, .head, .start, .content: waiting.append(bytes)
      }
    }

    /// Appends received bytes to the input of the multipart reader.
    ///
    /// - Parameter bytes: The next bytes of the body, in pieces of any size.
    public mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    /// Ends the input of the multipart reader.
    public mutating func finish() { isFinished = true }

    /// Returns the next event of the multipart body. The result is `nil` if more bytes are needed,
    /// or after the end of the body.
    public mutating func next() throws(Multipart.Failure) -> Event? {
      do throws(Multipart.Failure) {
        while true {
          switch try step() {
          case .event(let event): return event
          case .again: continue
          case .wait:
            guard isFinished, state != .ended else { return nil }
            throw .truncated
          }
        }
      } catch {
        state = .failed
        waiting.removeAll()
        throw error
      }
    }

    private enum Step {
      case event(Event)
      case again
      case wait
    }

    private mutating func step() throws(Multipart.Failure) -> Step {
      switch state {
      case .preamble: try readPreamble()
      case .delimiter: try readDelimiter()
      case .head: try readHead()
      case .start: readStart()
      case .content: readContent()
      case .ended: .wait
      case .failed: throw .alreadyFailed
      }
    }

    /// Skips the preamble up to the line that begins with the first boundary.
    private mutating func readPreamble() throws(Multipart.Failure) -> Step {
      let found = waiting.withBytes { [dashes, searched] bytes -> Preamble in
        switch Self.match(dashes, in: bytes, at: 0) {
        case .whole: return .boundary
        case .part: return .incomplete(searched: 0)
        case .none:
          guard let end = Self.lineEnd(in: bytes, from: searched) else {
            return .incomplete(searched: bytes.count)
          }
          return .line(byteCount: end)
        }
      }
      switch found {
      case .boundary:
        consume(dashes.count)
        state = .delimiter
        return .again
      case .line(let count):
        preambleCount += count
        guard preambleCount <= limits.preambleByteCount else { throw preambleTooLong }
        consume(count)
        return .again
      case .incomplete(let count):
        searched = count
        guard preambleCount + count <= limits.preambleByteCount else { throw preambleTooLong }
        return .wait
      }
    }

    private enum Preamble {
      case boundary
      case line(byteCount: Int)
      case incomplete(searched: Int)
    }

    private var preambleTooLong: Multipart.Failure {
      .preambleTooLong(limit: limits.preambleByteCount)
    }

    /// Reads the bytes after a boundary: two hyphens at the end of the body, or white space and a
    /// line end.
    private mutating func readDelimiter() throws(Multipart.Failure) -> Step {
      let found = waiting.withBytes { bytes -> Delimiter in
        var at = Cursor(0..<bytes.count)
        if at.skip("--", in: bytes) { return .close }
        at.skipWhitespace(in: bytes)
        let padding = at.position
        guard padding <= Self.paddingLimit else { return .malformed }
        if at.skip("\r\n", in: bytes) { return .open(byteCount: at.position) }
        let mayGoOn =
          at.isAtEnd
          || at.remaining == 1
            && (bytes[padding] == 0x0d || padding == 0 && bytes[padding] == 0x2d)
        return mayGoOn ? .incomplete : .malformed
      }
      switch found {
      case .close:
        state = .ended
        waiting.removeAll()
        return .event(.end)
      case .open(let count):
        guard partCount < limits.partCount else { throw .tooManyParts(limit: limits.partCount) }
        partCount += 1
        consume(count)
        state = .head
        return .again
      case .incomplete: return .wait
      case .malformed: throw .malformedDelimiter(part: partCount)
      }
    }

    private enum Delimiter {
      case close
      case open(byteCount: Int)
      case incomplete
      case malformed
    }

    /// Reads the header of a part when the complete header is available.
    private mutating func readHead() throws(Multipart.Failure) -> Step {
      let (end, reached) = waiting.withBytes { [searched] in Self.headEnd(in: $0, from: searched) }
      searched = reached
      guard end ?? reached <= limits.headByteCount else {
        throw .headTooLong(limit: limits.headByteCount)
      }
      guard let end else { return .wait }
      let head = try waiting.withBytes { [limits, partCount] (bytes) throws(Multipart.Failure) in
        try Multipart.Head(parsing: bytes.extracting(0..<end), part: partCount - 1, limits)
      }
      consume(end)
      guard !requiresNames || head.name != nil else { throw .unnamedPart(part: partCount - 1) }
      state = .start
      return .event(.part(head))
    }

    /// Reads the start of a part's content. If the part has no content, the boundary may directly
    /// follow the empty line after the header.
    private mutating func readStart() -> Step {
      switch waiting.withBytes({ [dashes] in Self.match(dashes, in: $0, at: 0) }) {
      case .whole:
        consume(dashes.count)
        state = .delimiter
        return .event(.partEnd)
      case .part: return .wait
      case .none:
        state = .content
        return .again
      }
    }

    /// Returns the received content that cannot be the beginning of a boundary.
    private mutating func readContent() -> Step {
      let (count, match) = waiting.withBytes { [dashes] in Self.content(in: $0, until: dashes) }
      if count > 0 {
        let content = waiting.withBytes { $0.extracting(0..<count).copy() }
        consume(count)
        return .event(.content(content))
      }
      guard match == .whole else { return .wait }
      consume(dashes.count + 2)
      state = .delimiter
      return .event(.partEnd)
    }

    private mutating func consume(_ count: Int) {
      waiting.consume(count)
      searched = 0
    }

    /// The maximum number of white-space bytes after a boundary.
    private static let paddingLimit = 64
  }
}

extension Multipart.Reader {
  /// The result of the comparison of an expected text with the received bytes.
  private enum Match {
    case whole
    /// The received bytes are a prefix of the expected text, so more bytes are needed.
    case part
    case none
  }

  private static func match(_ text: [UInt8], in bytes: Span<UInt8>, at start: Int) -> Match {
    var index = 0
    while index < text.count {
      guard start + index < bytes.count else { return .part }
      guard bytes[start + index] == text[index] else { return .none }
      index += 1
    }
    return .whole
  }

  /// Returns the offset of the next line, or `nil` if no complete line is available.
  private static func lineEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      if bytes[at] == 0x0a, at > 0, bytes[at - 1] == 0x0d { return at + 1 }
      at += 1
    }
    return nil
  }

  /// Returns the end offset of a part's header, and the offset at which the next search for the end
  /// continues.
  private static func headEnd(in bytes: Span<UInt8>, from start: Int) -> (Int?, Int) {
    if match([0x0d, 0x0a], in: bytes, at: 0) == .whole { return (2, 2) }
    var at = start
    while at < bytes.count {
      if bytes[at] == 0x0d {
        switch match([0x0d, 0x0a, 0x0d, 0x0a], in: bytes, at: at) {
        case .whole: return (at + 4, at)
        case .part: return (nil, at)
        case .none: break
        }
      }
      at += 1
    }
    return (nil, at)
  }

  /// Returns the number of bytes that cannot be part of a boundary, and whether a boundary follows
  /// these bytes.
  private static func content(
    in bytes: Span<UInt8>, until dashes: [UInt8]
  ) -> (Int, Match) {
    var at = 0
    while true {
      at = ByteScan.first(0x0d, or: 0x0d, in: bytes, from: at, to: bytes.count)
      guard at < bytes.count else { return (at, .none) }
      let isLineFeed = at + 1 < bytes.count ? bytes[at + 1] == 0x0a : nil
      let found =
        switch isLineFeed {
        case nil: Match.part
        case false?: Match.none
        case true?: match(dashes, in: bytes, at: at + 2)
        }
      if found != .none { return (at, found) }
      at += 1
    }
  }
}
