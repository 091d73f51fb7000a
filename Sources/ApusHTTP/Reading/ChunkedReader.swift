/// A reader of chunked bodies, which returns the ranges of the data and stores only the trailer
/// fields.
///
///     chunked-body  = *chunk last-chunk trailer-section CRLF
///     chunk         = chunk-size [ chunk-ext ] CRLF chunk-data CRLF
///     chunk-size    = 1*HEXDIG
///     last-chunk    = 1*"0" [ chunk-ext ] CRLF
///     chunk-ext     = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )
///     chunk-ext-val = token / quoted-string
///
/// RFC 9112 section 7.1.
struct ChunkedReader: Sendable {
  private enum State: Sendable {
    /// The reader is in a chunk size, after a number of hexadecimal digits.
    case size(Int, digitCount: Int)
    /// The reader is in a chunk extension, after the chunk size.
    case chunkExtension(Int, ExtensionState)
    /// The reader expects the line feed that ends the line of a chunk size.
    case sizeEnd(Int)
    /// The reader is in chunk data with this number of remaining bytes.
    case data(Int)
    /// The reader expects one of the two bytes of the line end after chunk data.
    case dataReturn, dataFeed
    case trailers
  }

  /// The position of the reader within the grammar of a chunk extension.
  private enum ExtensionState: Sendable {
    /// The reader is after white space that only `;` or the line end may follow.
    case gap
    /// The reader is before or within the name of a chunk extension.
    case beforeName, name
    /// The reader is in white space after an extension name, before an optional `=`.
    case afterName
    /// The states for reading an extension value: before the value, in a token, in a quoted string,
    /// after a backslash, and after the value.
    case beforeValue, token, quoted, escaped, afterValue
  }

  private let allowsFolds: Bool
  private var state = State.size(0, digitCount: 0)
  private var lineByteCount = 0
  private var extensionByteCount = 0
  private(set) var section = FieldSection()

  init(allowsFolds: Bool) { self.allowsFolds = allowsFolds }

