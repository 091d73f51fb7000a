extension HTTP {
  /// The target of a request: a path with escaped interpolated values, a URL reference, or a URL.
  ///
  ///     try await api.get("users/\(id)/posts?q=\(words)")
  ///
  /// An interpolated value is escaped except for the unreserved characters of RFC 3986. Therefore
  /// the value is always part of a single path segment or a single query value. If interpolated
  /// values make a path segment empty, `.` or `..`, sending the request fails, because the segment
  /// would change the path. Sending the request fails if the first interpolated value contains
  /// `://`, because the value is an absolute URL. Use `.url(url)` for a URL, or `.reference(text)`
  /// for the text of a URL. Literal text, the text of `\(raw: text)`, and the text of
  /// `.reference(text)` are not escaped.
  public struct Target: Sendable, Hashable {
    /// The text of the target, which the session resolves against its base URL.
    public private(set) var text: String
    /// The error in an interpolated path segment, which is thrown when the request is sent.
    private let fault: Fault?

    fileprivate enum Fault: Sendable {
      case empty
      case dots
      case url
    }

    private init(_ text: String, _ fault: Fault? = nil) {
      self.text = text
      self.fault = fault
    }

    /// Returns a target with the unchanged text of a URL or a URL reference.
    ///
    /// Use this function only for trusted text, because untrusted text can select any path and any
    /// host.
    ///
    /// - Parameter text: The text of the target, which is not escaped.
    public static func reference(_ text: String) -> Target { Target(text) }

    /// Returns a target for a URL, such as an `HTTP.URL` or a `URL` of Foundation.
    ///
    /// - Parameter url: The URL, which must have a scheme and a host.
    public static func url(_ url: some TargetConvertible) -> Target { url.target }

    /// Returns a target for a URL.
    ///
    /// - Parameter url: The URL, which must have a scheme and a host.
    public static func url(_ url: URL) -> Target { Target(url.description) }

    /// Checks that no interpolated path segment is empty, `.` or `..`, and that the first
    /// interpolated value is not a URL.
    package func check() throws(InvalidURL) {
      switch fault {
      case .empty: throw .emptySegment
      case .dots: throw .dotSegment
      case .url: throw .interpolatedURL
      case nil: return
      }
    }

    /// Appends text to the query of the request target, before any fragment. An empty text leaves
    /// the target unchanged.
    package mutating func append(query more: String) {
      guard !more.isEmpty else { return }
      let bytes = text.utf8
      let end = bytes.firstIndex(of: 0x23) ?? bytes.endIndex
      let separator = bytes[..<end].contains(0x3f) ? "&" : "?"
      text = String(text[..<end]) + separator + more + String(text[end...])
    }
  }
}

extension HTTP {
  /// A type that can be converted to a request target, such as `HTTP.URL`, and Foundation's `URL`
  /// with `import Apus`.
  public protocol TargetConvertible {
    /// The request target that represents the value.
    var target: HTTP.Target { get }
  }
}

extension HTTP.URL: HTTP.TargetConvertible {
  /// The URL as the target of a request.
  public var target: HTTP.Target { .url(self) }
}

extension HTTP.Target: CustomStringConvertible {
  /// The text of the request target.
  public var description: String { text }
}

extension HTTP.Target: ExpressibleByStringInterpolation {
  /// Creates a target from a string literal.
  ///
  /// - Parameter text: The text of a URL or of a URL reference.
  public init(stringLiteral text: String) { self.init(text) }

  /// Creates a target from a string literal with interpolated values.
  ///
  /// - Parameter interpolation: The text with its escaped values.
  public init(stringInterpolation interpolation: StringInterpolation) {
    var interpolation = interpolation
    interpolation.endSegment()
    self.init(String(decoding: interpolation.bytes, as: UTF8.self), interpolation.fault)
  }

  /// A builder of a request target from a string interpolation, which escapes and checks the
  /// interpolated values.
  ///
  ///     path    = segment *( "/" segment )
  ///     segment = *( literal / value )
  ///
  /// RFC 3986 section 3.3.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []
    fileprivate var fault: Fault?
    private var segmentStart = 0
    private var hasValue = false
    private var isBehindPath = false

