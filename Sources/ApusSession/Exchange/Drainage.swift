internal import ApusHTTP

/// How much of a response that nobody wants is read, so that its connection can be kept.
///
/// Reading a little costs less than a new connection; reading much costs more, and reading without
/// a bound would let a server hold the caller.
struct Drainage {
  /// The most bytes that are read and dropped.
  static let byteLimit = 65_536
  /// How long they are waited for.
  static let timeLimit: Duration = .milliseconds(250)

  private var byteCount = 0

  /// Whether it is worth while to begin, by what the head said of the body.
  static func isWorthwhile(_ framing: HTTP.BodyFraming) -> Bool {
    switch framing {
    case .none, .chunked: true
    // What has been read of it already is not counted off: long bodies are not worth it anyway.
    case .contentLength(let count): count <= 16 * byteLimit
    case .untilClose, .tunnel, .upgrade: false
    }
  }

  /// Counts bytes that were dropped; whether more may be.
  mutating func drop(_ count: Int) -> Bool {
    byteCount += count
    return byteCount <= Self.byteLimit
  }
}
