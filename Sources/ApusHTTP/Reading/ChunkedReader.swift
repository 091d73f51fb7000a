/// A parser of chunked message bodies, which returns the byte ranges of chunk data and stores only
/// the trailer fields.
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
    /// The chunked reader is in a chunk size. The associated values are the size so far and its
    /// number of digits.
    case size(Int, digitCount: Int)
    /// The chunked reader is in a chunk extension. The first associated value is the size of the
    /// chunk.
    case chunkExtension(Int, ExtensionState)
    /// The chunked reader expects the line feed after a chunk size and its chunk extensions.
    case sizeEnd(Int)
    /// The chunked reader is in chunk data. The associated value is the number of remaining bytes
    /// of the chunk.
    case data(Int)
    /// The chunked reader expects the carriage return, or the line feed, after chunk data.
    case dataReturn, dataFeed
    case trailers
  }

  /// The position of the chunked reader in the grammar of a chunk extension.
  private enum ExtensionState: Sendable {
    /// The chunked reader is in white space, after which only `;` or the line end is valid.
    case gap
    /// The chunked reader is before the name, or in the name, of a chunk extension.
    case beforeName, name
    /// The chunked reader is in white space between the name of a chunk extension and an optional
    /// `=`.
    case afterName
    /// The positions in the value of a chunk extension: before the value, in a token, in a quoted
    /// string, after a backslash, and after the value.
    case beforeValue, token, quoted, escaped, afterValue
  }

  private let allowsFolds: Bool
  private var state = State.size(0, digitCount: 0)
  private var lineByteCount = 0
  private var extensionByteCount = 0
  private(set) var section = FieldSection()

  init(allowsFolds: Bool) { self.allowsFolds = allowsFolds }

  /// Reads received bytes until chunk data is available, the chunked body ends, or more bytes are
  /// needed.
  ///
  /// The function consumes all bytes that it reads, except an incomplete trailer section. The
  /// parameter `offset` is the position of the received bytes in the message.
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

  /// Returns the state of the chunked reader after one byte of a chunk extension.
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

  /// The chunked reader consumes no byte of an incomplete trailer section. Therefore the passed
  /// bytes always begin at the start of the trailer section.
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

  /// Counts a byte of a chunk extension toward the size limits, except the carriage return at the
  /// end of the line.
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