    /// Creates an empty interpolation with reserved capacity.
    ///
    /// - Parameters:
    ///   - literalCapacity: The number of bytes of the literal parts.
    ///   - interpolationCount: The number of interpolated values.
    public init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity)
    }

    /// Appends literal text, in which `/`, `?` and `#` are delimiters.
    ///
    /// - Parameter literal: A literal part of the source text.
    public mutating func appendLiteral(_ literal: String) {
      for byte in literal.utf8 {
        let endsPath = byte == 0x3f || byte == 0x23
        if !isBehindPath, endsPath || byte == 0x2f { endSegment() }
        bytes.append(byte)
        if byte == 0x2f { segmentStart = bytes.count }
        if endsPath { isBehindPath = true }
      }
    }

    /// Appends the percent-encoded description of a value.
    ///
    /// - Parameter value: The value, whose description becomes part of a path segment or of a query
    ///   value.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let text = value.description
      if bytes.isEmpty, Self.isURL(text) { fault = .url }
      HTTP.PercentEncoding.unreserved.write(Array(text.utf8).span, to: &bytes)
      hasValue = true
    }

    /// Returns whether a text contains `://` like an absolute URL.
    private static func isURL(_ text: String) -> Bool {
      var matched = 0
      for byte in text.utf8 {
        switch (matched, byte) {
        case (_, 0x3a): matched = 1
        case (1, 0x2f): matched = 2
        case (2, 0x2f): return true
        default: matched = 0
        }
      }
      return false
    }

    /// Appends the percent-encoded raw value of an enumeration case or another `RawRepresentable`
    /// value.
    ///
    /// - Parameter value: The value, whose raw value is appended.
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
    where Value.RawValue: CustomStringConvertible {
      appendInterpolation(value.rawValue)
    }

    /// Appends the percent-encoded description of a value that has both a description and a raw
    /// value.
    ///
    /// - Parameter value: The value, whose description is appended.
    public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
      _ value: Value
    ) where Value.RawValue: CustomStringConvertible {
      appendInterpolation(value.description)
    }

    /// Appends a URL to the request target. The URL is unchanged at the start of the target, and
    /// percent-encoded elsewhere.
    ///
    /// - Parameter url: The URL, which is unchanged at the start of the request target.
    public mutating func appendInterpolation(_ url: HTTP.URL) {
      if bytes.isEmpty {
        appendLiteral(url.description)
      } else {
        appendInterpolation(url.description)
      }
    }

    /// Appends text to the request target without percent-encoding or checks. A slash in the text
    /// is a path delimiter.
    ///
    /// - Parameter text: The text, which must already be percent-encoded.
    public mutating func appendInterpolation(raw text: some StringProtocol) {
      appendLiteral(String(text))
    }

    /// Rejects an optional value at compile time, because `nil` has no text in a request target.
    @available(*, unavailable, message: "unwrap the optional value: a target cannot contain nil")
    public mutating func appendInterpolation<Value>(_ value: Value?) {}

    /// Checks the interpolated values of the path segment that ends at the current position.
    fileprivate mutating func endSegment() {
      defer { hasValue = false }
      guard hasValue, !isBehindPath, fault == nil else { return }
      switch HTTP.URL.dotCount(segmentStart..<bytes.count, of: bytes.span) {
      case 0: fault = .empty
      case 1, 2: fault = .dots
      default: break
      }
    }
  }
}

extension HTTP.Target.StringInterpolation {
  /// Appends a duration as a decimal number of seconds, such as `3` or `0.25`.
  ///
  /// - Parameter duration: The duration, whose fraction of a second is kept.
  public mutating func appendInterpolation(_ duration: Duration) {
    appendInterpolation(duration.decimalSeconds)
  }
}

extension Duration {
  /// The number of seconds of the duration in decimal digits, without trailing zeros in the
  /// fraction.
  ///
  ///     seconds = [ "-" ] 1*DIGIT [ "." 1*18DIGIT ]
  package var decimalSeconds: String {
    let perSecond: UInt128 = 1_000_000_000_000_000_000
    let (seconds, rest) = attoseconds.magnitude.quotientAndRemainder(dividingBy: perSecond)
    let sign = attoseconds < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(seconds)" }
    // The leading digit 1 preserves the leading zeros of the decimal fraction.
    var digits = "\(perSecond + rest)".utf8.dropFirst()
    while digits.last == 0x30 { digits.removeLast() }
    return "\(sign)\(seconds)." + String(Substring(digits))
  }
}
