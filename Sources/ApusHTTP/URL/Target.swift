extension HTTP {
  /// The target of a request: a path with safely inserted values, a reference, or a URL.
  ///
  ///     try await api.get("users/\(id)/posts?q=\(words)")
  ///
  /// A value in an interpolation is escaped except for the unreserved characters of RFC 3986, so
  /// that it is always a part of one segment, or one value of the query. A segment that a value has
  /// left empty or made `.` or `..` is an error when the request is sent, since it would be another
  /// path. A first value with `://` in it is an error too: it is a whole URL, for which there is
  /// `.url(url)`, or `.reference(text)` for text. The literal text, and the text of
  /// `\(raw: text)`, is not escaped; neither is the text of `.reference(text)`.
  public struct Target: Sendable, Hashable {
    /// The text of the target, which the session resolves against its base.
    public private(set) var text: String
    /// The fault of a segment that contains a value.
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

    /// Makes a target of a text that is a URL, or a reference to one, and is taken as it is.
    ///
    /// Meant for text of the program's own: that of a stranger can lead to any path and any host.
    ///
    /// - Parameter text: The text, which is not escaped.
    public static func reference(_ text: String) -> Target { Target(text) }

    /// Makes a target of a URL, such as an `HTTP.URL` or one of Foundation's.
    ///
    /// - Parameter url: The URL, with a scheme and a host.
    public static func url(_ url: some TargetConvertible) -> Target { url.target }

    /// Makes a target of a URL.
    ///
    /// - Parameter url: The URL, with a scheme and a host.
    public static func url(_ url: URL) -> Target { Target(url.description) }

    /// Checks that no segment with a value is empty, `.` or `..`, and that no value is a URL.
    package func check() throws(InvalidURL) {
      switch fault {
      case .empty: throw .emptySegment
      case .dots: throw .dotSegment
      case .url: throw .interpolatedURL
      case nil: return
      }
    }

    /// Adds text to the query, before a fragment; an empty text changes nothing.
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
  /// A type whose values are whole targets: `HTTP.URL`, and `URL` of Foundation with `import Apus`.
  public protocol TargetConvertible {
    /// The target of a request to the value.
    var target: HTTP.Target { get }
  }
}

extension HTTP.URL: HTTP.TargetConvertible {
  /// The URL as the target of a request.
  public var target: HTTP.Target { .url(self) }
}

extension HTTP.Target: CustomStringConvertible {
  /// The text of the target.
  public var description: String { text }
}

extension HTTP.Target: ExpressibleByStringInterpolation {
  /// Makes a target of a text that the program has in its source.
  ///
  /// - Parameter text: The text: a URL, or a reference to one.
  public init(stringLiteral text: String) { self.init(text) }

  /// Makes a target of text with values in it.
  ///
  /// - Parameter interpolation: The text with its values, which are escaped.
  public init(stringInterpolation interpolation: StringInterpolation) {
    var interpolation = interpolation
    interpolation.endSegment()
    self.init(String(decoding: interpolation.bytes, as: UTF8.self), interpolation.fault)
  }

  /// Escapes the values of a target, and checks the segments that contain them.
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

    /// Makes room for a target.
    ///
    /// - Parameters:
    ///   - literalCapacity: The number of bytes of the literal parts.
    ///   - interpolationCount: The number of values.
    public init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity)
    }

    /// Adds literal text; `/`, `?` and `#` are delimiters in it.
    ///
    /// - Parameter literal: A part of the text in the source.
    public mutating func appendLiteral(_ literal: String) {
      for byte in literal.utf8 {
        let endsPath = byte == 0x3f || byte == 0x23
        if !isBehindPath, endsPath || byte == 0x2f { endSegment() }
        bytes.append(byte)
        if byte == 0x2f { segmentStart = bytes.count }
        if endsPath { isBehindPath = true }
      }
    }

    /// Adds a value, escaped.
    ///
    /// - Parameter value: The value, whose description is one segment or one value of a query.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let text = value.description
      if bytes.isEmpty, Self.isURL(text) { fault = .url }
      HTTP.PercentEncoding.unreserved.write(Array(text.utf8).span, to: &bytes)
      hasValue = true
    }

    /// Returns whether a text has `://` in it, as a whole URL has.
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

    /// Adds the raw value of a type that is not text, escaped.
    ///
    /// - Parameter value: The value, whose raw value is added.
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
    where Value.RawValue: CustomStringConvertible {
      appendInterpolation(value.rawValue)
    }

    /// Adds the text of a type that has a raw value too, escaped.
    ///
    /// - Parameter value: The value, whose description is added.
    public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
      _ value: Value
    ) where Value.RawValue: CustomStringConvertible {
      appendInterpolation(value.description)
    }

    /// Adds a URL: as it is where the target begins with it, and escaped elsewhere.
    ///
    /// - Parameter url: The URL; it is not escaped at the start of the target.
    public mutating func appendInterpolation(_ url: HTTP.URL) {
      if bytes.isEmpty {
        appendLiteral(url.description)
      } else {
        appendInterpolation(url.description)
      }
    }

    /// Adds text unchanged: its slashes are delimiters, and it is not checked.
    ///
    /// - Parameter text: The text, which the program must have escaped.
    public mutating func appendInterpolation(raw text: some StringProtocol) {
      appendLiteral(String(text))
    }

    /// Rejects an optional value, which has no text for nil.
    @available(*, unavailable, message: "unwrap the optional value: a target cannot contain nil")
    public mutating func appendInterpolation<Value>(_ value: Value?) {}

    /// Judges the segment that ends here.
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