  /// Reads until body data is available, the body ends, or more bytes are needed.
  ///
  /// The reader consumes all bytes as it reads them, except the bytes of trailer fields. The
  /// parameter `offset` is the position of the bytes in the message.
  mutating func read(
    _ bytes: Span<UInt8>, at offset: Int, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> BodyReader.Outcome {
    var at = 0
    while true {
      if case .trailers = state { return try readTrailers(bytes, from: at, at: offset, limits) }
      guard at < bytes.count else { return .incomplete(consumed: at) }
      if case .data(let left) = state {
        let count = min(left, bytes.count &- at)
        state = left == count ? .dataReturn : .data(left &- count)
        return .data(at..<at &+ count, consumed: at &+ count)
      }
      try advance(bytes[at], at: offset &+ at, limits)
      at &+= 1
    }
  }

  private mutating func advance(
    _ byte: UInt8, at: Int, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) {
    switch state {
    case .size(let size, let digitCount):
      if let digit = ASCII.hexValue(byte) {
        try countLineByte(at, limits)
        guard size >> 59 == 0 else { throw .chunkTooLarge(at: at) }
        state = .size(size << 4 | Int(digit), digitCount: digitCount &+ 1)
      } else {
        guard digitCount > 0 else { throw misplaced(byte, .chunkSize, at) }
        state = try afterSize(byte, size, at)
        try countExtensionByte(byte, at, limits)
      }
    case .chunkExtension(let size, let within):
      state = try next(byte, size, within, at)
      try countExtensionByte(byte, at, limits)
    case .sizeEnd(let size):
      guard byte == 0x0a else { throw .strayLineEnd(.chunkSize, at: at) }
      lineByteCount = 0
      state = size == 0 ? .trailers : .data(size)
    case .dataReturn:
      guard byte == 0x0d else { throw misplaced(byte, .chunkData, at) }
      state = .dataFeed
    case .dataFeed:
      guard byte == 0x0a else { throw .strayLineEnd(.chunkData, at: at) }
      state = .size(0, digitCount: 0)
    case .data, .trailers:
      break
    }
  }

  private func afterSize(
    _ byte: UInt8, _ size: Int, _ at: Int
  ) throws(HTTP.ParseError) -> State {
    switch byte {
    case 0x0d: .sizeEnd(size)
    case 0x3b: .chunkExtension(size, .beforeName)
    case 0x20, 0x09: .chunkExtension(size, .gap)
    default: throw misplaced(byte, .chunkSize, at)
    }
  }

  /// Returns the state of the reader after one byte of a chunk extension. The grammar is in the
  /// comment of the type.
  private func next(
    _ byte: UInt8, _ size: Int, _ within: ExtensionState, _ at: Int
  ) throws(HTTP.ParseError) -> State {
    let isSpace = byte == 0x20 || byte == 0x09
    let isToken = HTTP.tokenBytes.contains(byte)
    let isText = byte >= 0x20 && byte != 0x7f || byte == 0x09
    switch (within, byte) {
    case (.gap, _) where isSpace:
      return .chunkExtension(size, .gap)
    case (.beforeName, _) where isSpace, (.beforeValue, _) where isSpace:
      return .chunkExtension(size, within)
    case (.beforeName, _) where isToken, (.name, _) where isToken:
      return .chunkExtension(size, .name)
    case (.name, _) where isSpace, (.afterName, _) where isSpace:
      return .chunkExtension(size, .afterName)
    case (.name, 0x3d), (.afterName, 0x3d):
      return .chunkExtension(size, .beforeValue)
    case (.beforeValue, 0x22):
      return .chunkExtension(size, .quoted)
    case (.beforeValue, _) where isToken, (.token, _) where isToken:
      return .chunkExtension(size, .token)
    case (.quoted, 0x22):
      return .chunkExtension(size, .afterValue)
    case (.quoted, 0x5c):
      return .chunkExtension(size, .escaped)
    case (.quoted, _) where isText, (.escaped, _) where isText:
      return .chunkExtension(size, .quoted)
    case (.token, _) where isSpace, (.afterValue, _) where isSpace:
      return .chunkExtension(size, .gap)
    case (.gap, 0x3b), (.name, 0x3b), (.afterName, 0x3b), (.token, 0x3b), (.afterValue, 0x3b):
      return .chunkExtension(size, .beforeName)
    case (.name, 0x0d), (.token, 0x0d), (.afterValue, 0x0d):
      return .sizeEnd(size)
    default:
      throw misplaced(byte, .chunkExtension, at)
    }
  }

  /// The reader consumes the trailer section only when the whole section is available, so the
  /// passed bytes always begin with the section's first byte.
  private mutating func readTrailers(
    _ bytes: Span<UInt8>, from at: Int, at offset: Int, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> BodyReader.Outcome {
    let bytes = bytes.extracting(at..<bytes.count)
    let rules = FieldSection.Rules.trailers(
      at: offset &+ at, allowsFolds: allowsFolds, limits)
    guard try section.read(bytes, rules, limits) else { return .incomplete(consumed: at) }
    return .complete(trailers: section.fields(of: bytes), consumed: at &+ section.position)
  }

  private mutating func countLineByte(_ at: Int, _ limits: HTTP.Limits) throws(HTTP.ParseError) {
    lineByteCount &+= 1
    guard lineByteCount <= limits.chunkLine else {
      throw .limitExceeded(.chunkLine, limit: limits.chunkLine, at: at)
    }
  }

  /// Counts a byte of a chunk extension. The carriage return that ends the line is not counted.
  private mutating func countExtensionByte(
    _ byte: UInt8, _ at: Int, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) {
    guard byte != 0x0d else { return }
    try countLineByte(at, limits)
    extensionByteCount &+= 1
    guard extensionByteCount <= limits.chunkExtensions else {
      throw .limitExceeded(.chunkExtensions, limit: limits.chunkExtensions, at: at)
    }
  }

  private func misplaced(
    _ byte: UInt8, _ part: HTTP.ParseError.Part, _ at: Int
  ) -> HTTP.ParseError {
    byte == 0x0a ? .strayLineEnd(part, at: at) : .invalidByte(byte, part, at: at)
  }
}
